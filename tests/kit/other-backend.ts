/** The API of an Oriel server at another origin, as a proxy would offer it to pages of another server. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consoleApiBase } from '../../lib/contracts/admin/api-base.ts';
import type { OrielInstance } from './start-oriel.ts';

export interface OtherBackend {
  /** Value for `ORIEL_CONSOLE_API`. */
  readonly api: string;
  readonly origin: string;
  /** The only origin whose pages may make calls. */
  pages: string;
  /** Paths below the base that this backend does not have. */
  readonly missing: Set<string>;
  /** Method and path of each forwarded call, in order. */
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

/** Requests go to the server as if from its own pages; the origin was checked above. */
function passOn(incoming: IncomingMessage, answer: ServerResponse, behind: string): void {
  const { host: _, 'sec-fetch-site': __, origin, ...headers } = incoming.headers;
  const onward = request(
    new URL(incoming.url ?? '/', behind),
    { method: incoming.method ?? 'GET', headers: { ...headers, ...(origin ? { origin: behind } : {}) } },
    (response) => {
      // Set by the server: pages of other origins may read these responses.
      delete response.headers['cross-origin-resource-policy'];
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    },
  );
  onward.on('error', () => answer.destroy());
  incoming.pipe(onward);
}
