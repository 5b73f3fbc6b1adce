import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { onvifRecordings } from '../../lib/media/control/onvif-recordings.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { type OnvifDevice, type OnvifDeviceOptions, startOnvifDevice } from '../kit/onvif-device.ts';
import { type RecordingServicesOptions, recordingServices } from '../kit/onvif-recordings.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const allowed = loopback.value;
const password = 'one <two> & "three"';

/** 2026-03-01, by hour and minute. */
const at = (hour: number, minute = 0) => Date.UTC(2026, 2, 1, hour, minute);
const stretch = (from: number, to: number) => ({ fromMs: from, toMs: to });
const day = [at(0), at(24)] as const;
const morning = stretch(at(6), at(9, 30));
const evening = stretch(at(18), at(20));

describe('recordings in the camera (ONVIF profile G)', () => {
  let device: OnvifDevice;
  afterEach(() => device.stop());

  async function start(
    store: Partial<RecordingServicesOptions> = {},
    options: OnvifDeviceOptions = {},
  ): Promise<void> {
    const recordings = recordingServices({
      sources: [{ token: 'REC&1', stretches: [morning, evening] }],
      replayUrl: 'rtsp://127.0.0.1:5544/replay?rec=1',
      ...store,
    });
    device = await startOnvifDevice({ password, recordings, ...options });
  }
  const recordings = (networks = allowed) =>
    onvifRecordings({ clock: systemClock, addressPolicy: { allowed: networks, ownPorts: [] } });
  const camera = (change = {}) => ({
    kind: 'onvif' as const,
    url: device.url,
    username: 'admin',
    password,
    channelNo: 1,
    ...change,
  });

  it('lists the recorded stretches of a range, clipped to it', async () => {
    await start();
    expect(await recordings().stretches(camera(), ...day)).toEqual([morning, evening]);
    expect(await recordings().stretches(camera(), at(7), at(19))).toEqual([
      stretch(at(7), at(9, 30)),
      stretch(at(18), at(19)),
    ]);
    expect(await recordings().stretches(camera(), at(10), at(17))).toEqual([]);
    expect(await recordings().stretches(camera(), at(48), at(72))).toEqual([]);
  });

  it('reads all pages of a long history', async () => {
    const many = Array.from({ length: 40 }, (_, index) => stretch(at(0, index * 30), at(0, index * 30 + 10)));
    await start({ sources: [{ token: 'REC1', stretches: many }], pageSize: 7 });
    expect(await recordings().stretches(camera(), ...day)).toEqual(many);
    expect(device.received.filter((name) => name === 'GetEventSearchResults')).toHaveLength(12);
  });

  it('uses the changes of the recording where the camera reports none of its tracks', async () => {
    await start({ history: 'recordings' });
    expect(await recordings().stretches(camera(), ...day)).toEqual([morning, evening]);
  });

  it('lists the whole recording where the camera keeps no history', async () => {
    await start({ history: 'none' });
    expect(await recordings().stretches(camera(), ...day)).toEqual([stretch(at(6), at(20))]);
  });

  it('reads the recordings of its own channel of a recorder, and of no other', async () => {
    const sources = [
      { token: 'A', sourceId: 'VS1', stretches: [morning] },
      { token: 'B', sourceId: 'VS2', stretches: [evening] },
    ];
    await start({ sources });
    expect(await recordings().stretches(camera(), ...day)).toEqual([morning]);
    expect(await recordings().stretches(camera({ channelNo: 2 }), ...day)).toEqual([evening]);
    expect(await recordings().stretches(camera({ channelNo: 3 }), ...day)).toEqual([]);
  });

  it('logs in with HTTP digest, and by the clock of the camera', async () => {
    await start({}, { login: 'digest', clockAheadMs: 3_600_000 });
    expect(await recordings().inspect(camera())).toEqual({ recorded: stretch(at(6), at(20)) });
    await device.stop();
    await start({}, { clockAheadMs: -86_400_000 });
    expect(await recordings().inspect(camera())).toEqual({ recorded: stretch(at(6), at(20)) });
  });

  it('logs in with HTTP digest, with characters of any language', async () => {
    const login = { username: '管理员', password: 'пароль-é' };
    await start({}, { login: 'digest', realm: '摄像机', ...login });
    expect(await recordings().inspect(camera(login))).toEqual({ recorded: stretch(at(6), at(20)) });
  });

  it('finds the address for replay, on the host of the camera and with its login', async () => {
    await start({ replayUrl: 'rtsp://user:secret@10.255.255.1:5544/replay?rec=1' });
    expect(await recordings().replay(camera(), at(7))).toEqual({
      source: { kind: 'rtsp', url: 'rtsp://127.0.0.1:5544/replay?rec=1', username: 'admin', password },
      isForAll: true,
    });
    await expect(recordings().replay(camera(), at(21))).rejects.toMatchObject({
      code: 'recordings.notFound',
    });
  });

  it('replays the recording that has the requested time, of several', async () => {
    const sources = [
      { token: 'OLD', stretches: [morning] },
      { token: 'NEW', stretches: [evening] },
    ];
    await start({ sources });
    const tokens = () => [...device.raw.matchAll(/<RecordingToken>(\w+)</g)].map(([, token]) => token);
    await recordings().replay(camera(), at(8));
    await recordings().replay(camera(), at(18, 30));
    expect(tokens()).toEqual(['OLD', 'NEW']);
  });

  it.each([
    ['has no service for it', { has: [] }],
    ['searches but does not replay', { has: ['recording', 'search'] as const }],
  ])('reports that a camera is not supported which %s', async (_, store) => {
    await start(store);
    const failure = {
      code: 'recordings.unsupported',
      message: 'the camera offers no search or replay of recordings',
    };
    await expect(recordings().stretches(camera(), ...day)).rejects.toMatchObject(failure);
    await expect(recordings().replay(camera(), at(8))).rejects.toMatchObject(failure);
    await expect(recordings().inspect(camera())).rejects.toMatchObject(failure);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'recordings.auth'],
    ['an address that is no camera', { url: 'http://127.0.0.1:1/' }, 'recordings.unreachable'],
    ['an address that is not allowed', { url: 'http://169.254.169.254/' }, 'recordings.refused'],
  ])('reports %s', async (_, change, code) => {
    await start();
    await expect(recordings().stretches(camera(change), ...day)).rejects.toMatchObject({ code });
    expect(device.refusedLogins).toBeLessThanOrEqual(1);
  });

  it.each(['brokenXml', 'html', 'entityBomb', 'huge', 'deep'] as const)(
    'ends with an error for the response "%s"',
    async (behaviour) => {
      await start();
      device.behaviour = behaviour;
      await expect(recordings().stretches(camera(), ...day)).rejects.toMatchObject({
        code: expect.stringMatching(/^recordings\.(protocol|unsupported)$/),
      });
    },
  );

  it('ends a search that never finishes', async () => {
    await start({ pageSize: 0 });
    await expect(recordings().stretches(camera(), ...day)).resolves.toEqual([]);
    expect(device.received.filter((name) => name === 'GetRecordingSearchResults')).toHaveLength(25);
    expect(device.received).toContain('EndSearch');
  });
});
