/** Packages of apps for tests: the smallest files that are accepted. */
import { packagePartBytes } from '../../lib/contracts/admin/app-package.ts';
import type { ConsoleAnswer, ConsoleClient } from './console.ts';
import { ok } from './system-console.ts';

/** An archive with one name in it, and `padding` bytes. */
export function sampleArchive(name: string, padding = 0): Uint8Array<ArrayBuffer> {
  const end = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1');
  return Uint8Array.from(
    Buffer.concat([Buffer.from(`PK\x03\x04${name}`, 'latin1'), Buffer.alloc(padding, 7), end]),
  );
}

export const sampleApk = (padding = 0) => sampleArchive('AndroidManifest.xml', padding);

export async function sendParts(
  client: ConsoleClient,
  packageId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  for (let position = 0; position * packagePartBytes < bytes.length; position += 1) {
    const from = position * packagePartBytes;
    ok(await sendPart(client, packageId, position, bytes.slice(from, from + packagePartBytes)));
  }
}

export const sendPart = (
  client: ConsoleClient,
  packageId: string,
  position: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ConsoleAnswer> =>
  client.call('POST', '/app/package/part', {
    form: { packageId, position: String(position) },
    file: { name: 'part', bytes },
  });

/** The answer to the last call of an upload. */
export async function uploadPackage(
  client: ConsoleClient,
  bytes: Uint8Array<ArrayBuffer>,
  { fileName = 'oriel.apk', platform = 'android' } = {},
): Promise<ConsoleAnswer> {
  const started = await client.call('POST', '/app/package/start', {
    body: { fileName, platform, size: bytes.length },
  });
  if (started.code !== 20001) return started;
  await sendParts(client, started.data.packageId, bytes);
  return client.call('POST', '/app/package/finish', { body: { packageId: started.data.packageId } });
}
