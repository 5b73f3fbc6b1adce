import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Browsers and proxies wait for each answer. Without a limit one packet holds thousands of requests. */
const maxPerConnection = 4;

/** Counts the answers that each connection still waits for. */
export class PendingResponses {
  private readonly due = new WeakMap<Duplex, Set<ServerResponse>>();

  /** False when the connection has asked for too much: it is closed, and the request needs no answer. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    const open = this.on(socket);
    // The parser goes on with what it has read, also when the socket is gone.
    if (socket.destroyed || open.size >= maxPerConnection) {
      socket.destroy();
      return false;
    }
    open.add(response);
    response.once('close', () => open.delete(response));
    return true;
  }

  on(socket: Duplex): Set<ServerResponse> {
    const known = this.due.get(socket);
    if (known) return known;
    const none = new Set<ServerResponse>();
    this.due.set(socket, none);
    return none;
  }
}
