import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import type { Logger } from '../../kernel/logger.ts';
import {
  type ControlAnswer,
  controlRequest,
  controlSocketPath,
  maxLineBytes,
  toAnswer,
} from './control-protocol.ts';
import type { RunOperation } from './operations.ts';

const idleTimeoutMs = 60_000;

export interface ControlServer {
  stop(): Promise<void>;
}

/**
 * Lets the operator's command line speak to the running server. The socket belongs to the server's user
 * alone and lies in a folder that only this user may enter; that is the whole authentication.
 */
export async function startControlServer(
  dataDir: string,
  run: RunOperation,
  log: Logger,
): Promise<ControlServer> {
  const path = controlSocketPath(dataDir);
  // A socket of a process that was killed. Ours is the data folder's lock, so nobody listens on it.
  await rm(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, run, log);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function serve(socket: Socket, run: RunOperation, log: Logger): void {
  let received = '';
  let isAsked = false;
  socket.setEncoding('utf8');
  socket.setTimeout(idleTimeoutMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    if (isAsked) return;
    received += text;
    const end = received.indexOf('\n');
    if (end === -1) {
      if (received.length > maxLineBytes) socket.destroy();
      return;
    }
    isAsked = true;
    void answer(received.slice(0, end), run, log).then((result) => socket.end(`${JSON.stringify(result)}\n`));
  });
}

async function answer(line: string, run: RunOperation, log: Logger): Promise<ControlAnswer> {
  try {
    const { operation, input } = controlRequest.parse(JSON.parse(line));
    const result = await run(operation, input);
    log.info({ operation }, 'the operator ran a command');
    return { ok: true, result };
  } catch (error) {
    const failure = toAnswer(error);
    if (!failure.ok && failure.error.code === 'internal') log.error({ err: error }, 'a command failed');
    return failure;
  }
}
