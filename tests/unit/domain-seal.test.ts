import { randomBytes } from 'node:crypto';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { Sealer } from '../../lib/domain/crypto/seal.ts';

const masterKey = { kid: 'master1', key: randomBytes(32) };
const sealer = new Sealer({ masterKey }, systemEntropy);
const place = { tenantId: 't1', deviceId: 'd1', field: 'source/1/main' };
const secret = 'p@ss:密码/?#';

describe('encryption of camera credentials', () => {
  it('can be decrypted in its own row', () => {
    expect(sealer.open(place, sealer.seal(place, secret))).toBe(secret);
    expect(sealer.open(place, sealer.seal(place, ''))).toBe('');
  });

  it('reveals neither the value nor that two values are equal', () => {
    const [one, two] = [sealer.seal(place, secret), sealer.seal(place, secret)];
    expect(one).not.toBe(two);
    expect(Buffer.from(one.split('.')[2]!, 'base64url').includes(Buffer.from(secret))).toBe(false);
  });

  it('uses a fresh 96-bit nonce each time', () => {
    const nonces = Array.from({ length: 1000 }, () =>
      Buffer.from(sealer.seal(place, secret).split('.')[2]!, 'base64url').subarray(0, 12).toString('hex'),
    );
    expect(new Set(nonces).size).toBe(1000);
  });

  it.each([
    ['another tenant', { ...place, tenantId: 't2' }],
    ['another device', { ...place, deviceId: 'd2' }],
    ['another field', { ...place, field: 'source/1/sub' }],
    ['names that run together', { ...place, tenantId: 't', deviceId: '1d1' }],
  ])('cannot be decrypted for %s', (_, other) => {
    expect(() => sealer.open(other, sealer.seal(place, secret))).toThrow(
      expect.objectContaining({ code: 'secret.unreadable' }),
    );
  });

  it('cannot be decrypted with any one bit changed', () => {
    const [, , body = ''] = sealer.seal(place, secret).split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => sealer.open(place, `v1.master1.${changed.toString('base64url')}`)).toThrow();
    }
  });

  it.each([
    ['nothing', ''],
    ['plain text', secret],
    ['another version', sealer.seal(place, secret).replace('v1', 'v2')],
    ['another key name', sealer.seal(place, secret).replace('master1', 'master2')],
    ['a cut tag', sealer.seal(place, secret).slice(0, -4)],
    ['nonce and tag only', `v1.master1.${randomBytes(27).toString('base64url')}`],
  ])('rejects %s, without revealing the value', (_, text) => {
    expect(() => sealer.open(place, text)).toThrow(expect.objectContaining({ code: 'secret.unreadable' }));
    expect(() => sealer.open(place, text)).not.toThrow(new RegExp(secret.slice(0, 4)));
  });

  it('decrypts values of an earlier master key, and encrypts with the new one', () => {
    const rotated = new Sealer(
      { masterKey: { kid: 'master2', key: randomBytes(32) }, oldMasterKeys: [masterKey] },
      systemEntropy,
    );
    expect(rotated.open(place, sealer.seal(place, secret))).toBe(secret);
    expect(rotated.seal(place, secret)).toMatch(/^v1\.master2\./);
  });

  it('cannot be decrypted with another key of the same name', () => {
    const other = new Sealer({ masterKey: { kid: 'master1', key: randomBytes(32) } }, systemEntropy);
    expect(() => other.open(place, sealer.seal(place, secret))).toThrow();
  });
});
