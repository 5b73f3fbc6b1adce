/** One POST to the address of a webhook. Of the answer, only the status is read. */
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { WebhookFailure, WebhookPost } from '../ports.ts';
import type { SoapNetwork } from './soap-post.ts';
import { webExchange } from './web-exchange.ts';

export function createWebhookPost(network: SoapNetwork): WebhookPost {
  return ({ url, headers, body }, options) =>
    webExchange(network, url, options, (socket, parsed) => exchange(socket, parsed, headers, body));
}

function exchange(
  socket: Socket,
  { host, pathname, search }: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Result<number, WebhookFailure>> {
  return new Promise((resolve) => {
    const broke = () => resolve(err('broken'));
    socket.on('error', broke);
    socket.on('close', broke);
    const posting = request({
      createConnection: () => socket,
      method: 'POST',
      path: `${pathname}${search}`,
      headers: {
        ...headers,
        Host: host,
        Connection: 'close',
        'Content-Length': String(Buffer.byteLength(body)),
      },
    });
    posting.on('error', broke);
    posting.on('upgrade', broke);
    posting.on('response', ({ statusCode = 0 }) => resolve(ok(statusCode)));
    posting.end(body);
  });
}
