import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import type { Logger } from '../../kernel/logger.ts';
import { explainStorage } from '../explain-storage.ts';
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
 * Accepts requests of the command line. Authentication is by file permissions alone: only the server's user
 * can open the socket and enter the folder that contains it.
 */
export async function startControlServer(
  dataDir: string,
  operations: RunOperation,
  log: Logger,
): Promise<ControlServer> {
  const run: RunOperation = (operation, input) =>
    operations(operation, input).catch((error: unknown) => {
      throw explainStorage(dataDir, error);
    });
  const path = controlSocketPath(dataDir);
  // The socket of a killed process. This process holds the lock of the data folder, so nothing listens on it.
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
  let hasRequest = false;
  socket.setEncoding('utf8');
  socket.setTimeout(idleTimeoutMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    if (hasRequest) return;
    received += text;
    const end = received.indexOf('\n');
    if (end === -1) {
      if (received.length > maxLineBytes) socket.destroy();
      return;
    }
    hasRequest = true;
    void answer(received.slice(0, end), run, log).then((result) => socket.end(`${JSON.stringify(result)}\n`));
  });
}

async function answer(line: string, run: RunOperation, log: Logger): Promise<ControlAnswer> {
  try {
    const { operation, input } = controlRequest.parse(JSON.parse(line));
    const result = await run(operation, input);
    log.info({ operation }, 'command line operation succeeded');
    return { ok: true, result };
  } catch (error) {
    const failure = toAnswer(error);
    if (!failure.ok && failure.error.code === 'internal')
      log.error({ err: error }, 'command line operation failed');
    return failure;
  }
}
