import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { systemClock } from '../../../lib/kernel/clock.ts';
import { silentLogger } from '../../../lib/kernel/logger.ts';
import { parseConfig } from '../../../lib/server/config.ts';
import { sourceOptions } from '../../../lib/server/media-wiring.ts';

let folder: string;
let pem: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-ca-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', [...kind, '-keyout', key, '-out', cert, '-subj', '/CN=camera'], {
    stdio: 'ignore',
  });
  pem = await readFile(cert, 'utf8');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function wired(env: Record<string, string>) {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error(parsed.error.join());
  return sourceOptions(parsed.value.config, { clock: systemClock, logger: silentLogger, ownPorts: [7410] });
}

describe('ORIEL_CAMERA_CA', () => {
  it('adds every certificate of the file, and nothing else', async () => {
    const path = join(folder, 'both.pem');
    const key = await readFile(join(folder, 'key.pem'), 'utf8');
    await writeFile(path, `two cameras\n${pem}${key}\n${pem}`);
    const { tls } = await wired({ ORIEL_CAMERA_CA: path });
    expect(tls?.extraCa?.map((text) => text.trim())).toEqual([pem.trim(), pem.trim()]);
    expect(tls?.acceptAnyCertificate).toBeUndefined();
  });

  it('is optional', async () => {
    expect((await wired({})).tls).toEqual({});
  });

  it.each([
    ['does not exist', null, 'cannot be read (ENOENT)'],
    ['holds no certificate', 'secret words', 'holds no certificate'],
    [
      'holds a damaged one',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      'contains an invalid certificate, number 1',
    ],
  ])('prevents the start when the file %s', async (name, content, why) => {
    const path = join(folder, `${name}.pem`);
    if (content !== null) await writeFile(path, content);
    const attempt = wired({ ORIEL_CAMERA_CA: path });
    await expect(attempt).rejects.toMatchObject({ code: 'server.badCameraCa' });
    await expect(attempt).rejects.toThrow(why);
    await expect(attempt).rejects.not.toThrow('secret words');
  });
});

describe("the server's own ports", () => {
  it('can be added after the wiring, because the system may choose them', async () => {
    const ownPorts: number[] = [];
    const parsed = parseConfig({ ORIEL_PORT: '0' });
    if (!parsed.ok) throw new Error('this environment should have been accepted');
    const { addressPolicy } = await sourceOptions(parsed.value.config, {
      clock: systemClock,
      logger: silentLogger,
      ownPorts,
    });
    ownPorts.push(41234);
    expect(addressPolicy.ownPorts).toContain(41234);
  });
});
