/** Objects in a bucket of an S3-compatible service. Start reading at `createS3ObjectStore`. */
import { createHash } from 'node:crypto';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { ObjectInfo, ObjectStore, ObjectStoreFailureCode } from '../ports.ts';
import { type S3Credentials, signedHeaders } from './s3-signature.ts';
import { type ListedPage, readErrorCode, readListing } from './s3-xml.ts';

export interface S3Options {
  /** Origin of the service, for example `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Before all names: empty, or ends with `/`. */
  readonly prefix: string;
  readonly region: string;
  /** The bucket is in the path (`true`) or in the host name of the address. */
  readonly isPathStyle: boolean;
  readonly credentials: S3Credentials;
  readonly clock: Clock;
  /** Without a byte in either direction for this long, a request has failed. */
  readonly idleMs?: Ms;
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Null: the bucket itself. */
  readonly name: string | null;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: { readonly bytes: number; readonly sha256: string; readonly read: () => Readable };
}

const defaultIdleMs: Ms = 10_000;
const maxConnections = 16;
/** Of a listing: 1,000 names of at most 1 kB. */
const maxXmlBytes = 4 * 1024 * 1024;
const emptySha256 = createHash('sha256').digest('hex');
const refusedStatuses: ReadonlySet<number> = new Set([301, 307, 400, 401, 403]);

export function createS3ObjectStore(options: S3Options): ObjectStore {
  const { prefix, clock, credentials, region, idleMs = defaultIdleMs } = options;
  const base = baseOf(options);
  const isTls = base.protocol === 'https:';
  const pool = { keepAlive: true, maxSockets: maxConnections, timeout: idleMs };
  const agent = isTls ? new HttpsAgent(pool) : new HttpAgent(pool);

  function urlOf({ name, query = {} }: S3Request): URL {
    const url = new URL(base);
    if (name !== null) url.pathname += (prefix + name).split('/').map(encoded).join('/');
    // Spaces as %20: a plus sign is read differently by services.
    url.search = Object.entries(query)
      .map((pair) => pair.map(encoded).join('='))
      .join('&');
    return url;
  }

  /** The answer with any status; its body must be read or destroyed. */
  function send(wanted: S3Request): Promise<IncomingMessage> {
    const { method, headers = {}, body } = wanted;
    const url = urlOf(wanted);
    const unsigned = { method, url, headers, bodySha256: body?.sha256 ?? emptySha256 };
    const signed = signedHeaders(unsigned, credentials, region, clock.now());
    return new Promise((resolve, reject) => {
      const request = (isTls ? requestHttps : requestHttp)(url, {
        method,
        agent,
        headers: { ...signed, ...(body ? { 'Content-Length': body.bytes } : {}) },
        timeout: idleMs,
      });
      let isSettled = false;
      const fail = (error: unknown) => {
        // The request and its body both report a lost connection: whoever is second must not send it again.
        if (isSettled) return;
        isSettled = true;
        request.destroy();
        // The service closed a connection that was idle, in the same moment.
        const isStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        if (isStale) resolve(send(wanted));
        else reject(unreachable(error));
      };
      request.once('timeout', () => request.destroy(new Error('no response in time')));
      request.on('error', fail);
      request.once('response', (answer) => {
        isSettled = true;
        // Also ends a body that is no longer sent.
        answer.setTimeout(idleMs, () => answer.destroy(unreachable(new Error('no data in time'))));
        resolve(answer);
      });
      if (body) pipeline(body.read(), request).catch(fail);
      else request.end();
    });
  }

  /** The answer with one of these statuses, or null for 404. */
  async function ask(wanted: S3Request, ...expected: readonly number[]): Promise<IncomingMessage | null> {
    const answer = await send(wanted);
    const status = answer.statusCode ?? 0;
    if (expected.includes(status)) return answer;
    const text = await textOf(answer).catch(() => '');
    const code = readErrorCode(text);
    // Without a code: a HEAD request.
    if (status === 404 && wanted.name !== null && (code === null || code === 'NoSuchKey')) return null;
    throw failure(refusedStatuses.has(status) ? 'objects.refused' : 'objects.failed', status, code);
  }

  async function listPage(query: Readonly<Record<string, string>>): Promise<ListedPage> {
    const answer = await ask({ method: 'GET', name: null, query: { 'list-type': '2', ...query } }, 200);
    const page = answer && readListing(await textOf(answer));
    if (!page) throw new AppError('objects.failed', 'The object store sent an unreadable list.');
    return page;
  }

  async function* pages(query: Readonly<Record<string, string>>): AsyncGenerator<ListedPage> {
    for (let next: string | null = ''; next !== null; ) {
      const page: ListedPage = await listPage({ ...query, ...(next ? { 'continuation-token': next } : {}) });
      yield page;
      next = page.next;
    }
  }

  return {
    async put(name, body) {
      const checksum = Buffer.from(body.sha256, 'hex').toString('base64');
      const headers = { 'x-amz-checksum-sha256': checksum };
      const answer = await ask({ method: 'PUT', name, headers, body }, 200);
      if (!answer) throw new AppError('objects.failed', 'The bucket does not exist.');
      answer.resume();
    },

    async info(name): Promise<ObjectInfo | null> {
      const headers = { 'x-amz-checksum-mode': 'ENABLED' };
      const answer = await ask({ method: 'HEAD', name, headers }, 200);
      if (!answer) return null;
      answer.resume();
      const checksum = answer.headers['x-amz-checksum-sha256'];
      const sha256 = typeof checksum === 'string' ? Buffer.from(checksum, 'base64').toString('hex') : null;
      return { bytes: Number(answer.headers['content-length'] ?? Number.NaN), sha256 };
    },

    async read(name, range) {
      const headers = range ? { range: `bytes=${range.from}-${range.to - 1}` } : {};
      // 206 is required: a whole object instead of a part of it would be taken for the part.
      return ask({ method: 'GET', name, headers }, range ? 206 : 200);
    },

    async *list(of) {
      for await (const { objects } of pages({ prefix: prefix + of })) {
        for (const { name, bytes } of objects) yield { name: name.slice(prefix.length), bytes };
      }
    },

    async folders(of) {
      const names: string[] = [];
      for await (const page of pages({ prefix: prefix + of, delimiter: '/' })) {
        for (const folder of page.folders) names.push(folder.slice(prefix.length + of.length, -1));
      }
      return names;
    },

    async remove(name) {
      (await ask({ method: 'DELETE', name }, 200, 204))?.resume();
    },
  };
}

/** All but letters, digits and `-._~`, as signatures need it. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Ends with `/`. */
function baseOf({ endpoint, bucket, isPathStyle }: S3Options): URL {
  const url = new URL(endpoint);
  if (isPathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}/`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxXmlBytes)
      throw new AppError('objects.failed', 'The answer of the object store is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const unreachable = (cause: unknown): AppError => {
  const code = 'objects.unreachable' satisfies ObjectStoreFailureCode;
  return new AppError(code, 'The object store does not respond.', {}, { cause });
};

/** `code` is that of the service, for example `AccessDenied`. Nothing else of its answer is repeated. */
function failure(code: ObjectStoreFailureCode, status: number, reason: string | null): AppError {
  return new AppError(code, `The object store answered with ${status}${reason ? ` ${reason}` : ''}.`, {
    status,
    reason,
  });
}
