/** Objects in a bucket of an S3-compatible service, by its official client. Start reading at `createS3ObjectStore`. */
import { pipeline, type Readable, Transform } from 'node:stream';
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { AppError } from '../../kernel/app-error.ts';
import type { Ms } from '../../kernel/units.ts';
import type { ObjectInfo, ObjectStore, ObjectStoreFailureCode } from '../ports.ts';

/** Secrets in clear text; kept in memory only. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string;
}

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
  /** Without a byte in either direction for this long, a request has failed. */
  readonly idleMs?: Ms;
}

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
const defaultIdleMs: Ms = 10_000;
/**
 * More than recordings have places for readers: whoever reads slowly keeps a connection, and must not keep those of others.
 */
const maxConnections = 320;
const refusedStatuses: ReadonlySet<number> = new Set([301, 307, 400, 401, 403]);

/** The client is loaded here, because it takes 0.2 s of a core and most installations have no object store. */
export async function createS3ObjectStore(options: S3Options): Promise<ObjectStore> {
  const { bucket: Bucket, prefix, region, credentials, idleMs = defaultIdleMs } = options;
  const sdk = await import('@aws-sdk/client-s3');
  const pool = { keepAlive: true, maxSockets: maxConnections };
  const client = new sdk.S3Client({
    endpoint: options.endpoint,
    region,
    credentials,
    forcePathStyle: options.isPathStyle,
    // Digests are given where they are wanted. Those that the client adds by itself are rejected by older services.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    // What fails is tried again by those who ask, and logged by them.
    maxAttempts: 1,
    logger: silent,
    requestHandler: {
      connectionTimeout: idleMs,
      socketTimeout: idleMs,
      httpAgent: pool,
      httpsAgent: pool,
    },
  });

  /** Null if the object does not exist. */
  async function ask<Output>(send: () => Promise<Output>, isAgain = false): Promise<Output | null> {
    try {
      return await send();
    } catch (error) {
      const { name, code, message, $metadata } = error as Failure;
      if (name === 'NoSuchKey' || name === 'NotFound') return null;
      // The service closed a connection that was idle, in the same moment.
      const isStale = /\b(?:ECONNRESET|EPIPE)\b/.test(`${code} ${message}`);
      if (isStale && !isAgain) return ask(send, true);
      throw failure($metadata?.httpStatusCode, $metadata?.httpStatusCode ? name : code);
    }
  }

  async function* pages(
    Prefix: string,
    signal?: AbortSignal,
    Delimiter?: string,
  ): AsyncGenerator<ListObjectsV2CommandOutput> {
    const tokens = new Set<string | undefined>();
    for (let ContinuationToken: string | undefined, isLast = false; !isLast; ) {
      if (tokens.has(ContinuationToken))
        throw new AppError('objects.failed', 'The object store sent a list without an end.');
      tokens.add(ContinuationToken);
      const input = { Bucket, Prefix, Delimiter, ContinuationToken };
      const page = await ask(() => client.send(new sdk.ListObjectsV2Command(input), within(signal)));
      const next = page?.NextContinuationToken;
      // Of a proxy, for example. An empty or incomplete list would mean that the rest is lost.
      if (page?.IsTruncated === undefined || (page.IsTruncated && !next))
        throw new AppError('objects.failed', 'The object store sent an unreadable list.');
      yield page;
      ContinuationToken = next;
      isLast = !page.IsTruncated;
    }
  }

  return {
    async put(name, { bytes, sha256, read }, signal) {
      let fault: Error | null = null;
      const sent = ask(async () => {
        const body = read();
        const unreadable = new AbortController();
        const abortSignal = signal ? AbortSignal.any([unreadable.signal, signal]) : unreadable.signal;
        // The client neither listens for errors of a stream nor closes it if the request fails.
        body.once('error', (error) => {
          fault = error;
          unreadable.abort();
        });
        const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
        const input = { Bucket, Key: prefix + name, Body: body, ContentLength: bytes, ChecksumSHA256 };
        const command = new sdk.PutObjectCommand(input);
        // The client does not read a stream twice, and would leave the body out of the signature.
        command.middlewareStack.add(
          (next) => (args) => {
            const { headers } = args.request as { headers: Record<string, string> };
            headers['x-amz-content-sha256'] = sha256;
            return next(args);
          },
          { step: 'build', name: 'signBody' },
        );
        try {
          return await client.send(command, { abortSignal });
        } finally {
          body.destroy();
        }
      });
      const stored = await sent.catch((error: unknown) => {
        throw fault ?? error;
      });
      // Of a proxy, for example: nothing was stored.
      if (!stored) throw failure(404, 'NotFound');
    },

    async info(name, signal): Promise<ObjectInfo | null> {
      const input = { Bucket, Key: prefix + name, ChecksumMode: 'ENABLED' } as const;
      const found = await ask(() => client.send(new sdk.HeadObjectCommand(input), within(signal)));
      if (!found) return null;
      const { ContentLength: bytes = Number.NaN, ChecksumSHA256: checksum } = found;
      return { bytes, sha256: checksum ? Buffer.from(checksum, 'base64').toString('hex') : null };
    },

    async read(name, range, signal) {
      const Range = range && `bytes=${range.from}-${range.to - 1}`;
      const command = new sdk.GetObjectCommand({ Bucket, Key: prefix + name, Range });
      const found = await ask(() => client.send(command, within(signal)));
      if (!found) return null;
      const body = found.Body as Readable;
      if (!range) return body;
      // A whole object instead of a part of it, or another part, would be taken for the part.
      const isPart = found.$metadata.httpStatusCode === 206;
      if (isPart && found.ContentRange?.startsWith(`bytes ${range.from}-${range.to - 1}/`))
        return exactly(body, range.to - range.from);
      body.destroy();
      throw failure(found.$metadata.httpStatusCode, isPart ? 'another range' : 'no range');
    },

    async *list(of, signal) {
      for await (const { Contents = [] } of pages(prefix + of, signal)) {
        for (const { Key = '', Size } of Contents) {
          if (Size === undefined || !Key.startsWith(prefix + of))
            throw new AppError('objects.failed', 'The object store sent a list with an unreadable object.');
          yield { name: Key.slice(prefix.length), bytes: Size };
        }
      }
    },

    async folders(of, signal) {
      const names: string[] = [];
      for await (const { CommonPrefixes = [] } of pages(prefix + of, signal, '/')) {
        for (const { Prefix = '' } of CommonPrefixes) names.push(Prefix.slice(prefix.length + of.length, -1));
      }
      return names;
    },

    async remove(name, signal) {
      const command = new sdk.DeleteObjectCommand({ Bucket, Key: prefix + name });
      await ask(() => client.send(command, within(signal)));
    },
  };
}

/** More bytes than were announced would be taken for the next answer of the connection to a viewer. */
function exactly(body: Readable, bytes: number): Readable {
  let left = bytes;
  const wrong = () => new AppError('objects.failed', 'The object store sent another number of bytes.');
  const guard = new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.length;
      done(left < 0 ? wrong() : null, chunk);
    },
    flush: (done) => done(left > 0 ? wrong() : null),
  });
  // Who reads sees the error, too.
  return pipeline(body, guard, () => {});
}

const within = (signal: AbortSignal | undefined) => (signal ? { abortSignal: signal } : {});

/** What is used of errors of the client. */
interface Failure {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** `reason` is the code of the service, for example `AccessDenied`. Errors of the client contain requests with signatures. */
function failure(status: number | undefined, reason: string | undefined): AppError {
  const name = reason && /^[\w ]{1,64}$/.test(reason) ? reason : null;
  if (status === undefined) {
    const code = 'objects.unreachable' satisfies ObjectStoreFailureCode;
    return new AppError(code, 'The object store does not respond.', { reason: name });
  }
  const code: ObjectStoreFailureCode = refusedStatuses.has(status) ? 'objects.refused' : 'objects.failed';
  return new AppError(code, `The object store answered with ${status}${name ? ` ${name}` : ''}.`, {
    status,
    reason: name,
  });
}
