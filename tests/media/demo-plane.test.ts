/** From a PTZ command to the bytes of a viewer, with the server's wiring. */
import { expect } from 'expect';
import { it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane } from '../../lib/media/live-plane.ts';
import type { LiveViewer } from '../../lib/media/outputs/flv/live-viewer.ts';
import { demoHome } from '../../lib/media/sources/demo/demo-view.ts';
import { createSourceFactory } from '../../lib/media/sources/open-source.ts';
import { parseConfig } from '../../lib/server/config.ts';
import { ptzOpener, sourceOptions } from '../../lib/server/media-wiring.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { ffmpeg } from './demo-kit.ts';
import { Reference } from './demo-reference.ts';

/** Keeps the FLV bytes it receives. */
function keepingViewer() {
  const bytes: Buffer[] = [];
  const viewer: LiveViewer = {
    open() {},
    hasCapacity: () => true,
    write: ({ body }) => void bytes.push(body),
    cork() {},
    uncork() {},
    end() {},
  };
  return { viewer, bytes };
}

const size = 320 * 180;

/** Luma of all frames. */
async function framesOf(flv: Buffer): Promise<Buffer[]> {
  const args = ['-f', 'flv', '-i', 'pipe:0', '-vsync', '0', '-an', '-vf', 'extractplanes=y'];
  const raw = await ffmpeg([...args, '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'], flv);
  return Array.from({ length: raw.length / size }, (_, index) =>
    raw.subarray(index * size, (index + 1) * size),
  );
}

it('a PTZ command moves the view of its own device only, not of another with the same scene', async () => {
  const clock = new FakeClock(1_760_000_000_123);
  const config = parseConfig({});
  if (!config.ok) throw new Error(config.error.join());
  const opening = await sourceOptions(config.value.config, { clock, logger: silentLogger, ownPorts: [] });
  const plane = createLivePlane({
    sources: createSourceFactory(opening),
    directory: {
      find: async ({ profile }) => ({ kind: 'demo', scene: 'harbour', profile }),
      onChanged: () => () => undefined,
      onMissed: () => () => undefined,
    },
    clock,
    logger: silentLogger,
    random: () => 0.5,
  });
  const watch = (deviceSerial: string) => {
    const { viewer, bytes } = keepingViewer();
    plane.subscribe({ tenantId: 't', deviceSerial, channelNo: 1, profile: 'sub', video: 'asSent' }, viewer);
    return bytes;
  };
  const [reported, other] = [watch('DEMO00001'), watch('DEMO00002')];
  await clock.advance(0);
  await clock.advance(500);
  const head = await ptzOpener(opening)({ kind: 'demo', deviceSerial: 'DEMO00001', channelNo: 1 });
  expect(await head.start('right', 1)).toBe('accepted');
  await clock.advance(1_000);
  await head.stop();
  await clock.advance(500);
  const [moved, still] = await Promise.all([reported, other].map((bytes) => framesOf(Buffer.concat(bytes))));
  plane.close();

  const reference = new Reference('harbour', 'sub', Math.floor((1_760_000_000_123 * 15) / 1000));
  const last = moved!.length - 1;
  expect(still).toHaveLength(moved!.length);
  expect(last).toBeGreaterThan(25);
  expect(reference.difference(moved![last]!, last, { x: demoHome.x + 120, y: demoHome.y })).toBeLessThan(3);
  expect(reference.difference(still![last]!, last, demoHome)).toBeLessThan(3);
  expect(reference.difference(moved![last]!, last, demoHome)).toBeGreaterThan(6);
});
