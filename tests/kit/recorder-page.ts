/**
 * A page that records synthetic samples at any speed, alone or inside a frame of another site. Runs in the browser. In
 * a frame it hands its recording to its host, as the player does.
 */
import { systemClock } from '../../lib/kernel/clock.ts';
import type { FeedEvent } from '../../player-frame/recorder/feed.ts';
import { openRecording, type Recording } from '../../player-frame/recorder/recording.ts';

export interface MadeUp {
  readonly worker: string;
  readonly seconds: number;
  /** Size of a frame; 15 frames per second. */
  readonly bytes: number;
  /** Seconds of the stream to send before a pause: the feed has no backpressure. */
  readonly secondsAtOnce?: number;
}

/** Baseline, 640x360. */
const avcRecord = Uint8Array.from([
  ...[1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 22, 0x67, 0x42, 0xc0, 0x1e, 0xda, 0x02, 0x80, 0xbf, 0xe5, 0x84],
  ...[0, 0, 3, 0, 4, 0, 0, 3, 0, 0xf2, 0x3c, 0x58, 1, 0, 4, 0x68, 0xce, 0x0f, 0x2c],
]);

let recording: Recording | null = null;
let port: MessagePort | null = null;
let fedSeconds = 0;
let blob: Blob | null = null;
let discard: (() => Promise<void>) | null = null;

const page = {
  /** Starts, feeds everything, and does not stop. */
  async feed({ worker, seconds, bytes, secondsAtOnce = 2 }: MadeUp): Promise<string> {
    recording = await openRecording({ workerUrl: worker, clock: systemClock, isBusy: false }, {});
    const { port1, port2 } = new MessageChannel();
    const attached = recording.attachPort(port2, () =>
      port1.postMessage([{ type: 'end' }] satisfies FeedEvent[]),
    );
    const opening: FeedEvent[] = [
      { type: 'begin', hasVideo: true, hasAudio: true },
      {
        type: 'videoConfig',
        config: { codec: 'h264', codecString: 'avc1.42c01e', config: avcRecord, width: 640, height: 360 },
      },
      {
        type: 'audioConfig',
        config: {
          codec: 'aac',
          codecString: 'mp4a.40.2',
          sampleRate: 48_000,
          channels: 1,
          description: Uint8Array.from([0x11, 0x88]),
        },
      },
    ];
    port1.postMessage(opening);
    await attached;
    port = port1;
    fedSeconds = 0;
    await page.feedMore({ seconds, bytes, secondsAtOnce });
    return recording.storage;
  },
  async feedMore({ seconds, bytes, secondsAtOnce = 2 }: Omit<MadeUp, 'worker'>): Promise<void> {
    const until = fedSeconds + seconds;
    while (fedSeconds < until) {
      const upTo = Math.min(until, fedSeconds + secondsAtOnce);
      const events = samples(fedSeconds, upTo, bytes);
      if (fedSeconds === 0) events.push({ type: 'live', mediaMs: 0 });
      const buffers = events.flatMap((event) => ('unit' in event ? [event.unit.data.buffer] : []));
      port?.postMessage(events, buffers as ArrayBuffer[]);
      fedSeconds = upTo;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  },
  async stop(): Promise<{ bytes: number; durationMs: number; storage: string }> {
    const { storage } = recording!;
    // The feed is ahead of the recorder, which a live stream cannot be.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const file = await recording!.stop();
    blob = file.blob;
    discard = file.discard;
    return { bytes: blob.size, durationMs: file.durationMs, storage };
  },
  async read(): Promise<{ bytes: number; opening: string }> {
    return readThrough(blob!);
  },
  async discard(): Promise<void> {
    await discard?.();
    blob = null;
    recording = null;
  },
  /** Hands the blob to the host, which immediately removes this frame. */
  give(): void {
    parent.postMessage({ blob }, '*');
  },
  async files(): Promise<string[]> {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('oriel-recordings');
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names;
  },
  /** Creates a file as a leftover of an earlier page. */
  async leave(name: string): Promise<void> {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('oriel-recordings', { create: true });
    const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await stream.write('left behind');
    await stream.close();
  },
  now: () => systemClock.now(),
};

function samples(fromS: number, untilS: number, bytes: number): FeedEvent[] {
  const events: FeedEvent[] = [];
  for (let index = Math.round(fromS * 15); index < untilS * 15; index += 1) {
    const data = new Uint8Array(bytes);
    new DataView(data.buffer).setUint32(0, bytes - 4);
    data[4] = index % 30 === 0 ? 0x65 : 0x41;
    // Incompressible data.
    crypto.getRandomValues(data.subarray(8, Math.min(bytes, 60_000)));
    const dtsMs = Math.round((index * 1_000) / 15);
    events.push({ type: 'video', unit: { dtsMs, ptsMs: dtsMs, isKey: index % 30 === 0, data } });
    for (let part = 0; part < 3; part += 1) {
      events.push({
        type: 'audio',
        unit: { ptsMs: Math.round(((index * 3 + part) * 1_000) / 45), data: new Uint8Array(200) },
      });
    }
  }
  return events;
}

export async function readThrough(from: Blob): Promise<{ bytes: number; opening: string }> {
  const opening = new TextDecoder('latin1').decode(await from.slice(4, 8).arrayBuffer());
  let bytes = 0;
  for (let at = 0; at < from.size; at += 16_777_216) {
    bytes += (await from.slice(at, at + 16_777_216).arrayBuffer()).byteLength;
  }
  return { bytes, opening };
}

export type RecorderPage = typeof page;
Object.assign(window, { recorderPage: page });
