import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Browsers and proxies do not pipeline. Without a limit, one packet can contain thousands of requests. */
const maxPerConnection = 4;

/** Counts the pending responses of each connection. */
export class PendingResponses {
  private readonly due = new WeakMap<Duplex, Set<ServerResponse>>();

  /** False if the connection has too many pending requests: it is closed without a response. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    const open = this.on(socket);
    // The parser continues with buffered data even after the socket is destroyed.
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
