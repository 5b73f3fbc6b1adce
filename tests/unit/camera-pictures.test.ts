import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createCameraPictureTaker } from '../../lib/media/outputs/pictures/camera-pictures.ts';
import type { SourceChanges } from '../../lib/media/outputs/pictures/kept-pictures.ts';
import type { CameraPictureTaker, PicturedCamera } from '../../lib/media/ports.ts';
import type { StreamReader } from '../../lib/media/stream/reader.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const jpeg = Uint8Array.from([0xff, 0xd8]);
const video = {
  ...{ codec: 'h264' as const, width: 640, height: 360, config: new Uint8Array([1, 2]) },
  codecString: 'avc1.4d001f',
} as const;
const data = new Uint8Array(100);
const recorded = { store: 'cloud', endMs: 9_000 } as const;
const camera = (channelId: string, more: Partial<PicturedCamera> = {}): PicturedCamera => ({
  channelId,
  camera: { tenantId: 't', deviceSerial: channelId, channelNo: 1, profile: 'sub' },
  isOnline: false,
  recorded,
  ...more,
});

describe('pictures of cameras for lists', () => {
  let clock: FakeClock;
  let opened: { readonly serial: string; readonly reader: StreamReader }[];
  let read: unknown[];
  let found: () => Promise<Uint8Array | null>;
  let changed: Parameters<SourceChanges['onChanged']>[0];
  let missed: () => void;
  let take: CameraPictureTaker;
  beforeEach(() => {
    clock = new FakeClock();
    opened = [];
    read = [];
    found = async () => new Uint8Array(16);
    take = createCameraPictureTaker({
      clock,
      logger: silentLogger,
      live: {
        read({ deviceSerial: serial }, reader) {
          opened.push({ serial, reader });
          return { resume() {}, close() {} };
        },
      },
      recordings: {
        keyFrame(key, ...range) {
          read.push([key.store, ...range]);
          return found();
        },
      },
      decode: async () => jpeg,
      changes: {
        onChanged(listener) {
          changed = listener;
          return () => {};
        },
        onMissed(listener) {
          missed = listener;
          return () => {};
        },
      },
    });
  });

  it('of an offline camera are the last of its recordings; its stream is not opened', async () => {
    expect(await take(camera('a'))).toBe(jpeg);
    expect([read, opened]).toEqual([[['cloud', 8_999, 8_999, 9_000]], []]);
  });

  it('of a camera that does not send one in 6 s are the last of its recordings', async () => {
    const taken = take(camera('a', { isOnline: true }));
    await clock.advance(6_000);
    expect(await taken).toBe(jpeg);
    expect(opened.map(({ serial }) => serial)).toEqual(['a']);
  });

  it('of a camera without recordings that does not answer do not exist, and it is asked again a minute later', async () => {
    const ask = async () => {
      const taken = take(camera('a', { isOnline: true, recorded: null }));
      await clock.advance(6_000);
      return taken;
    };
    expect([await ask(), await ask()]).toEqual([null, null]);
    expect(opened).toHaveLength(1);
    await clock.advance(60_000);
    await ask();
    expect(opened).toHaveLength(2);
  });

  it('are kept for five minutes, for all who ask', async () => {
    await Promise.all([take(camera('a')), take(camera('a'))]);
    await clock.advance(299_000);
    await take(camera('a'));
    expect(read).toHaveLength(1);
    await clock.advance(2_000);
    await take(camera('a'));
    expect(read).toHaveLength(2);
  });

  it('are taken again when the source of the camera was changed, also if one was being taken', async () => {
    await Promise.all(['a', 'b'].map((id) => take(camera(id))));
    changed(camera('a').camera);
    await Promise.all(['a', 'b'].map((id) => take(camera(id))));
    expect(read).toHaveLength(3);
    missed();
    const taking = take(camera('a'));
    changed(camera('a').camera);
    await Promise.all([taking, take(camera('a'))]);
    expect(read).toHaveLength(5);
  });

  it('of the source before are not shown after another one has taken its place', async () => {
    const taken = take(camera('a', { isOnline: true, recorded: null }));
    const { reader } = opened[0]!;
    reader.tracks({ video, audio: null });
    reader.unit(
      { kind: 'video', dtsMs: 0, ptsMs: 0, wallMs: clock.now() - 90_000, isKey: true, data },
      clock.monotonic() - 90_000,
    );
    reader.status({ state: 'replaced' });
    await clock.advance(6_000);
    expect(await taken).toBeNull();
  });

  it('are taken three at a time; up to a hundred others wait for their turn, and more have none', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    found = () => held.then(() => new Uint8Array(16));
    const answers = Array.from({ length: 104 }, (_, at) => take(camera(String(at))));
    await Promise.resolve();
    expect(read).toHaveLength(3);
    expect(await answers[103]).toBeNull();
    release();
    expect((await Promise.all(answers)).filter((answer) => answer === jpeg)).toHaveLength(103);
    expect(read).toHaveLength(103);
  });

  it('that cannot be read do not exist', async () => {
    found = () => Promise.reject(new Error('disk'));
    expect(await take(camera('a'))).toBeNull();
  });
});
