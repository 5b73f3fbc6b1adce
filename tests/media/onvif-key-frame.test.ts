import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { AppError } from '../../lib/kernel/app-error.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { askForKeyFrame, onvifKeyFrames } from '../../lib/media/control/onvif-key-frame.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { CameraKey, OnvifCamera } from '../../lib/media/ports.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { type OnvifDevice, type OnvifDeviceOptions, startOnvifDevice } from '../kit/onvif-device.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const network = { clock: systemClock, addressPolicy: { allowed: loopback.value, ownPorts: [] } };
const password = 'secret-4711';

describe('a camera that is reached over ONVIF', () => {
  let device: OnvifDevice;
  afterEach(() => device.stop());

  async function start(options: OnvifDeviceOptions = {}): Promise<OnvifCamera> {
    device = await startOnvifDevice({ password, ...options });
    return { kind: 'onvif', url: device.url, username: 'admin', password, channelNo: 1 };
  }

  it('is asked for a key frame in its streams', async () => {
    await askForKeyFrame(await start(), network);
    expect(device.synchronized.length).toBeGreaterThan(0);
    expect(new Set(device.synchronized).size).toBe(device.synchronized.length);
  });

  it('is asked on a recorder only in those of the channel', async () => {
    const camera = await start({ videoSources: ['front', 'yard', 'gate'] });
    await askForKeyFrame({ ...camera, channelNo: 2 }, network);
    const [asked] = device.synchronized;
    await askForKeyFrame({ ...camera, channelNo: 3 }, network);
    expect(device.synchronized).toHaveLength(2);
    expect(device.synchronized[1]).not.toBe(asked);
  });

  it('may refuse: that rejects with a code', async () => {
    const camera = await start();
    await expect(askForKeyFrame({ ...camera, password: 'wrong' }, network)).rejects.toMatchObject({
      code: 'ptz.auth',
    });
  });
});

describe('asking for key frames', () => {
  it('is not repeated for 10 minutes with a login that the camera rejected', async () => {
    const clock = new FakeClock();
    let asked = 0;
    const ask = onvifKeyFrames({
      ...network,
      clock,
      logger: silentLogger,
      cameras: {
        async find() {
          asked += 1;
          throw new AppError('ptz.auth', 'the camera refused user name or password');
        },
      },
    });
    for (let second = 0; second < 590; second += 10) {
      ask(key(1));
      await clock.advance(10_000);
    }
    expect(asked).toBe(1);
    await clock.advance(20_000);
    ask(key(1));
    expect(asked).toBe(2);
  });

  const key = (channelNo: number): CameraKey => ({
    ...{ tenantId: 't', deviceSerial: 'CAM1', profile: 'main' },
    channelNo,
  });

  it('happens once in 15 s for a channel, whatever comes of it', async () => {
    const clock = new FakeClock();
    const asked: number[] = [];
    const ask = onvifKeyFrames({
      ...network,
      clock,
      logger: silentLogger,
      cameras: {
        async find({ channelNo }) {
          asked.push(channelNo);
          if (channelNo === 2) throw new Error('the database does not respond');
          return null;
        },
      },
    });
    for (let second = 0; second < 31; second += 1) {
      ask(key(1));
      ask({ ...key(1), profile: 'sub' });
      ask(key(2));
      await clock.advance(1_000);
    }
    expect(asked).toEqual([1, 2, 1, 2, 1, 2]);
  });
});
