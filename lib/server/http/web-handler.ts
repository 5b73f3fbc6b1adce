import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonTextOf } from '../../http/json-response.ts';
import { hasBody } from './request-faults.ts';

/** `origin`: under which the caller reached us. Headers are those the router left and set. `signal`: ends when the caller has gone. */
export function toWebRequest(request: IncomingMessage, origin: string, signal?: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const { method = 'GET' } = request;
  const takesBody = method !== 'GET' && method !== 'HEAD' && hasBody(request);
  return new Request(origin + request.url, {
    method,
    headers,
    ...(signal ? { signal } : {}),
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
  const text = jsonTextOf(answer);
  const body = text === undefined ? Buffer.from(await answer.arrayBuffer()) : Buffer.from(text);
  writeHead(answer, request, response, body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function writeHead(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
  length: number | null,
): void {
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (length !== null) response.setHeader('content-length', length);
  if (hasBody(request) && !request.complete) response.setHeader('connection', 'close');
  response.writeHead(answer.status);
}

/**
 * Writes downloads piece by piece, each when the one before has gone out, and other answers whole. When the
 * caller goes away, the source is told and nothing more is read. A source that fails cuts the connection: the
 * head is out, and half a file must not look like one.
 */
export async function streamWebResponse(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const isFile = answer.headers.has('content-disposition');
  if (!isFile || !answer.body || request.method === 'HEAD') {
    await sendWebResponse(answer, request, response);
    return;
  }
  const reader = answer.body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  gone.addEventListener('abort', stop, { once: true });
  try {
    // Before the head: a source that fails at once can still be answered with an error.
    let piece = await reader.read();
    if (gone.aborted) return;
    writeHead(answer, request, response, null);
    while (!piece.done && !gone.aborted) {
      if (!response.write(piece.value)) await drained(response, gone);
      piece = await reader.read();
    }
    response.end();
  } catch (error) {
    if (response.headersSent) response.destroy();
    throw error;
  } finally {
    gone.removeEventListener('abort', stop);
  }
}

function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      gone.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done);
    gone.addEventListener('abort', done, { once: true });
    if (gone.aborted) done();
  });
}
