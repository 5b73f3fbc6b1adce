/**
 * Frames per second that a viewer sees of a camera that loses packets, over TCP and by UDP, with both engines; what is
 * left when everything up to the next whole key frame is left out; and what ffmpeg decodes of the same packets.
 * ORIEL_BENCH_SECONDS (20) of each combination, at 15 frames per second and 800 kbit/s.
 * Needs: Chromium, ffmpeg.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import { launchChromium } from '../kit/chromium.ts';
import type { EnginePage } from '../kit/engine-page.ts';
import { startLiveTestServer } from '../kit/live-test-server.ts';
import { isKeyPacket, lossOf, type RtpFootage, rtpFootage } from '../kit/rtp-footage.ts';
import { UdpCamera } from '../kit/udp-camera.ts';

declare global {
  interface Window {
    enginePage: EnginePage;
  }
}

const run = promisify(execFile);
const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 20);
const losses = [0, 0.5, 2, 5];
const transports = ['tcp', 'udp'] as const;
const engines = ['webcodecs', 'flv'] as const;
const seed = 7;
/** Of 15, with 2 % of the packets lost. */
const target = 13;

const networks = parseNetworks('127.0.0.0/8');
if (!networks.ok) throw new Error(networks.error);
const options = {
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: networks.value, ownPorts: [] },
};

/** The first key frame arrives whole, so that every combination starts. */
function arriving(footage: RtpFootage, percent: number): (readonly Buffer[])[] {
  const isLost = lossOf(seed, percent);
  return footage.frames.map((packets, frame) => packets.filter(() => !isLost() || frame === 0));
}

function startCamera(footage: RtpFootage, percent: number): Promise<UdpCamera> {
  const frames = arriving(footage, percent);
  return UdpCamera.start({
    sdp: footage.sdp,
    playing: (connection) => {
      const startedAt = performance.now();
      let next = 0;
      connection.every(10, () => {
        const due = ((performance.now() - startedAt) * footage.fps) / 1_000;
        for (; next <= due && next < frames.length; next += 1)
          for (const packet of frames[next]!) connection.send(packet);
      });
    },
  });
}

async function watched(
  browser: Browser,
  footage: RtpFootage,
  percent: number,
  transport: (typeof transports)[number],
  engine: (typeof engines)[number],
): Promise<number> {
  const camera = await startCamera(footage, percent);
  const server = await startLiveTestServer({
    openOwn: () =>
      new RtspSource({ kind: 'rtsp', url: camera.url, username: '', password: '', transport }, options),
  });
  const page = await browser.newPage();
  try {
    await page.goto(server.pageUrl());
    await page.waitForFunction(() => 'enginePage' in window);
    await page.evaluate(([kind, place]) => window.enginePage.open(kind, place), [
      engine,
      server.target('OWN'),
    ] as const);
    // Without the start and the end of the footage.
    const shown = () =>
      page.evaluate(() => {
        const stats = window.enginePage
          .events()
          .flatMap(({ at, event }) =>
            event.type === 'stats' ? [{ at, frames: event.stats.framesShown }] : [],
          );
        return stats.at(-1) ?? { at: performance.now(), frames: 0 };
      });
    await page.waitForTimeout(3_000);
    const first = await shown();
    await page.waitForTimeout((seconds - 6) * 1_000);
    const last = await shown();
    return ((last.frames - first.frames) * 1_000) / (last.at - first.at);
  } finally {
    await page.close();
    await server.close();
    await camera.stop();
  }
}

async function decodedByFfmpeg(
  footage: RtpFootage,
  percent: number,
  transport: (typeof transports)[number],
): Promise<number> {
  const camera = await startCamera(footage, percent);
  try {
    const length = ['-t', String(seconds - 2)];
    const input = ['-rtsp_transport', transport, '-i', camera.url];
    const { stderr } = await run(
      'ffmpeg',
      ['-nostdin', '-stats', ...input, ...length, '-fps_mode', 'passthrough', '-f', 'null', '-'],
      { timeout: (seconds + 20) * 1_000 },
    );
    const frames = Number([...stderr.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1] ?? 0);
    return frames / (seconds - 2);
  } finally {
    await camera.stop();
  }
}

/** Without the handling of losses. */
function untilKeyFrame(footage: RtpFootage, percent: number): number {
  const arrived = arriving(footage, percent);
  let isWaiting = true;
  const shown = footage.frames.filter((packets, frame) => {
    isWaiting = arrived[frame]!.length < packets.length || (isWaiting && !packets.some(isKeyPacket));
    return !isWaiting;
  });
  return (shown.length * footage.fps) / footage.frames.length;
}

const round = (value: number): number => Math.round(value * 10) / 10;

const footage = await rtpFootage({ seconds });
const browser = await launchChromium();
const peers: Record<string, number> = {};
let worst = Number.POSITIVE_INFINITY;
try {
  for (const percent of losses) {
    peers[`${percent} %, until the next key frame`] = round(untilKeyFrame(footage, percent));
    for (const transport of transports) {
      for (const engine of engines) {
        const rate = await watched(browser, footage, percent, transport, engine);
        if (percent === 2) worst = Math.min(worst, rate);
        peers[`${percent} %, ${transport}, ${engine}`] = round(rate);
      }
      peers[`${percent} %, ${transport}, ffmpeg`] = round(await decodedByFfmpeg(footage, percent, transport));
    }
    for (const [name, rate] of Object.entries(peers)) {
      if (name.startsWith(`${percent} %`)) console.log(`${name}: ${rate} frames per second`);
    }
  }
} finally {
  await browser.close();
}
console.log(
  JSON.stringify({
    ...{ bench: 'lossy-camera', value: round(worst), unit: 'frames per second of 15, worst at 2 % loss' },
    ...{ target, ok: worst >= target, peers },
  }),
);
