import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { FeedEvent } from '../../player-frame/recorder/feed.ts';
import type { FromRecorder } from '../../player-frame/recorder/messages.ts';
import { Recorder } from '../../player-frame/recorder/recorder.ts';
import { memoryStorage, type RecordingStorage } from '../../player-frame/recorder/storage.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const ampleBytes = 1_000_000_000;
const config = Uint8Array.from([
  1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 1, 0x68,
]);
const opening: FeedEvent[] = [
  { type: 'begin', hasVideo: true, hasAudio: false },
  {
    type: 'videoConfig',
    config: { codec: 'h264', codecString: 'avc1.42c01e', config, width: 640, height: 360 },
  },
  { type: 'live', mediaMs: 0 },
];

const frame = (atMs: number, isKey: boolean, bytes: number): FeedEvent => ({
  type: 'video',
  unit: { dtsMs: atMs, ptsMs: atMs, isKey, data: new Uint8Array(bytes) },
});

/** A recorder on a fake clock that gets its data through a message port, as from an engine. */
class Harness {
  readonly clock = new FakeClock();
  readonly reported: FromRecorder[] = [];
  readonly feed: MessagePort;
  readonly recorder: Recorder;
  private mediaMs = 0;

  constructor(storage: RecordingStorage) {
    this.recorder = new Recorder({
      clock: this.clock,
      storage,
      fileName: 'gate.mp4',
      closesGaps: false,
      notify: (message) => this.reported.push(message),
    });
    const { port1, port2 } = new MessageChannel();
    this.feed = port1;
    this.recorder.handle({ t: 'attach', port: port2 });
    this.feed.postMessage(opening);
  }

  /** Ten frames per second with `bytes` bytes each. */
  async play(seconds: number, bytes: number): Promise<void> {
    for (const until = this.mediaMs + seconds * 1_000; this.mediaMs < until; this.mediaMs += 100) {
      this.feed.postMessage([frame(this.mediaMs, this.mediaMs % 1_000 === 0, bytes)]);
      await ticks(2);
      await this.clock.advance(100);
    }
  }

  async finish(): Promise<Extract<FromRecorder, { t: 'file' }>> {
    this.recorder.handle({ t: 'finish' });
    this.end();
    return this.file();
  }

  end(): void {
    this.feed.postMessage([{ type: 'end' }] satisfies FeedEvent[]);
  }

  async file(): Promise<Extract<FromRecorder, { t: 'file' }>> {
    for (let tick = 0; tick < 2_000; tick += 1) {
      const last = this.reported.at(-1);
      if (last?.t === 'file') {
        this.feed.close();
        return last;
      }
      await ticks(1);
    }
    throw new Error('no file');
  }
}

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await new Promise((resolve) => setImmediate(resolve));
}

const boxes = async (blob: Blob): Promise<string[]> => {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at);
    names.push(String.fromCharCode(...bytes.subarray(at + 4, at + 8)));
    at += size === 1 ? Number(view.getBigUint64(at + 8)) : size;
  }
  return names;
};

describe('a recorder', () => {
  it('creates a complete file in memory, including its tables', async () => {
    const harness = new Harness(memoryStorage(ampleBytes));
    await harness.play(5, 2_000);
    const { file } = await harness.finish();
    expect(file).toMatchObject({ width: 640, height: 360, hasAudio: false });
    expect(Math.abs(file!.durationMs - 5_000)).toBeLessThanOrEqual(100);
    expect(file!.blob).toMatchObject({ name: 'gate.mp4', type: 'video/mp4' });
    expect(await boxes(file!.blob)).toEqual(['ftyp', 'mdat', 'moov']);
    expect(file!.blob.size).toBeGreaterThan(50 * 2_000);
  });

  it('creates the same file when it is stored in chunks', async () => {
    const harness = new Harness(memoryStorage(ampleBytes));
    await harness.play(8, 150_000);
    const { file } = await harness.finish();
    expect(file!.blob.size).toBeGreaterThan(80 * 150_000);
    expect(await boxes(file!.blob)).toEqual(['ftyp', 'mdat', 'moov']);
  });

  it('ends with the data so far when storage is full, and reports it', async () => {
    const harness = new Harness(memoryStorage(1_000_000));
    await harness.play(16, 20_000);
    const { file } = await harness.file();
    expect(harness.reported).toContainEqual({ t: 'ended', reason: 'full' });
    expect(file!.durationMs).toBeGreaterThan(1_500);
    expect(file!.durationMs).toBeLessThan(14_000);
    expect(await boxes(file!.blob)).toEqual(['ftyp', 'mdat', 'moov']);
  });

  it('reports a write failure, and leaves nothing behind', async () => {
    let isDropped = false;
    const broken: RecordingStorage = {
      ...memoryStorage(ampleBytes),
      writable: new WritableStream({
        write: () => Promise.reject(new Error('the disk is gone')),
      }),
      drop: async () => {
        isDropped = true;
      },
    };
    const harness = new Harness(broken);
    // More than the chunk that is collected before writing.
    await harness.play(3, 50_000);
    const { file, problem } = await harness.file();
    expect(file).toBeNull();
    expect(problem).toContain('the disk is gone');
    expect(harness.reported).toContainEqual({ t: 'ended', reason: 'failed' });
    expect(isDropped).toBe(true);
  });

  it('has no file without data', async () => {
    const { file, problem } = await new Harness(memoryStorage(ampleBytes)).finish();
    expect([file, problem]).toEqual([null, null]);
  });

  it('waits 20 s for another engine, then ends with the time of the last frame', async () => {
    const harness = new Harness(memoryStorage(ampleBytes));
    await harness.play(3, 2_000);
    harness.recorder.handle({ t: 'detach' });
    await harness.clock.advance(19_000);
    expect(harness.reported.filter(({ t }) => t === 'ended')).toEqual([]);
    await harness.clock.advance(3_000);
    const { file } = await harness.file();
    expect(harness.reported).toContainEqual({ t: 'ended', reason: 'lost' });
    expect(file!.durationMs).toBeLessThan(3_200);
  });

  it.each(['stopped', 'detached'])('loses nothing that a source sends after it was %s', async (how) => {
    const harness = new Harness(memoryStorage(ampleBytes));
    await harness.play(2, 2_000);
    harness.recorder.handle({ t: how === 'stopped' ? 'finish' : 'detach' });
    await harness.play(1, 2_000);
    harness.end();
    await ticks(2);
    if (how === 'detached') harness.recorder.handle({ t: 'finish' });
    expect((await harness.file()).file!.durationMs).toBeGreaterThanOrEqual(2_900);
  });

  it('ends without the end of a source whose thread was terminated', async () => {
    const harness = new Harness(memoryStorage(ampleBytes));
    await harness.play(2, 2_000);
    harness.recorder.handle({ t: 'finish' });
    await harness.clock.advance(3_000);
    expect((await harness.file()).file!.durationMs).toBeGreaterThanOrEqual(1_900);
  });

  it('continues with the next source after the last sample of the one before', async () => {
    const harness = new Harness(memoryStorage(ampleBytes));
    await harness.play(2, 2_000);
    const { port1, port2 } = new MessageChannel();
    harness.recorder.handle({ t: 'attach', port: port2 });
    port1.postMessage([
      ...opening.slice(0, 2),
      ...[2_900, 3_000, 3_100].map((at) => frame(at, at === 3_000, 2_000)),
    ]);
    await harness.play(1, 2_000);
    harness.end();
    await ticks(5);
    harness.recorder.handle({ t: 'finish' });
    port1.postMessage([{ type: 'end' }]);
    const { file } = await harness.file();
    port1.close();
    // Its frame before a key frame cannot be decoded.
    expect(Math.abs(file!.durationMs - 3_200)).toBeLessThanOrEqual(100);
  });
});
