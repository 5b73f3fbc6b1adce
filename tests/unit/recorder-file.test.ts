import { describe, expect, it } from '@jest/globals';
import type { FeedEvent } from '../../player-frame/recorder/feed.ts';
import type { FromRecorder } from '../../player-frame/recorder/messages.ts';
import { Recorder } from '../../player-frame/recorder/recorder.ts';
import { memoryStorage, type RecordingStorage } from '../../player-frame/recorder/storage.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const roomy = 1_000_000_000;
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

/** A recorder on a clock of the test, fed through a port as by an engine. */
class Desk {
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
      notify: (message) => this.reported.push(message),
    });
    const { port1, port2 } = new MessageChannel();
    this.feed = port1;
    this.recorder.handle({ t: 'attach', port: port2 });
    this.feed.postMessage(opening);
  }

  /** Ten pictures a second, each of so many bytes. */
  async play(seconds: number, bytes: number): Promise<void> {
    for (const until = this.mediaMs + seconds * 1_000; this.mediaMs < until; this.mediaMs += 100) {
      const isKey = this.mediaMs % 1_000 === 0;
      const unit = { dtsMs: this.mediaMs, ptsMs: this.mediaMs, isKey, data: new Uint8Array(bytes) };
      this.feed.postMessage([{ type: 'video', unit }] satisfies FeedEvent[]);
      await turns(2);
      await this.clock.advance(100);
    }
  }

  async finish(): Promise<Extract<FromRecorder, { t: 'file' }>> {
    this.recorder.handle({ t: 'finish' });
    await this.clock.advance(100);
    return this.file();
  }

  async file(): Promise<Extract<FromRecorder, { t: 'file' }>> {
    for (let turn = 0; turn < 2_000; turn += 1) {
      const last = this.reported.at(-1);
      if (last?.t === 'file') {
        this.feed.close();
        return last;
      }
      await turns(1);
    }
    throw new Error('no file');
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
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
    const desk = new Desk(memoryStorage(roomy));
    await desk.play(5, 2_000);
    const { file } = await desk.finish();
    expect(file).toMatchObject({ width: 640, height: 360, hasAudio: false });
    expect(Math.abs(file!.durationMs - 5_000)).toBeLessThanOrEqual(100);
    expect(file!.blob).toMatchObject({ name: 'gate.mp4', type: 'video/mp4' });
    expect(await boxes(file!.blob)).toEqual(['ftyp', 'mdat', 'moov']);
    expect(file!.blob.size).toBeGreaterThan(50 * 2_000);
  });

  it('creates the same file when it is stored in chunks', async () => {
    const desk = new Desk(memoryStorage(roomy));
    await desk.play(8, 150_000);
    const { file } = await desk.finish();
    expect(file!.blob.size).toBeGreaterThan(80 * 150_000);
    expect(await boxes(file!.blob)).toEqual(['ftyp', 'mdat', 'moov']);
  });

  it('ends with the data so far when storage is full, and reports it', async () => {
    const desk = new Desk(memoryStorage(200_000));
    await desk.play(12, 10_000);
    const { file } = await desk.file();
    expect(desk.reported).toContainEqual({ t: 'ended', reason: 'full' });
    expect(file!.durationMs).toBeGreaterThan(1_500);
    expect(file!.durationMs).toBeLessThan(9_000);
    expect(await boxes(file!.blob)).toEqual(['ftyp', 'mdat', 'moov']);
  });

  it('reports a write failure, and leaves nothing behind', async () => {
    let isDropped = false;
    const broken: RecordingStorage = {
      ...memoryStorage(roomy),
      writable: new WritableStream({
        write: () => Promise.reject(new Error('the disk is gone')),
      }),
      drop: async () => {
        isDropped = true;
      },
    };
    const desk = new Desk(broken);
    await desk.play(3, 2_000);
    const { file, problem } = await desk.file();
    expect(file).toBeNull();
    expect(problem).toContain('the disk is gone');
    expect(desk.reported).toContainEqual({ t: 'ended', reason: 'failed' });
    expect(isDropped).toBe(true);
  });

  it('has no file without data', async () => {
    const { file, problem } = await new Desk(memoryStorage(roomy)).finish();
    expect([file, problem]).toEqual([null, null]);
  });

  it('waits 20 s for another engine, then ends with the time of the last frame', async () => {
    const desk = new Desk(memoryStorage(roomy));
    await desk.play(3, 2_000);
    desk.recorder.handle({ t: 'detach' });
    await desk.clock.advance(19_000);
    expect(desk.reported.filter(({ t }) => t === 'ended')).toEqual([]);
    await desk.clock.advance(3_000);
    const { file } = await desk.file();
    expect(desk.reported).toContainEqual({ t: 'ended', reason: 'lost' });
    expect(file!.durationMs).toBeLessThan(3_200);
  });
});
