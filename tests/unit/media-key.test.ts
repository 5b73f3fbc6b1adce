import { createSecretKey, pbkdf2Sync } from 'node:crypto';
import { inspect } from 'node:util';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { mediaKeys } from '../../lib/domain/devices/media-keys.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { decryptUnit } from '../../lib/kernel/decryption.ts';
import { deriveMediaKey, mediaKeyIterations } from '../../lib/kernel/media-key.ts';
import { UnitCipher } from '../../lib/media/outputs/unit-cipher.ts';
import { createMediaKeys } from '../../player-frame/session/media-keys.ts';

const salt = Buffer.from('0123456789abcdef').toString('base64');
const quick = { salt, iterations: 1_000 };

/** The code is stored as it is; a device without a row of its own. */
const keys = mediaKeys({ open: (_place, sealed) => sealed });
const keyOf = (code: string, serial = 'CAM1', tenant = 't1') =>
  keys.of(tenantScope(tenant), { id: 'd1', serial, validCodeSealed: code });

describe('the key of a verification code', () => {
  it.each(['ABCDEF', 'a', '验证码', 'Z'.repeat(64)])(
    'is PBKDF2-HMAC-SHA-256 of %s: key, then key id',
    async (code) => {
      const expected = pbkdf2Sync(code, Buffer.from(salt, 'base64'), 1_000, 32, 'sha256');
      const { secret, keyId } = await deriveMediaKey(code, quick);
      expect(Buffer.from(secret)).toEqual(expected.subarray(0, 16));
      expect(keyId).toBe(expected.subarray(16).toString('hex'));
    },
  );

  it('takes 600,000 iterations, and differs by code, device and organisation', async () => {
    expect(mediaKeyIterations).toBeGreaterThanOrEqual(600_000);
    const made = await Promise.all([
      keyOf('ABCDEF'),
      keyOf('ABCDEG'),
      keyOf('ABCDEF', 'CAM2'),
      keyOf('ABCDEF', 'CAM1', 't2'),
    ]);
    expect(new Set(made.map(({ keyId }) => keyId)).size).toBe(4);
    expect(new Set(made.map(({ secret }) => secret.export().toString('hex'))).size).toBe(4);
    expect(made.every(({ iterations }) => iterations === mediaKeyIterations)).toBe(true);
  }, 30_000);

  it('is derived once, and its bytes are in no printed form', async () => {
    const key = await keyOf('ABCDEF');
    expect(await keyOf('ABCDEF')).toBe(key);
    const hex = key.secret.export().toString('hex');
    expect(`${inspect(key, { showHidden: true, depth: 9 })}${JSON.stringify(key)}`).not.toContain(hex);
    expect(JSON.parse(JSON.stringify(key)).secret).toEqual({});
  });
});

describe('the key in the player', () => {
  const available = createMediaKeys(() => true);

  it('decrypts with WebCrypto what the server encrypted with OpenSSL, in any length', async () => {
    const { secret, keyId } = await deriveMediaKey('ABCDEF', quick);
    const cipher = new UnitCipher(createSecretKey(secret));
    const answer = await available.derive('ABCDEF', { ...quick, keyId });
    if (!answer.ok) throw new Error(answer.error.code);
    for (const length of [1, 15, 16, 17, 1_000, 200_001]) {
      const clear = Uint8Array.from({ length }, (_, at) => at * 7);
      const { iv, data } = cipher.encrypt(clear);
      expect(Buffer.compare(data, clear)).not.toBe(0);
      expect(Buffer.compare(await decryptUnit(answer.value, iv, data), clear)).toBe(0);
    }
  });

  it('requires a code (400035) and the right one (400036)', async () => {
    const { keyId } = await deriveMediaKey('ABCDEF', quick);
    const terms = { ...quick, keyId };
    expect(await available.derive(null, terms)).toMatchObject({ error: { code: '400035' } });
    expect(await available.derive('ABCDEG', terms)).toMatchObject({ error: { code: '400036' } });
    expect((await available.derive('ABCDEF', terms)).ok).toBe(true);
  });

  it('accepts any code for recordings of an unknown key, whose files tell', async () => {
    const { keyId } = await deriveMediaKey('ABCDEG', quick);
    expect(await available.derive('ABCDEG', quick)).toMatchObject({ ok: true, value: { keyId } });
  });

  it('reports a page without HTTPS, where browsers have no cryptography', async () => {
    const insecure = createMediaKeys(() => false);
    const answer = await insecure.derive('ABCDEF', { ...quick, keyId: '' });
    expect(answer).toMatchObject({ error: { code: 'encryption.insecure' } });
  });
});

describe('IVs', () => {
  it('never repeat within an output nor between outputs, and leave 4 bytes to count blocks', () => {
    const secret = createSecretKey(Buffer.alloc(16, 1));
    const seen = new Set<string>();
    for (let output = 0; output < 50; output += 1) {
      const cipher = new UnitCipher(secret);
      for (let unit = 0; unit < 1_000; unit += 1) {
        const { iv } = cipher.encrypt(Uint8Array.of(0));
        expect(iv).toHaveLength(16);
        expect([...iv.subarray(12)]).toEqual([0, 0, 0, 0]);
        seen.add(Buffer.from(iv).toString('hex'));
      }
    }
    expect(seen.size).toBe(50_000);
  });
});
