/** `fetch` cannot report how much of a body is sent, so uploads with a progress bar use XMLHttpRequest. */

/** Bytes. */
export type OnProgress = (sent: number, total: number) => void;

/** Rejects like `fetch`. Unlike it, it follows redirects; browsers drop the Authorization header when the origin changes. */
export function fetchWithProgress(
  url: string,
  {
    method,
    headers,
    body,
    signal,
  }: { method: string; headers: Headers; body: FormData; signal: AbortSignal },
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    const settle = (done: () => void) => () => {
      signal.removeEventListener('abort', abort);
      done();
    };
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded, total);
    };
    request.onload = settle(() => {
      const type = request.getResponseHeader('content-type');
      const answered = { status: request.status, headers: type ? { 'content-type': type } : {} };
      resolve(new Response(request.response, answered));
    });
    request.onerror = settle(() => reject(new TypeError('the upload received no response')));
    request.onabort = settle(() => reject(new DOMException('aborted', 'AbortError')));
    request.send(body);
  });
}
