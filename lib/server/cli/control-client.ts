import { connect } from 'node:net';
import { AppError } from '../../kernel/app-error.ts';
import { unusable } from '../data-folder.ts';
import { controlAnswer, controlSocketPath } from './control-protocol.ts';
import type { AnyInput, AnyOperation, AnyOutput } from './operations.ts';

/** Longer than a check of a camera that does not respond. */
const answerTimeoutMs = 60_000;

/**
 * Sends a request to the running server. Null: no server is listening. The response is not validated further:
 * it comes from the same program over a socket that only this user can open.
 */
export function requestServer<Name extends AnyOperation>(
  dataDir: string,
  operation: Name,
  input: AnyInput<Name>,
): Promise<AnyOutput<Name> | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(controlSocketPath(dataDir));
    let received = '';
    socket.setEncoding('utf8');
    socket.setTimeout(answerTimeoutMs, () => {
      socket.destroy(
        new AppError(
          'server.silent',
          'The server is running but does not respond. Check its log, or restart it',
        ),
      );
    });
    socket.on('connect', () => socket.write(`${JSON.stringify({ operation, input })}\n`));
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // No folder, no socket in it, a stale socket, or a file in place of the folder: no server is running.
      if (['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes(error.code ?? '')) resolve(null);
      else reject(error.code === 'EACCES' ? unusable(dataDir, error) : error);
    });
    socket.on('end', () => {
      try {
        const answer = controlAnswer.parse(JSON.parse(received));
        if (answer.ok) resolve(answer.result as AnyOutput<Name>);
        else reject(new AppError(answer.error.code, answer.error.message, answer.error.details));
      } catch (cause) {
        reject(
          new AppError(
            'server.garbled',
            'The server closed the connection without a valid response. Check its log',
            {},
            { cause },
          ),
        );
      }
    });
  });
}
