import { connect } from 'node:net';
import { AppError } from '../../kernel/app-error.ts';
import { unusable } from '../data-folder.ts';
import { controlAnswer, controlSocketPath } from './control-protocol.ts';
import type { AnyInput, AnyOperation, AnyOutput } from './operations.ts';

/** Long enough for checking a camera that does not answer. */
const answerTimeoutMs = 60_000;

/**
 * Asks the running server. Null: no server listens there. The answer is taken at its word: it comes from
 * the same program, and only this user can have put it there.
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
      socket.destroy(new AppError('server.silent', 'The server runs but does not answer'));
    });
    socket.on('connect', () => socket.write(`${JSON.stringify({ operation, input })}\n`));
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // No folder, no socket in it, a dead socket, or a file in place of the folder: nobody is there to ask.
      if (['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes(error.code ?? '')) resolve(null);
      else reject(error.code === 'EACCES' ? unusable(dataDir, error) : error);
    });
    socket.on('end', () => {
      try {
        const answer = controlAnswer.parse(JSON.parse(received));
        if (answer.ok) resolve(answer.result as AnyOutput<Name>);
        else reject(new AppError(answer.error.code, answer.error.message, answer.error.details));
      } catch (cause) {
        reject(new AppError('server.garbled', 'The server closed without a proper answer', {}, { cause }));
      }
    });
  });
}
