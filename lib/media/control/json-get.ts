/** One GET of a JSON document, from an address that the operator has named. */
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { JsonFailure, JsonGet } from '../ports.ts';
import type { SoapNetwork } from './soap-post.ts';
import { webExchange } from './web-exchange.ts';

const failures: Readonly<Record<number, JsonFailure>> = { 401: 'denied', 403: 'denied', 429: 'limited' };
const maxBytes = 512 * 1024;

export function createJsonGet(network: SoapNetwork): JsonGet {
  return ({ url, headers }, options) =>
    webExchange(network, url, options, (socket, parsed) => exchange(socket, parsed, headers));
}

function exchange(
  socket: Socket,
  { host, pathname, search }: URL,
  headers: Readonly<Record<string, string>>,
): Promise<Result<unknown, JsonFailure>> {
  return new Promise((resolve) => {
    const broke = () => resolve(err('broken'));
    socket.on('error', broke);
    socket.on('close', broke);
    const asking = request({
      createConnection: () => socket,
      method: 'GET',
      path: `${pathname}${search}`,
      headers: { ...headers, Accept: 'application/json', Host: host, Connection: 'close' },
    });
    asking.on('error', broke);
    asking.on('upgrade', broke);
    asking.on('response', (response) => {
      const { statusCode = 0 } = response;
      // Redirects are not followed: they could lead to another host.
      if (statusCode !== 200) {
        resolve(err(failures[statusCode] ?? 'status'));
        return;
      }
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) resolve(err('unreadable'));
        else chunks.push(chunk);
      });
      response.on('end', () => resolve(parsed(Buffer.concat(chunks).toString('utf8'))));
      response.on('error', broke);
    });
    asking.end();
  });
}

function parsed(text: string): Result<unknown, JsonFailure> {
  try {
    return ok(JSON.parse(text) as unknown);
  } catch {
    return err('unreadable');
  }
}
