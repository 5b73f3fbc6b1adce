import { request } from 'node:http';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FlvDemuxer } from '../../lib/codec/flv/flv-demuxer.ts';
import type { MediaKey } from '../../lib/media/ports.ts';
import { clearUnits } from '../kit/clear-units.ts';
import { type CodedClip, makeClip } from '../kit/coded-clip.ts';
import { streamKey } from '../kit/fake-gate.ts';
import { LiveServer } from '../kit/live-server.ts';
import { testMediaKey } from '../kit/media-key.ts';

let clip: CodedClip;
beforeAll(() => {
  clip = makeClip({ seconds: 2, fps: 25 });
});

let server: LiveServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
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
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const headers = { Authorization: `Bearer ${from.gate.issue()}` };
    const sent = request(
      { port: from.port, path: '/live/CAM1/1/main.flv', agent: false, headers },
      (response) => {
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => {});
        const closed = new Promise<void>((end) => response.on('close', () => end()));
        resolve({ bytes: () => Buffer.concat(chunks), closed, stop: () => response.destroy() });
      },
    );
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
