import { createDecipheriv } from 'node:crypto';
import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { boxHeaderBytes, readBoxes } from '../../lib/codec/mp4/boxes.ts';
import { readKeyTerms } from '../../lib/codec/mp4/encryption.ts';
import { readFragment } from '../../lib/codec/mp4/read-fragment.ts';
import { readInit } from '../../lib/codec/mp4/read-init.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createAlarmPictureTaker } from '../../lib/media/outputs/pictures/alarm-pictures.ts';
import type { AlarmPicture, AlarmPictureTaker, TrackSet } from '../../lib/media/ports.ts';
import type { StreamReader } from '../../lib/media/stream/reader.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { testMediaKey } from '../kit/media-key.ts';

/** Of constrained baseline, level 3. */
const avcRecord = Uint8Array.from([
  1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 1, 0x68,
]);
const video = {
  ...({ codec: 'h264', codecString: 'avc1.42c01e', config: avcRecord } as const),
  ...{ width: 640, height: 360 },
};
const tracks: TrackSet = { video, audio: null };
const frame = (content: number) => Uint8Array.from([0, 0, 0, 4, 0x65, content, content, content]);
const camera = { tenantId: 't', deviceSerial: 'GATE', channelNo: 1, profile: 'sub' } as const;

let clock: FakeClock;
let readers: StreamReader[];
let closed: number;
let recordedAt: { readonly store: string; readonly at: number }[];
let recorded: Uint8Array | null;
let take: AlarmPictureTaker;

beforeEach(() => {
  clock = new FakeClock();
  readers = [];
  closed = 0;
  recordedAt = [];
  recorded = null;
  take = createAlarmPictureTaker({
    clock,
    logger: silentLogger,
    live: {
      read(_camera, reader) {
        readers.push(reader);
        return {
          resume() {},
          close() {
            closed += 1;
          },
        };
      },
    },
    recordings: {
      async keyFrame({ store }, at) {
        recordedAt.push({ store, at });
        return recorded;
      },
    },
  });
});

const alarmAt = (at: number) => take({ id: 'a', channelId: 'c', camera, at });
/** `wallMs`: when it was received; `aheadMs`: of the camera's clock. */
function show(content: number, wallMs: number, isKey = true, aheadMs = 0): void {
  const receivedAt = clock.monotonic() - (clock.now() - wallMs);
  const unit = { kind: 'video' as const, dtsMs: 0, ptsMs: 0, wallMs: wallMs + aheadMs, isKey };
  readers.at(-1)!.unit({ ...unit, data: frame(content) }, receivedAt);
}
/** The frame of a picture, and the time it has in the file. */
function frameOf(picture: AlarmPicture | null) {
  const { bytes } = picture!;
  expect(readInit(bytes)).toMatchObject([{ kind: 'video', config: { codecString: 'avc1.42c01e' } }]);
  const { body } = readBoxes(bytes).find(({ type }) => type === 'moof')!;
  const [run] = readFragment(body)!.runs;
  const [sample] = run!.samples;
  const from = body.byteOffset - bytes.byteOffset - boxHeaderBytes + sample!.offset;
  return {
    data: bytes.subarray(from, from + sample!.bytes),
    iv: sample!.iv,
    wallMs: run!.time / 90,
    isKey: sample!.isKey,
  };
}

describe('the picture of an alarm', () => {
  it('is the first key frame from then on, and the stream is closed again', async () => {
    const now = clock.now();
    const taken = alarmAt(now);
    readers[0]!.tracks(tracks);
    show(1, now - 4_000);
    show(2, now - 3_900, false);
    show(3, now + 100, false);
    expect(closed).toBe(0);
    show(4, now + 200);
    const picture = await taken;
    expect(picture).toMatchObject({ isEncrypted: false });
    expect(frameOf(picture)).toMatchObject({ data: frame(4), wallMs: now + 200, isKey: true });
    expect([readers.length, closed, recordedAt.length]).toEqual([1, 1, 0]);
  });

  it.each([-8, 8])('is the same for a camera whose clock is wrong by %d hours', async (hours) => {
    const now = clock.now();
    const taken = alarmAt(now);
    readers[0]!.tracks(tracks);
    show(1, now - 4_000, true, hours * 3_600_000);
    show(2, now + 200, true, hours * 3_600_000);
    expect(frameOf(await taken)).toMatchObject({ data: frame(2) });
  });

  it('is an earlier key frame if no other follows within 15 s', async () => {
    const now = clock.now();
    const taken = alarmAt(now);
    readers[0]!.tracks(tracks);
    show(1, now - 8_000);
    show(2, now - 4_000);
    await clock.advance(15_000);
    expect(frameOf(await taken)).toMatchObject({ data: frame(2), wallMs: now - 4_000 });
    expect(closed).toBe(1);
  });

  it('of an encrypted device is encrypted, and readable with its key only', async () => {
    const encryption = testMediaKey(3);
    const taken = alarmAt(clock.now());
    readers[0]!.tracks({ ...tracks, encryption });
    show(7, clock.now());
    const picture = await taken;
    expect(picture).toMatchObject({ isEncrypted: true });
    const { data, iv } = frameOf(picture);
    expect(data).not.toEqual(frame(7));
    expect(readKeyTerms(picture!.bytes)).toMatchObject({ keyId: encryption.keyId });
    const clear = createDecipheriv('aes-128-ctr', encryption.secret, iv!).update(data);
    expect(Uint8Array.from(clear)).toEqual(frame(7));
  });

  it('of a device whose encryption is switched on meanwhile is none of before', async () => {
    const now = clock.now();
    const taken = alarmAt(now);
    readers[0]!.tracks(tracks);
    show(1, now - 4_000);
    readers[0]!.restarted();
    readers[0]!.tracks({ ...tracks, encryption: testMediaKey(3) });
    await clock.advance(15_000);
    expect(await taken).toBeNull();
    const next = alarmAt(clock.now());
    readers[1]!.tracks(tracks);
    show(1, clock.now() - 4_000);
    readers[1]!.restarted();
    readers[1]!.tracks({ ...tracks, encryption: testMediaKey(3) });
    show(2, clock.now() - 2_000);
    await clock.advance(15_000);
    expect(await next).toMatchObject({ isEncrypted: true });
  });

  it('of an earlier time is that of the recordings: what the camera shows now is something else', async () => {
    recorded = frame(9);
    const at = clock.now() - 60_000;
    expect(await alarmAt(at)).toEqual({ bytes: frame(9), isEncrypted: false });
    expect([readers.length, recordedAt]).toEqual([0, [{ store: 'cloud', at }]]);
  });

  it('of a camera that sends nothing is that of the recordings, of either store, if there is one', async () => {
    const at = clock.now();
    const taken = alarmAt(at);
    await clock.advance(15_000);
    expect(await taken).toBeNull();
    expect(recordedAt).toEqual([
      { store: 'cloud', at },
      { store: 'device', at },
    ]);
  });

  it('is not taken while sixteen others are: a flood of alarms does not open every camera', async () => {
    const taking = Array.from({ length: 16 }, () => alarmAt(clock.now()));
    expect(await alarmAt(clock.now())).toBeNull();
    expect(readers).toHaveLength(16);
    await clock.advance(15_000);
    await Promise.all(taking);
    void alarmAt(clock.now());
    expect(readers).toHaveLength(17);
  });
});
