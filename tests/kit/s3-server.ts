/**
 * An S3 service with one bucket in memory, which checks signatures (SigV4) and digests. It was checked against the example
 * of the AWS documentation, so that it accepts what other services accept. Tests make it fail.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

export const s3Credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
export const s3Region = 'eu-test-1';
export const s3Bucket = 'videos';

/**
 * `refuse`: 403 for everything. `stall`: accepts connections and never answers. `broken`: 500. `corrupt`: stores other
 * bytes than it receives, and says so in its digest. `silentlyCorrupt`: the same, computing no digests. `cut`: sends half
 * of what is read. `reset`: resets connections that are used again. `page`: a page of a proxy in place of every answer.
 * `missing`: 404 of a proxy for everything. `elsewhere`: another range than was asked for. `longer`, `shorter`: a byte more
 * or less than was asked for, without a length. `drip`: a byte of each answer at a time, and never the last one.
 */
export type S3Fault =
  | 'refuse'
  | 'stall'
  | 'broken'
  | 'corrupt'
  | 'silentlyCorrupt'
  | 'cut'
  | 'reset'
  | 'page'
  | 'missing'
  | 'elsewhere'
  | 'longer'
  | 'shorter'
  | 'drip';

export interface S3ServerOptions {
  readonly credentials?: typeof s3Credentials;
  readonly pageSize?: number;
  /** Serves TLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface S3Server {
  readonly endpoint: string;
  readonly objects: Map<string, Buffer>;
  fault: S3Fault | null;
  /** So many of the next requests are answered with 500. */
  failures: number;
  /** Runs once, before the next object is stored. */
  beforePut: (() => Promise<void>) | null;
  /** Does it compute digests, as older services do not? */
  hasDigests: boolean;
  /** `PUT name`, `GET name`, … since the last call. */
  takeRequests(): string[];
  /** Why requests were refused. */
  readonly refusals: string[];
  close(): Promise<void>;
}

export async function s3Server({
  credentials = s3Credentials,
  pageSize = 7,
  tls,
}: S3ServerOptions = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const refusals: string[] = [];
  const state = {
    fault: null as S3Fault | null,
    failures: 0,
    hasDigests: true,
    beforePut: null as S3Server['beforePut'],
  };
  const used = new WeakSet<Socket>();

  function refuse(response: ServerResponse, status: number, code: string): void {
    refusals.push(code);
    response.writeHead(status, { 'Content-Type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>x</Message></Error>`);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = state;
    const url = new URL(request.url ?? '/', 'http://s3');
    // In the host name, or at the beginning of the path.
    const inHost = request.headers.host?.startsWith(`${s3Bucket}.`) ? `/${s3Bucket}` : '';
    const [, bucket, ...path] = decodeURIComponent(inHost + url.pathname).split('/');
    const name = path.join('/');
    requests.push(`${request.method} ${name || url.searchParams.get('prefix')}`);
    if (fault === 'stall') return;
    if (fault === 'reset' && used.has(request.socket)) return void request.socket.resetAndDestroy();
    used.add(request.socket);
    if (fault === 'page') {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end('<html><body>Sign in to the network</body></html>');
      return;
    }
    if (fault === 'missing') return void response.writeHead(404).end();
    if (state.failures > 0) {
      state.failures -= 1;
      return refuse(response, 500, 'InternalError');
    }
    if (fault === 'broken') return refuse(response, 500, 'InternalError');
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (fault === 'refuse') return refuse(response, 403, 'AccessDenied');
    const wrong = problemOf(request, body, credentials);
    if (wrong) return refuse(response, wrong === 'XAmzContentSHA256Mismatch' ? 400 : 403, wrong);
    if (bucket !== s3Bucket) return refuse(response, 404, 'NoSuchBucket');
    if (name === '') return list(url.searchParams, response);
    if (request.method === 'PUT') {
      const { beforePut } = state;
      state.beforePut = null;
      await beforePut?.();
      const isCorrupt = fault === 'corrupt' || fault === 'silentlyCorrupt';
      objects.set(
        name,
        isCorrupt ? Buffer.from(body.map((byte, at) => (at === 100 ? byte ^ 1 : byte))) : body,
      );
      response.end();
      return;
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      response.writeHead(204).end();
      return;
    }
    const stored = objects.get(name);
    if (!stored) return refuse(response, 404, 'NoSuchKey');
    const digest = createHash('sha256').update(stored).digest('base64');
    const isDigest =
      state.hasDigests && fault !== 'silentlyCorrupt' && request.headers['x-amz-checksum-mode'] === 'ENABLED';
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const content = from === undefined ? stored : stored.subarray(Number(from), Number(to) + 1);
    const first = Number(from) + (fault === 'elsewhere' ? 1 : 0);
    const hasLength = fault !== 'longer' && fault !== 'shorter';
    response.writeHead(from === undefined ? 200 : 206, {
      ...(hasLength ? { 'Content-Length': content.length } : {}),
      ...(from === undefined
        ? {}
        : { 'Content-Range': `bytes ${first}-${first + content.length - 1}/${stored.length}` }),
      ...(isDigest ? { 'x-amz-checksum-sha256': digest } : {}),
    });
    if (request.method === 'HEAD') response.end();
    else if (fault === 'cut') {
      response.write(content.subarray(0, content.length / 2), () => response.destroy());
    } else if (fault === 'longer') response.end(Buffer.concat([content, Buffer.from([0])]));
    else if (fault === 'shorter') response.end(content.subarray(1));
    else if (fault === 'drip') drip(content, response);
    else response.end(content);
  }

  function drip(content: Buffer, response: ServerResponse): void {
    let sent = 0;
    const timer = setInterval(() => {
      if (sent + 1 < content.length) response.write(content.subarray(sent, sent + 1));
      sent += 1;
    }, 20);
    response.once('close', () => clearInterval(timer));
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).sort();
    const delimiter = query.get('delimiter');
    const entries = new Map<string, string>();
    for (const name of names) {
      const end = delimiter ? name.indexOf(delimiter, prefix.length) : -1;
      if (end >= 0) {
        const folder = name.slice(0, end + 1);
        entries.set(folder, `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`);
      } else {
        const size = objects.get(name)!.length;
        entries.set(name, `<Contents><Key>${name}</Key><Size>${size}</Size></Contents>`);
      }
    }
    const after = query.get('continuation-token') ?? '';
    const rest = [...entries].filter(([name]) => name > after);
    const page = rest.slice(0, pageSize);
    const isTruncated = rest.length > page.length;
    response.setHeader('Content-Type', 'application/xml');
    const next = isTruncated ? page.at(-1)![0] : null;
    const text =
      `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
      `<IsTruncated>${next !== null}</IsTruncated>` +
      (next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`) +
      `${page.map(([, xml]) => xml).join('')}</ListBucketResult>`;
    if (state.fault === 'drip') drip(Buffer.from(text), response);
    else response.end(text);
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => response.destroy());
  };
  const server = tls ? createTlsServer(tls, onRequest) : createServer(onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    endpoint: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    refusals,
    takeRequests: () => requests.splice(0),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** The code of the service for a request that is not signed as it should be; null if it is. */
function problemOf(
  request: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey }: typeof s3Credentials,
): string | null {
  const { headers } = request;
  const sent =
    /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<date>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>\w+)$/.exec(
      headers.authorization ?? '',
    )?.groups;
  if (sent?.id !== accessKeyId) return 'InvalidAccessKeyId';
  const content = createHash('sha256').update(body);
  if (headers['x-amz-content-sha256'] !== content.copy().digest('hex')) return 'XAmzContentSHA256Mismatch';
  const checksum = headers['x-amz-checksum-sha256'];
  if (checksum !== undefined && checksum !== content.digest('base64')) return 'BadDigest';
  const signature = signatureOf({ request, secretAccessKey, region: sent.region!, names: sent.names! });
  return signature === sent.signature ? null : 'SignatureDoesNotMatch';
}

/** As the AWS documentation describes it. */
export function signatureOf({
  request: { method = 'GET', url: target = '/', headers },
  secretAccessKey,
  region,
  names,
}: {
  readonly request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly names: string;
}): string {
  const [path = '', query = ''] = target.split('?');
  const canonical = [
    method,
    path,
    query.split('&').filter(Boolean).sort().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const at = String(headers['x-amz-date']);
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const key = [at.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${secretAccessKey}`,
  );
  return createHmac('sha256', key).update(['AWS4-HMAC-SHA256', at, scope, digest].join('\n')).digest('hex');
}
