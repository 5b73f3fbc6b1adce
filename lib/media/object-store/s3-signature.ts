/** Signatures of requests to S3-compatible services: AWS Signature Version 4, in headers. */
import { createHash, createHmac } from 'node:crypto';
import type { EpochMs } from '../../kernel/units.ts';

/** Secrets in clear text; kept in memory only. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string;
}

export interface UnsignedRequest {
  readonly method: string;
  /** Its path is encoded as it is sent; its query has no plus signs. */
  readonly url: URL;
  /** In lower case, without `host`. All of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, in hexadecimal. */
  readonly bodySha256: string;
}

const algorithm = 'AWS4-HMAC-SHA256';

/** The headers of the request, with those of its signature. Valid for some minutes around `now`. */
export function signedHeaders(
  { method, url, headers, bodySha256 }: UnsignedRequest,
  { accessKeyId, secretAccessKey, sessionToken }: S3Credentials,
  region: string,
  now: EpochMs,
): Readonly<Record<string, string>> {
  const time = new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': bodySha256,
    'x-amz-date': time,
    ...(sessionToken ? { 'x-amz-security-token': sessionToken } : {}),
  };
  const names = Object.keys(all).sort();
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1).split('&').sort().join('&'),
    ...names.map((name) => `${name}:${all[name]!.trim()}`),
    '',
    names.join(';'),
    bodySha256,
  ].join('\n');
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
  let key: string | Buffer = `AWS4${secretAccessKey}`;
  for (const part of scope) key = hmac(key, part);
  const text = [algorithm, time, scope.join('/'), createHash('sha256').update(canonical).digest('hex')];
  const credential = `${accessKeyId}/${scope.join('/')}`;
  const signature = hmac(key, text.join('\n')).toString('hex');
  return {
    ...all,
    authorization: `${algorithm} Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
