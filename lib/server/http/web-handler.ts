import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from './request-faults.ts';

/** `origin`: under which the caller reached us. Headers are those the router left and set. */
export function toWebRequest(request: IncomingMessage, origin: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const { method = 'GET' } = request;
  const takesBody = method !== 'GET' && method !== 'HEAD' && hasBody(request);
  return new Request(origin + request.url, {
    method,
    headers,
    ...(takesBody ? { body: bodyOf(request), duplex: 'half' } : {}),
  });
}

/** Reads only what is asked for: a handler that refuses early has read nothing. Fails when the caller goes away. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  // Destroying the request would destroy the connection before the answer is on it.
  const chunks = request.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Writes a short answer as it is. When its request was not read to the end, the connection ends with it. */
export async function sendWebResponse(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.setHeader('content-length', body.length);
  if (hasBody(request) && !request.complete) response.setHeader('connection', 'close');
  response.writeHead(answer.status);
  response.end(request.method === 'HEAD' ? undefined : body);
}
