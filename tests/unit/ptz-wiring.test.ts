import { expect } from 'expect';
import { describe, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseConfig } from '../../lib/server/config.ts';
import { ptzOpener, sourceOptions } from '../../lib/server/media-wiring.ts';
import { FakeClock } from '../kit/fake-clock.ts';

describe('PTZ drivers as the server opens them', () => {
  async function wired(env: Record<string, string> = {}) {
    const parsed = parseConfig(env);
    if (!parsed.ok) throw new Error(parsed.error.join());
    const clock = new FakeClock();
    const options = await sourceOptions(parsed.value.config, {
      clock,
      logger: silentLogger,
      ownPorts: [7410],
    });
    return { clock, options, open: ptzOpener(options) };
  }

  it('a demo camera moves, has limits, and shows the view of its PTZ position', async () => {
    const { clock, options, open } = await wired();
    const ptz = await open({ kind: 'demo', deviceSerial: 'DEMO00001', channelNo: 1 });
    const seen = () => options.demoPtz.driverOf('DEMO00001', 1).positionAt(clock.monotonic());
    const home = seen();
    expect(ptz.axes).toEqual({ pan: true, tilt: true });
    for (const [direction, sign] of [
      ['right', 1],
      ['left', -1],
    ] as const) {
      expect(await ptz.start(direction, 2)).toBe('accepted');
      await clock.advance(60_000);
      expect(await ptz.start(direction, 2)).toBe('limit');
      expect(Math.sign(seen().x - home.x)).toBe(sign);
    }
    expect(options.demoPtz.driverOf('DEMO00002', 1).positionAt(clock.monotonic())).toEqual(home);
  });

  it.each([
    ['http://127.0.0.1:8000', {}],
    ['http://169.254.169.254', {}],
    ['http://192.168.1.1', { ORIEL_CAMERA_NETWORKS: '10.0.0.0/8' }],
    ['http://127.0.0.1:7410', { ORIEL_CAMERA_NETWORKS: '127.0.0.0/8' }],
  ])('%s is rejected for a camera with %j', async (url, env) => {
    const { open } = await wired(env);
    const opening = open({ kind: 'onvif', url, username: 'a', password: 'b', channelNo: 1 });
    await expect(opening).rejects.toMatchObject({ code: 'ptz.refused' });
  });
});
