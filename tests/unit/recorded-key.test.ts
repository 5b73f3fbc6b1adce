import { expect } from 'expect';
import { describe, it } from 'vitest';
import { deriveMediaKey } from '../../lib/kernel/media-key.ts';
import { createAddressResolver } from '../../player-frame/session/address-resolver.ts';
import type { LappClient } from '../../player-frame/session/lapp-client.ts';
import { createMediaKeys, type OfferedKeyTerms } from '../../player-frame/session/media-keys.ts';

const terms = { salt: Buffer.from('salt').toString('base64'), iterations: 1_000 };

/** The key id with which an address is loaded: null without a key, or the code of the failure. */
async function resolve(code: string, encryption: OfferedKeyTerms | undefined, isSecure = true) {
  const url = 'https://oriel.example.com/vod/S/1/cloud/index.m3u8?begin=1&end=2';
  const answer = { url, token: 't', deviceName: '', expireInMs: 1, range: { begin: 1, end: 2 } };
  const lapp: Pick<LappClient, 'liveUrl'> = {
    liveUrl: async () => ({ ok: true, value: { ...answer, ...(encryption && { encryption }) } }),
  };
  const keys = createMediaKeys(() => isSecure);
  const resolved = await createAddressResolver(lapp as LappClient, keys).resolve(
    {
      address: `ezopen://${code && `${code}@`}open.ys7.com/S/1.cloud.rec`,
      rung: { name: 'asSent', engine: 0, stream: 'requested', form: 'sent', note: '' },
      startAt: null,
      accessToken: 'at',
    },
    { signal: new AbortController().signal, timeoutMs: 1_000 },
  );
  return resolved.ok ? (resolved.value.target.decryption?.keyId ?? null) : resolved.error.code;
}

describe('the key of a recorded address', () => {
  it('is derived from the code of the address; another one than the server’s is 400036', async () => {
    const { keyId } = await deriveMediaKey('ABCDEF', terms);
    expect(await resolve('ABCDEF', { ...terms, keyId })).toBe(keyId);
    expect(await resolve('ABCDEG', { ...terms, keyId })).toBe('400036');
    expect(await resolve('', { ...terms, keyId })).toBe('400035');
  });

  it('of a device that is clear now is derived from any code, and compared with the files', async () => {
    const { keyId } = await deriveMediaKey('ABCDEG', terms);
    expect(await resolve('ABCDEG', terms)).toBe(keyId);
    expect(await resolve('', undefined)).toBeNull();
  });

  it('is missing on pages over plain HTTP, where clear recordings play regardless', async () => {
    expect(await resolve('ABCDEF', terms, false)).toBeNull();
    expect(await resolve('ABCDEF', { ...terms, keyId: 'a1' }, false)).toBe('encryption.insecure');
  });
});
