import { request } from 'node:http';
import { expect } from 'expect';
import { afterEach, beforeAll, describe, it } from 'vitest';
import { FlvDemuxer } from '../../lib/codec/flv/flv-demuxer.ts';
import type { MediaKey } from '../../lib/media/ports.ts';
import { clearUnits } from '../kit/clear-units.ts';
import { type CodedClip, makeClip } from '../kit/coded-clip.ts';
import { streamKey } from '../kit/fake-gate.ts';
import { LiveServer } from '../kit/live-server.ts';
import { testMediaKey } from '../kit/media-key.ts';
import { startRecordedCamera } from '../kit/recorded-camera.ts';
import { startReplayServer } from '../kit/replay-server.ts';
import { record } from './demo-kit.ts';

let clip: CodedClip;
beforeAll(() => {
  clip = makeClip({ seconds: 2, fps: 25 });
});

let server: LiveServer | null = null;
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  await server?.close();
  server = null;
  for (const close of opened.splice(0)) await close();
});

async function start(encryption: MediaKey | null): Promise<LiveServer> {
  server = new LiveServer({ clip });
  server.encryption = encryption;
  return server.listen();
}

interface Wire {
  readonly bytes: () => Buffer;
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>;
  readonly stop: () => void;
}

/** All bytes of a viewer's socket. */
function listen(from: LiveServer): Promise<Wire> {
  return listenTo(from.port, '/live/CAM1/1/main.flv', from.gate.issue());
}

function listenTo(port: number, path: string, ticket: string): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const headers = { Authorization: `Bearer ${ticket}` };
    const sent = request({ port, path, agent: false, headers }, (response) => {
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => {});
      const closed = new Promise<void>((end) => response.on('close', () => end()));
      resolve({ bytes: () => Buffer.concat(chunks), closed, stop: () => response.destroy() });
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function wireFor(encryption: MediaKey | null, ms: number): Promise<Buffer> {
  const wire = await listen(await start(encryption));
  await new Promise((resolve) => setTimeout(resolve, ms));
  wire.stop();
  return wire.bytes();
}

function typesIn(bytes: Buffer): Record<string, number> {
  const count: Record<string, number> = {};
  const demuxer = new FlvDemuxer(({ type }) => {
    count[type] = (count[type] ?? 0) + 1;
  });
  demuxer.push(bytes);
  return count;
}

describe('the stream of an encrypted device', () => {
  it('contains no clear frame of video or audio', async () => {
    const bytes = await wireFor(testMediaKey(1), 1_500);
    expect(typesIn(bytes)).toMatchObject({ videoConfig: 1, audioConfig: 1 });
    expect(typesIn(bytes).encrypted).toBeGreaterThan(40);
    expect(typesIn(bytes).video).toBeUndefined();
    expect(clearUnits(bytes, clip)).toEqual({ video: 0, audio: 0 });
  }, 20_000);

  it('control: the same search finds the frames of a device that is not encrypted', async () => {
    const found = clearUnits(await wireFor(null, 1_500), clip);
    expect(found.video).toBeGreaterThan(20);
    expect(found.audio).toBeGreaterThan(10);
  }, 20_000);

  it('differs for viewers of restarted streams: no bytes of a unit are encrypted twice in the same way', async () => {
    const units: string[] = [];
    const collect = (bytes: Buffer) => {
      const demuxer = new FlvDemuxer((event) => {
        if (event.type === 'encrypted') units.push(Buffer.from(event.iv).toString('hex'));
      });
      demuxer.push(bytes);
    };
    const key = testMediaKey(1);
    collect(await wireFor(key, 800));
    await server?.close();
    collect(await wireFor(key, 800));
    expect(units.length).toBeGreaterThan(40);
    expect(new Set(units).size).toBe(units.length);
  }, 20_000);

  it.each([
    ['is switched on', null, testMediaKey(1)],
    ['gets another key', testMediaKey(1), testMediaKey(2)],
    ['is switched off', testMediaKey(1), null],
  ])(
    'ends for its viewers when encryption %s, and never continues with the old state',
    async (_what, before, after) => {
      const running = await start(before);
      const wire = await listen(running);
      await new Promise((resolve) => setTimeout(resolve, 500));
      running.encryption = after;
      running.directoryChanged(streamKey);
      await wire.closed;
      const ends: unknown[] = [];
      new FlvDemuxer((event) => {
        if (event.type === 'script' && event.name === 'onOrielEnd') ends.push(event.value);
      }).push(wire.bytes());
      expect(ends).toEqual([{ code: 'tracks.changed' }]);
      const next = await listen(running);
      await new Promise((resolve) => setTimeout(resolve, 500));
      next.stop();
      const { video, audio } = clearUnits(next.bytes(), clip);
      if (after) expect({ video, audio }).toEqual({ video: 0, audio: 0 });
      else expect(video).toBeGreaterThan(0);
    },
    20_000,
  );
});

describe('the replay of recordings that an encrypted device keeps itself', () => {
  it.each([
    ['contains no clear frame', testMediaKey(1)],
    ['control: of one that is not encrypted, the search finds its frames', null],
  ])(
    '%s',
    async (_what, encryption) => {
      const startMs = Date.UTC(2026, 2, 1, 6);
      const { tracks, all } = await record('yard', 'sub', 6, startMs);
      const camera = await startRecordedCamera({ clips: [{ tracks, units: all }] });
      const replays = await startReplayServer(() => camera.address, encryption);
      const ticket = replays.gate.issue({ fromMs: startMs, toMs: startMs + 60_000 });
      opened.push(
        () => replays.close(),
        () => camera.stop(),
      );
      const wire = await listenTo(replays.port, `/rec/CAM1/1.flv?at=${startMs + 1_000}`, ticket);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      wire.stop();
      const found = clearUnits(wire.bytes(), { units: all });
      expect(wire.bytes().length).toBeGreaterThan(10_000);
      if (encryption) expect(found).toEqual({ video: 0, audio: 0 });
      else expect(found.video).toBeGreaterThan(10);
    },
    20_000,
  );
});
