/** The calls of one Oriel at an address of their own, as a proxy would offer them to pages of another server. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consoleApiBase } from '../../lib/contracts/admin/api-base.ts';
import type { OrielInstance } from './start-oriel.ts';

export interface OtherBackend {
  /** For `ORIEL_CONSOLE_API`. */
  readonly api: string;
  readonly origin: string;
  /** Origin of the pages that may call; nobody else may. */
  pages: string;
  /** Paths behind the base that this backend does not have. */
  readonly missing: Set<string>;
  /** Method and path of each call that was passed on, in order. */
  readonly calls: string[];
  stop(): Promise<void>;
}

export async function startOtherBackend({ origin: behind }: OrielInstance): Promise<OtherBackend> {
  const server = createServer((incoming, answer) => {
    const path = new URL(incoming.url ?? '/', behind).pathname.replace(consoleApiBase, '');
    if (incoming.headers.origin === backend.pages) admit(answer, backend.pages);
    if (incoming.method === 'OPTIONS') answer.writeHead(204).end();
    else if (backend.missing.has(path)) answer.writeHead(404).end();
    else {
      backend.calls.push(`${incoming.method} ${path}`);
      passOn(incoming, answer, behind);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const backend: OtherBackend = {
    api: `${origin}${consoleApiBase}`,
    origin,
    pages: '',
    missing: new Set(),
    calls: [],
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return backend;
}

function admit(answer: ServerResponse, pages: string): void {
  answer.setHeader('access-control-allow-origin', pages);
  answer.setHeader('access-control-allow-credentials', 'true');
  answer.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
  answer.setHeader('access-control-allow-headers', 'authorization, content-type');
  answer.setHeader('vary', 'origin');
}

/** The server behind is asked as if by a page of its own: who may ask was decided above. */
function passOn(incoming: IncomingMessage, answer: ServerResponse, behind: string): void {
  const { host: _, 'sec-fetch-site': __, origin, ...headers } = incoming.headers;
  const onward = request(
    new URL(incoming.url ?? '/', behind),
    { method: incoming.method ?? 'GET', headers: { ...headers, ...(origin ? { origin: behind } : {}) } },
    (response) => {
      // Of the server behind: pages elsewhere may read these answers.
      delete response.headers['cross-origin-resource-policy'];
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    },
  );
  onward.on('error', () => answer.destroy());
  incoming.pipe(onward);
}
