import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { loadSecrets, weaknessOf } from '../../../lib/server/secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const secretFile = (name: string) => join(dataDir, 'secrets', name);

describe('secrets', () => {
  it('are created at the first start, 256 bits each, readable by their owner only', async () => {
    const secrets = await loadSecrets({ dataDir });
    for (const name of ['master', 'media', 'session'] as const) {
      expect(secrets[name]).toHaveLength(1);
      expect(secrets[name][0].key).toHaveLength(32);
      expect(secrets[name][0].kid).toMatch(/^[0-9a-f]{8}$/);
      expect((await stat(secretFile(name))).mode & 0o777).toBe(0o600);
    }
    expect((await stat(join(dataDir, 'secrets'))).mode & 0o777).toBe(0o700);
    expect((await readdir(join(dataDir, 'secrets'))).sort()).toEqual(['master', 'media', 'session']);
  });

  it('stay the same at the next start', async () => {
    expect(await loadSecrets({ dataDir })).toEqual(await loadSecrets({ dataDir }));
  });

  it('are different for each installation', async () => {
    const other = await mkdtemp(join(tmpdir(), 'oriel-secrets-'));
    const [mine, theirs] = [await loadSecrets({ dataDir }), await loadSecrets({ dataDir: other })];
    await rm(other, { recursive: true });
    const keys = [...Object.values(mine), ...Object.values(theirs)].map(([{ key }]) => key.toString('hex'));
    expect(new Set(keys).size).toBe(6);
  });

  it('keep older keys below the current one', async () => {
    const { media } = await loadSecrets({ dataDir });
    const fresh = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
    const old = await readFile(secretFile('media'), 'utf8');
    await writeFile(secretFile('media'), `${fresh}\n${old}`);
    const rotated = await loadSecrets({ dataDir });
    expect(rotated.media.map(({ key }) => key.toString('base64url'))).toEqual([
      fresh,
      media[0].key.toString('base64url'),
    ]);
  });

  it('may come from the credentials folder of the service manager', async () => {
    const credentialsFolder = join(dataDir, 'credentials');
    await mkdir(credentialsFolder);
    const given = '9b'.repeat(8) + '0123456789abcdef'.repeat(3);
    await writeFile(join(credentialsFolder, 'oriel-master'), `${given}\n`);
    const secrets = await loadSecrets({ dataDir, credentialsFolder });
    expect(secrets.master[0].key.toString('hex')).toBe(given);
    await expect(stat(secretFile('master'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['too short', 'c2hvcnQ', /has \d+ bits, 256 are required/],
    ['all zero', '00'.repeat(32), /consists of a few repeated bytes/],
    [
      'a typed sentence',
      Buffer.from('change-me-change-me-before-use!!').toString('hex'),
      /is text somebody typed/,
    ],
    ['empty', '', /has 0 bits/],
  ])('rejects a secret that is %s', async (_, text, why) => {
    await loadSecrets({ dataDir });
    await writeFile(secretFile('master'), text);
    await expect(loadSecrets({ dataDir })).rejects.toMatchObject({ code: 'secret.weak' });
    await expect(loadSecrets({ dataDir })).rejects.toThrow(why);
  });

  it('rejects a secret that others can read, and suggests a remedy', async () => {
    await loadSecrets({ dataDir });
    await chmod(secretFile('session'), 0o644);
    await expect(loadSecrets({ dataDir })).rejects.toMatchObject({ code: 'secret.exposed' });
    await expect(loadSecrets({ dataDir })).rejects.toThrow('chmod 600');
  });

  it('never shows the key in an error', async () => {
    await loadSecrets({ dataDir });
    const typed = 'change-me-change-me-before-use!!';
    await writeFile(secretFile('master'), Buffer.from(typed).toString('base64url'));
    const error = await loadSecrets({ dataDir }).catch(String);
    expect(error).not.toContain(typed);
    expect(error).not.toContain(Buffer.from(typed).toString('base64url'));
  });

  it('accepts random bytes', () => {
    for (let round = 0; round < 200; round += 1) {
      expect(weaknessOf(crypto.getRandomValues(new Uint8Array(32)))).toBeNull();
    }
  });
});
