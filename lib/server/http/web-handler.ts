import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonTextOf } from '../../http/json-response.ts';
import { hasBody } from './request-faults.ts';

/**
 * `origin`: with which the client reached the server. Headers: as filtered and set by the router. `signal`:
 * aborts when the client disconnects.
 */
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

/** Reads only on demand, so a handler that rejects early reads nothing. Fails if the client disconnects. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  // Destroying the request would destroy the connection before the response is sent.
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

/** Writes a short response. If the request was not read to the end, the connection is closed afterwards. */
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
 * Writes downloads chunk by chunk with back-pressure, and other responses in one piece. If the client
 * disconnects, the source is cancelled. If the source fails, the connection is cut: the head has been sent,
 * and a partial file must not look complete.
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
    // Before the head, so that a source that fails immediately can still produce an error response.
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
