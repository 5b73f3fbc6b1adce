import { createSecretKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { mediaKeyDerivation } from '../../lib/domain/devices/media-keys.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { deriveMediaKey } from '../../lib/kernel/media-key.ts';
import type { RecordStore } from '../../lib/media/ports.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { readHead } from '../../lib/media/recordings/scan-segment.ts';
import { recordedKeys } from '../../lib/media/recordings/segment-keys.ts';
import { segmentPath } from '../../lib/media/recordings/segment-path.ts';
import { EngineError } from '../../player-frame/engines/engine.ts';
import { clearMedia } from '../../player-frame/engines/recorded/clear-media.ts';
import { createMediaKeys, type OfferedKeyTerms } from '../../player-frame/session/media-keys.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';
import { recordMinutes } from '../kit/recorded-minutes.ts';

/** 1 March 2025, 08:00 in Asia/Shanghai, the zone of the organisation. */
const morning = Date.parse('2025-03-01T00:00:00Z');
const range = '?begin=20250301T080000Z&end=20250301T080100Z';
const serial = 'LOCKED';
const main = { kind: 'demo', scene: 'yard' } as const;

describe.each(engines)('recordings of an earlier verification code on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let root: string;
  let channelId: string;
  let accessToken: string;

  beforeAll(async () => {
    bench = await start();
    root = await mkdtemp(join(tmpdir(), 'oriel-earlier-'));
  });
  afterAll(async () => {
    await bench.stop();
    await rm(root, { recursive: true });
  });
  beforeEach(async () => {
    database = await bench.open();
    domain = await testDomain(database, { recordedKeys: recordedKeys(root) });
    ({ accessToken } = await domain.integrator());
    await domain.operator.run('camera.add', {
      serial,
      name: '加密',
      main,
      isEncrypted: true,
      validCode: 'FIRST1',
    });
    const stored = database.db.selectFrom('channel').select('id').where('deviceSerial', '=', serial);
    channelId = (await stored.executeTakeFirstOrThrow()).id;
    await recordWith('FIRST1', 'cloud');
  });

  async function recordWith(code: string, store: RecordStore): Promise<void> {
    const terms = mediaKeyDerivation(tenantScope('default'), serial);
    const { keyId, secret } = await deriveMediaKey(code, terms);
    await recordMinutes({
      root,
      key: keyOf(store),
      from: morning,
      durationMs: 2_000,
      encryption: { ...terms, keyId, secret: createSecretKey(secret) },
    });
  }
  const keyOf = (store: RecordStore) => ({ tenantId: 'default', channelId, store });
  const change = (over: object) => domain.operator.run('camera.update', { serial, channelNo: 1, ...over });
  const open = async (code: string, mode = 'cloud.rec', query = range) => {
    const ezopen = `ezopen://${code && `${code}@`}open.ys7.com/${serial}/1.${mode}${query}`;
    return domain.call('/api/lapp/live/url/ezopen', { ezopen, accessToken });
  };
  const codesOf = async (...requests: readonly Parameters<typeof open>[]) => {
    const codes: string[] = [];
    for (const request of requests) codes.push((await open(...request)).code);
    return codes;
  };

  /** What the frame does: derives the key by the answered terms, then decrypts the file. */
  async function playWith(code: string): Promise<string> {
    const answer = await open(code);
    const { encryption } = answer.data as { encryption?: OfferedKeyTerms };
    const derived = encryption ? await createMediaKeys().derive(code || null, encryption) : null;
    if (derived && !derived.ok) return derived.error.code;
    const [gop] = await createRecordingReader(root).gops(keyOf('cloud'), morning, morning + 1);
    const head = await readHead(segmentPath(root, keyOf('cloud'), gop!.segmentMs));
    try {
      await clearMedia(new Uint8Array(head!), derived ? derived.value : null);
      return 'clear';
    } catch (error) {
      return error instanceof EngineError ? error.failure.code : String(error);
    }
  }

  it('are opened with the code they were made with and with the new one, live video only with the new one', async () => {
    await change({ validCode: 'SECOND' });
    expect(await codesOf(['FIRST1'], ['SECOND'], [''], ['WRONG1'])).toEqual([
      '200',
      '200',
      '400035',
      '400036',
    ]);
    expect(await codesOf(['FIRST1', 'live', ''], ['SECOND', 'live', ''])).toEqual(['400036', '200']);
    expect(await playWith('FIRST1')).toBe('clear');
    expect(await playWith('SECOND')).toBe('400036');
  });

  it('are opened with this code only where something was recorded with it', async () => {
    await change({ validCode: 'SECOND' });
    const dayBefore = '?begin=20250228&end=20250228';
    expect(await codesOf(['FIRST1', 'cloud.rec', dayBefore], ['FIRST1', 'rec'])).toEqual([
      '400036',
      '400036',
    ]);
    await recordWith('FIRST1', 'device');
    expect(await codesOf(['FIRST1', 'rec'])).toEqual(['200']);
  });

  it('play after encryption was switched off: without a code the file reports 400035, with another 400036', async () => {
    await change({ isEncrypted: false });
    expect(await playWith('')).toBe('400035');
    expect(await playWith('WRONG1')).toBe('400036');
    expect(await playWith('FIRST1')).toBe('clear');
    const { crypto } = globalThis;
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    try {
      // As on pages over plain HTTP.
      expect(await playWith('')).toBe('encryption.insecure');
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
    }
    expect((await open('')).data).not.toHaveProperty('encryption');
    expect((await open('FIRST1', 'live', '')).data).not.toHaveProperty('encryption');
  });

  it('limit guesses as live video does, at once sent ones too, and report nothing about the new code meanwhile', async () => {
    await change({ validCode: 'SECOND' });
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, at) => open(`GUESS${at}`)));
    const codes = guesses.map(({ code }) => code);
    expect(codes.filter((code) => code === '400036')).toHaveLength(5);
    expect(codes.filter((code) => code === '10029')).toHaveLength(7);
    expect(await codesOf(['FIRST1'], ['SECOND'], ['SECOND', 'live', ''])).toEqual([
      '10029',
      '10029',
      '10029',
    ]);
  });

  it('do not make a grant known: with the earlier code alone, others’ wrong guesses keep counting', async () => {
    await change({ validCode: 'SECOND' });
    expect(await codesOf(['FIRST1'])).toEqual(['200']);
    const { appKey } = await domain.integrator();
    for (let guess = 0; guess < 10; guess += 1) {
      const token = (await domain.operator.run('token.issue', { appKey })).accessToken;
      const ezopen = `ezopen://GUESS1@open.ys7.com/${serial}/1.live`;
      await domain.call('/api/lapp/live/url/ezopen', { ezopen, accessToken: token });
    }
    expect(await codesOf(['FIRST1'], ['SECOND'])).toEqual(['10029', '10029']);
  });
});
