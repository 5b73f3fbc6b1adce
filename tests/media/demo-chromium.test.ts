/** The demo camera in the decoder of a browser. */
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { AccessUnit, TrackSet } from '../../lib/media/ports.ts';
import { demoScenes } from '../../lib/media/sources/demo/demo-camera.ts';
import { launchChromium } from '../kit/chromium.ts';
import { type FrameCode, frameCodeReaderSource, type readFrameCode } from '../kit/frame-number.ts';
import { record, startMoved } from './demo-kit.ts';

type Reader = typeof readFrameCode;

describe('Chromium', () => {
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
    await page.addScriptTag({ content: frameCodeReaderSource });
  });
  afterAll(() => browser.close());

  const cameras = demoScenes.flatMap(({ id }) =>
    (['main', 'sub'] as const).map((profile) => ({ scene: id, profile })),
  );

  it.each(cameras)(
    'decodes $scene $profile over the loop point and reads every number',
    async ({ scene, profile }) => {
      await expectReadable(await record(scene, profile, 14));
    },
  );

  it('decodes a camera that moves to all its limits and back, and reads every frame number', async () => {
    const camera = await startMoved('harbour', 'sub');
    for (const direction of ['left', 'up', 'right', 'down', 'left'] as const) {
      await camera.ptz.start(direction, 2);
      await camera.clock.advance(1_900);
      await camera.ptz.stop();
      await camera.clock.advance(300);
    }
    camera.stop();
    await expectReadable(camera);
  });

  async function expectReadable({
    tracks,
    video,
  }: {
    tracks: TrackSet;
    video: readonly AccessUnit[];
  }): Promise<void> {
    const track = tracks.video!;
    const codes = await page.evaluate(decodeAndRead, {
      codec: track.codecString,
      description: Buffer.from(track.config).toString('base64'),
      units: video.map(({ data, isKey }) => ({ data: Buffer.from(data).toString('base64'), isKey })),
    });
    const first = Math.floor((video[0]!.wallMs * 15) / 1000);
    expect(codes).toEqual(
      video.map(({ wallMs }, index) => ({ frame: first + index, madeAtMs: Math.floor(wallMs) })),
    );
  }
});

/** Runs in the page. */
async function decodeAndRead(stream: {
  codec: string;
  description: string;
  units: { data: string; isKey: boolean }[];
}): Promise<(FrameCode | null)[]> {
  const bytes = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const read = (globalThis as unknown as { readFrameCode: Reader }).readFrameCode; // defined by the script tag
  const codes: (FrameCode | null)[] = [];
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const decoder = new VideoDecoder({
    output(frame) {
      const canvas = new OffscreenCanvas(frame.displayWidth, frame.displayHeight);
      const context = canvas.getContext('2d')!;
      context.drawImage(frame, 0, 0);
      frame.close();
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      codes.push(read(data, width, height));
    },
    error: fail,
  });
  decoder.configure({
    codec: stream.codec,
    description: bytes(stream.description),
    optimizeForLatency: true,
  });
  for (const [index, { data, isKey }] of stream.units.entries()) {
    decoder.decode(
      new EncodedVideoChunk({
        type: isKey ? 'key' : 'delta',
        timestamp: Math.round((index * 1_000_000) / 15),
        data: bytes(data),
      }),
    );
  }
  await Promise.race([decoder.flush(), failed]);
  decoder.close();
  return codes;
}
