import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { sharedCodeOf, sharePictureHandler } from '../../lib/http/share-picture-handler.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createSharePictureTaker } from '../../lib/media/outputs/pictures/share-pictures.ts';
import type { SharedView, SharePictureTaker } from '../../lib/media/ports.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const recorded = { store: 'cloud', from: 1_000, to: 9_000 } as const;
const shared = (shareId: string): SharedView => ({
  shareId,
  channelId: 'channel',
  camera: { tenantId: 't', deviceSerial: 'GATE', channelNo: 1, profile: 'main' },
  recorded,
});
const jpeg = Uint8Array.from([0xff, 0xd8]);

describe('pictures for previews of share links', () => {
  let clock: FakeClock;
  let asked: unknown[];
  let found: () => Promise<Uint8Array | null>;
  let take: SharePictureTaker;
  beforeEach(() => {
    clock = new FakeClock();
    asked = [];
    found = async () => new Uint8Array(16);
    take = createSharePictureTaker({
      clock,
      logger: silentLogger,
      live: {
        read(camera) {
          asked.push(camera);
          return { resume() {}, close() {} };
        },
      },
      recordings: {
        keyFrame(key, ...range) {
          asked.push([key.store, ...range]);
          return found();
        },
      },
      decode: async () => jpeg,
      changes: { onChanged: () => () => {}, onMissed: () => () => {} },
    });
  });

  it('are the first key frame of the range, and kept for five minutes', async () => {
    expect(await take(shared('a'))).toBe(jpeg);
    await clock.advance(4 * 60_000);
    expect(await take(shared('a'))).toBe(jpeg);
    expect(asked).toEqual([['cloud', 1_000, 1_000, 9_000]]);
    await clock.advance(61_000);
    await take(shared('a'));
    expect(asked).toHaveLength(2);
  });

  it('are of the live stream for links to live video; without one in 8 s there is none', async () => {
    const { camera } = shared('a');
    const waiting = take({ ...shared('a'), recorded: null });
    await clock.advance(8_000);
    expect(await waiting).toBeNull();
    expect(asked).toEqual([camera]);
  });

  it('are looked for again a minute after there was none', async () => {
    found = async () => null;
    for (const _ of [1, 2]) expect(await take(shared('a'))).toBeNull();
    expect(asked).toHaveLength(1);
    await clock.advance(60_000);
    found = () => Promise.reject(new Error('disk'));
    expect(await take(shared('a'))).toBeNull();
    await clock.advance(60_000);
    found = async () => new Uint8Array(16);
    expect(await take(shared('a'))).toBe(jpeg);
  });

  it('are taken two at a time, and once for those who ask at the same time', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    found = async () => held.then(() => new Uint8Array(16));
    const answers = Promise.all(['a', 'a', 'b', 'c'].map((id) => take(shared(id))));
    release();
    expect(await answers).toEqual([jpeg, jpeg, jpeg, null]);
    expect(await take(shared('c'))).toBe(jpeg);
  });

  it('of 65 links are those of the last 64', async () => {
    for (let number = 0; number < 65; number += 1) await take(shared(String(number)));
    asked = [];
    await take(shared('1'));
    await take(shared('0'));
    expect(asked).toHaveLength(1);
  });
});

describe('the address of such a picture', () => {
  const code = '7K3QW9M2TZ4XA5BC';
  const handler = sharePictureHandler<object>({
    viewOf: async (given) => (given === code ? {} : given.startsWith('X') ? { isMissing: true } : null),
    take: async (view) => ('isMissing' in view ? null : jpeg),
    clientAddress: () => '192.0.2.1',
  });
  const ask = async (given: string) => {
    const answer = await handler(new Request(`https://a.example/s/${given}/picture.jpg`), given);
    const body = [...new Uint8Array(await answer.arrayBuffer())];
    return { status: answer.status, body, headers: Object.fromEntries(answer.headers) };
  };
  const headers = {
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive, nosnippet, noimageindex',
  };

  it('contains the code of the link', () => {
    expect(sharedCodeOf(`/s/${code}/picture.jpg`)).toBe(code);
    for (const path of [
      `/s/${code}`,
      `/s/${code}/picture.png`,
      '/s/../picture.jpg',
      `/e/${code}/picture.jpg`,
    ])
      expect([path, sharedCodeOf(path)]).toEqual([path, null]);
  });

  it('answers a JPEG that nobody may store or index', async () => {
    expect(await ask(code)).toEqual({
      status: 200,
      body: [...jpeg],
      headers: { ...headers, 'content-type': 'image/jpeg' },
    });
  });

  it('has one answer for all links without a picture', async () => {
    const none = { status: 404, body: [], headers };
    expect([await ask('A'.repeat(16)), await ask('X'.repeat(16))]).toEqual([none, none]);
  });
});
