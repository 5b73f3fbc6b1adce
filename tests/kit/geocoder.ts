/** A geocoding service on this machine, which answers as Nominatim or AMap do. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeGeocoder {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Paths with queries, in order. */
  readonly asked: URL[];
  readonly userAgents: (string | undefined)[];
  /** The next answers; then 404. A text is sent as it is. */
  answer(...answers: readonly (object | string | number)[]): void;
  close(): Promise<void>;
}

/** A number is a status; 302 leads to `/elsewhere` of the same server. 0: no answer. */
export async function fakeGeocoder(): Promise<FakeGeocoder> {
  const asked: URL[] = [];
  const userAgents: (string | undefined)[] = [];
  const answers: (object | string | number)[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://geocoder'));
    userAgents.push(request.headers['user-agent']);
    const next = answers.shift() ?? 404;
    if (next === 0) return;
    if (typeof next === 'number') {
      response.writeHead(next, next === 302 ? { location: '/elsewhere' } : {}).end('{}');
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(typeof next === 'string' ? next : JSON.stringify(next));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, port, asked, userAgents },
    answer: (...next) => void answers.splice(0, answers.length, ...next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
