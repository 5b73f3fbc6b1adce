/**
 * Writes and reads an object over TLS, with the bucket in the host name. A process of its own, because the certificates
 * that are trusted are chosen at its start. Argument: port. Prints the object, or the code of the failure and its reason.
 */
import { createHash } from 'node:crypto';
import dns from 'node:dns';
import { Readable } from 'node:stream';
import { createS3ObjectStore } from '../../lib/media/object-store/s3-object-store.ts';
import { s3Bucket, s3Credentials, s3Region } from './s3-server.ts';

const lookup = dns.lookup as unknown as (...args: unknown[]) => void;
// No resolver knows the name of the service.
Object.assign(dns, {
  lookup: (name: string, ...rest: unknown[]) =>
    lookup(name === `${s3Bucket}.s3.test` ? '127.0.0.1' : name, ...rest),
});

const store = await createS3ObjectStore({
  endpoint: `https://s3.test:${process.argv[2]}`,
  bucket: s3Bucket,
  prefix: '',
  region: s3Region,
  isPathStyle: false,
  credentials: s3Credentials,
});
const content = Buffer.from('over TLS');
try {
  await store.put('a.mp4', {
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    read: () => Readable.from([content]),
  });
  const stored = await store.read('a.mp4');
  console.log(Buffer.concat(await stored!.toArray()).toString());
} catch (error) {
  const { code, details } = error as { code: string; details: { reason: string } };
  console.log(`${code} ${details.reason}`);
}
process.exit();
