/** Cameras that lose packets, watched in the decoder of a browser. */
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import { launchChromium } from '../kit/chromium.ts';
import { decodeVideo } from '../kit/decode-check.ts';
import { isKeyPacket, lossOf, type RtpFootage, rtpFootage } from '../kit/rtp-footage.ts';
import { record, type SourceRecorder } from '../kit/source-recorder.ts';
import { UdpCamera } from '../kit/udp-camera.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const options = {
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: loopback.value, ownPorts: [] },
};
const perSecond = 15;
/** The first frames arrive whole, so that every stream starts. */
const wholeFrames = 2;
/** Sent faster than a camera does; times are those of the packets. */
const sendEveryMs = 8;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** What arrives of each frame. The last packet arrives, so that the end is known. */
function arriving({ frames }: RtpFootage, percent: number): (readonly Buffer[])[] {
  const isLost = lossOf(7, percent);
  return frames.map((packets, frame) =>
    packets.filter((_, at) => {
      const isEdge = frame < wholeFrames || (frame === frames.length - 1 && at === packets.length - 1);
      return !isLost() || isEdge;
    }),
  );
}

/** Polls, because the end of the footage is no event of the source. */
async function soon(isMet: () => boolean): Promise<void> {
  for (let left = 600; left > 0 && !isMet(); left -= 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isMet()).toBe(true);
}

async function receive(
  footage: RtpFootage,
  percent: number,
  transport: 'tcp' | 'udp',
): Promise<{ recorder: SourceRecorder; camera: UdpCamera; source: RtspSource }> {
  const frames = arriving(footage, percent);
  let hasEnded = false;
  const camera = await UdpCamera.start({
    sdp: footage.sdp.replace('a=control:track1', 'a=rtcp-fb:96 nack pli\r\na=control:track1'),
    playing: (connection) => {
      let next = 0;
      connection.every(sendEveryMs, () => {
        for (const packet of frames[next] ?? []) connection.send(packet);
        next += 1;
        hasEnded = next > frames.length + 20;
      });
    },
  });
  ends.push(() => camera.stop());
  const source = new RtspSource(
    { kind: 'rtsp', url: camera.url, username: '', password: '', transport },
    options,
  );
  ends.push(() => source.stop());
  const recorder = record(source);
  await soon(() => hasEnded);
  return { recorder, camera, source };
}

/** Frames per second without this handling: everything from a gap to the next whole key frame is missing. */
function untilKeyFrame(footage: RtpFootage, percent: number): number {
  const arrived = arriving(footage, percent);
  let isWaiting = true;
  const shown = footage.frames.filter((packets, frame) => {
    const isWhole = arrived[frame]!.length === packets.length;
    const isKey = packets.some((packet) => isKeyPacket(packet));
    isWaiting = !isWhole || (isWaiting && !isKey);
    return !isWaiting;
  });
  return (shown.length * perSecond) / footage.frames.length;
}

describe('2 % of the packets are lost', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    // WebCodecs requires a secure context, which localhost is; no server listens there.
    await page.route('http://localhost/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    await page.goto('http://localhost/');
  });
  afterAll(() => browser?.close());

  it.each(['udp', 'tcp'] as const)(
    'over %s: Chromium decodes 13 of 15 frames per second of H.264',
    async (transport) => {
      const footage = await rtpFootage({ codec: 'h264' });
      expect(untilKeyFrame(footage, 2)).toBeLessThan(6);

      const { recorder, camera, source } = await receive(footage, 2, transport);
      const track = recorder.trackSets[0]!.video!;
      const decoded = await page.evaluate(decode, {
        codec: track.codecString,
        description: Buffer.from(track.config).toString('base64'),
        units: recorder.video.map(({ data, isKey }) => ({
          data: Buffer.from(data).toString('base64'),
          isKey,
        })),
      });
      expect(decoded.errors).toEqual([]);
      expect((decoded.frames * perSecond) / footage.frames.length).toBeGreaterThanOrEqual(13);
      if (transport === 'udp') {
        expect(source.connection.transport!.lostShare).toBeGreaterThan(0.01);
        // Picture loss indications, in compound packets.
        expect(
          camera.reports.filter((packet) => packet.includes(Buffer.of(0x81, 206, 0, 2))).length,
        ).toBeGreaterThan(0);
      }
    },
  );

  it('with several slices per frame, a frame is shown without the lost one', async () => {
    const footage = await rtpFootage({ codec: 'h264', slices: 4 });
    const { recorder } = await receive(footage, 2, 'udp');
    const decoded = await page.evaluate(decode, {
      codec: recorder.trackSets[0]!.video!.codecString,
      description: Buffer.from(recorder.trackSets[0]!.video!.config).toString('base64'),
      units: recorder.video.map(({ data, isKey }) => ({ data: Buffer.from(data).toString('base64'), isKey })),
    });
    expect(decoded.errors).toEqual([]);
    expect((decoded.frames * perSecond) / footage.frames.length).toBeGreaterThanOrEqual(14);
  });

  it('ffmpeg, which converts H.265, decodes 13 of 15 frames per second', async () => {
    const footage = await rtpFootage({ codec: 'h265' });
    const { recorder } = await receive(footage, 2, 'udp');
    const decoded = await decodeVideo(recorder.trackSets[0]!.video!, recorder.video);
    expect((decoded.frames * perSecond) / footage.frames.length).toBeGreaterThanOrEqual(13);
  });
});

/** Runs in the page. */
async function decode(stream: {
  codec: string;
  description: string;
  units: { data: string; isKey: boolean }[];
}): Promise<{ frames: number; errors: string[] }> {
  const bytes = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  let frames = 0;
  const errors: string[] = [];
  const decoder = new VideoDecoder({
    output(frame) {
      frames += 1;
      frame.close();
    },
    error: (error) => errors.push(String(error)),
  });
  decoder.configure({
    codec: stream.codec,
    description: bytes(stream.description),
    optimizeForLatency: true,
  });
  for (const [index, { data, isKey }] of stream.units.entries()) {
    if (decoder.state === 'closed') break;
    const timestamp = Math.round((index * 1_000_000) / 15);
    decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp, data: bytes(data) }));
    // As live: no more than a few frames wait.
    while (decoder.decodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  if (decoder.state !== 'closed') await decoder.flush().catch((error) => errors.push(String(error)));
  return { frames, errors };
}
