import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { AppError } from '../../lib/kernel/app-error.ts';
import type { PtzDriver, PtzSpec } from '../../lib/media/ports.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { addForeignDevice, type TestDomain, testDomain } from '../kit/domain.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { FakePtz } from '../kit/fake-ptz.ts';
import { recordLog } from '../kit/record-log.ts';

const ptzStart = '/api/lapp/device/ptz/start';
const ptzStop = '/api/lapp/device/ptz/stop';
const deviceCapacity = '/api/lapp/device/capacity';
const serial = 'DEMO00001';

const directions = { up: '0', down: '1', left: '2', right: '3' } as const;
const from = (clientAddress: string) => ({ headers: { 'x-oriel-client-address': clientAddress } });

describe.each(anyEngine)('PTZ by the open-platform API on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let clock: FakeClock;
  let app: Awaited<ReturnType<TestDomain['integrator']>>;
  let ptz: FakePtz;
  let openPtz: (spec: PtzSpec) => Promise<PtzDriver>;
  let opened: PtzSpec[];
  let record: ReturnType<typeof recordLog>;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    clock = new FakeClock();
    record = recordLog();
    ptz = new FakePtz(clock);
    opened = [];
    openPtz = async () => ptz;
    domain = await testDomain(database, {
      clock,
      log: record.log,
      openPtz: async (spec) => {
        opened.push(spec);
        return openPtz(spec);
      },
    });
    app = await domain.integrator();
  });

  const form = (change: Record<string, string> = {}) => ({
    deviceSerial: serial,
    channelNo: '1',
    speed: '1',
    direction: directions.left,
    accessToken: app.accessToken,
    ...change,
  });
  const startMove = (change: Record<string, string> = {}, init = {}) =>
    domain.call(ptzStart, form(change), init);
  const stopMove = (change: Record<string, string> = {}, init = {}) =>
    domain.call(ptzStop, form(change), init);
  const issue = (request: object = {}) =>
    domain.operator.run('token.issue', { appKey: app.appKey, ...request });

  it.each(Object.entries(directions))(
    'moves %s (direction %s) with code 200 操作成功!',
    async (directionName, direction) => {
      const answer = await startMove({ direction });
      expect(answer).toMatchObject({ status: 200, code: '200', msg: '操作成功!' });
      expect(ptz.commands).toEqual([directionName]);
      expect(await stopMove({ direction })).toMatchObject({ status: 200, code: '200', msg: '操作成功!' });
      expect(ptz.isMoving).toBe(false);
      expect(opened).toEqual([{ kind: 'demo', deviceSerial: serial, channelNo: 1 }]);
    },
  );

  it('returns 200 for a stop of a camera that does not move', async () => {
    expect(await stopMove()).toMatchObject({ code: '200' });
    await startMove();
    await stopMove();
    expect(await stopMove()).toMatchObject({ code: '200' });
  });

  it.each([
    ['up', '60002', '上'],
    ['down', '60003', '下'],
    ['left', '60004', '左'],
    ['right', '60005', '右'],
  ] as const)('at the %s limit returns %s', async (directionName, code, limitText) => {
    ptz.range = { x: 0, y: 0 };
    const answer = await startMove({ direction: directions[directionName] });
    expect(answer).toMatchObject({ status: 200, code, msg: expect.stringContaining(limitText) });
    expect(record.lines.join('\n')).toMatch(/PTZ: limit reached/);
  });

  describe('a request without permission', () => {
    it.each([ptzStart, ptzStop])('is rejected by %s as by every other call', async (path) => {
      await addForeignDevice(database, 'FOREIGN');
      await domain.operator.run('camera.disable', { serial: 'DEMO00002' });
      const { accessToken: liveOnly } = await issue({ capabilities: ['live'] });
      const { accessToken: other } = await issue({ cameras: ['DEMO00002'] });
      const { accessToken: one } = await issue({ cameras: [`${serial}:1`] });
      const code = async (change: Record<string, string>) => (await domain.call(path, form(change))).code;
      expect(await code({ accessToken: 'x'.repeat(43) })).toBe('10002');
      expect(await code({ accessToken: liveOnly })).toBe('10031');
      expect(await code({ accessToken: other })).toBe('10031');
      expect(await code({ accessToken: one })).toBe('200');
      expect(await code({ accessToken: one, channelNo: '2' })).toBe('10031');
      expect(await code({ channelNo: '2' })).toBe('20032');
      expect(await code({ deviceSerial: 'FOREIGN' })).toBe('20002');
      expect(await code({ deviceSerial: 'DEMO00002' })).toBe('20002');
      expect(await code({ deviceSerial: 'MISSING' })).toBe('20002');
    });

    it.each([
      ['direction', { direction: '4' }],
      ['direction', { direction: 'up' }],
      ['speed', { speed: '9' }],
      ['speed', { speed: '-1' }],
      ['channelNo', { channelNo: '0' }],
      ['channelNo', { channelNo: '257' }],
      ['channelNo', { channelNo: '1e0' }],
      ['deviceSerial', { deviceSerial: '../1' }],
      ['viewer', { viewer: 'a b' }],
    ])('returns 10001 for an invalid %s', async (field, change) => {
      expect(await startMove(change as Record<string, string>)).toMatchObject({
        code: '10001',
        msg: expect.stringContaining(field),
      });
      expect(ptz.attempts.start).toBe(0);
    });

    it('may start without speed, and stop without direction', async () => {
      const { speed: _, ...noSpeed } = form();
      expect((await domain.call(ptzStart, noSpeed)).code).toBe('200');
      const { direction: __, ...noDirection } = form();
      expect((await domain.call(ptzStop, noDirection)).code).toBe('200');
      expect(ptz.isMoving).toBe(false);
    });

    it('is limited with 10029 after 100 starts in 10 s', async () => {
      for (let press = 0; press < 100; press += 1) expect((await startMove()).code).toBe('200');
      expect(await startMove()).toMatchObject({ status: 429, code: '10029' });
      expect((await stopMove()).code).toBe('200');
      await clock.advance(10_000);
      expect((await startMove()).code).toBe('200');
    });
  });

  describe('the lease', () => {
    it('ends the motion 1,000 ms after the last start when the stop is lost', async () => {
      for (let press = 0; press < 5; press += 1) {
        await startMove();
        await clock.advance(400);
      }
      expect(ptz.isMoving).toBe(true);
      await clock.advance(600);
      expect(ptz.isMoving).toBe(false);
      const { x } = ptz.position;
      await clock.advance(60_000);
      expect(ptz.position.x).toBe(x);
    });

    it('is what ends it: a camera started directly continues (control)', async () => {
      await ptz.start('left');
      await clock.advance(60_000);
      expect(ptz.isMoving).toBe(true);
    });

    it('lets one viewer control the camera at a time and returns 3860009 to others', async () => {
      const { accessToken } = await issue();
      await startMove();
      const second = await startMove({ accessToken, direction: directions.right });
      expect(second).toMatchObject({ status: 200, code: '3860009' });
      expect(second.msg).not.toBe('');
      expect((await stopMove({ accessToken })).code).toBe('200');
      expect(ptz.commands).toEqual(['left']);
      await stopMove();
      expect((await startMove({ accessToken, direction: directions.right })).code).toBe('200');
    });

    it('distinguishes viewers with one token by address or by viewer name', async () => {
      await startMove({}, from('203.0.113.1'));
      expect((await startMove({}, from('203.0.113.2'))).code).toBe('3860009');
      await stopMove({}, from('203.0.113.1'));
      await startMove({ viewer: 'a' }, from('203.0.113.1'));
      expect((await startMove({ viewer: 'b' }, from('203.0.113.1'))).code).toBe('3860009');
      // The same viewer continues with a new token.
      const { accessToken } = await issue();
      const turned = await startMove(
        { viewer: 'a', accessToken, direction: directions.up },
        from('203.0.113.1'),
      );
      expect(turned.code).toBe('200');
      expect(ptz.commands).toEqual(['left', 'stop', 'left', 'up']);
    });

    it('cannot be taken over by other viewers with the same token, however often they try', async () => {
      await startMove({ viewer: 'a' });
      for (let press = 0; press < 150; press += 1) {
        expect((await startMove({ viewer: `b${press}`, direction: directions.right })).code).toBe('3860009');
      }
      expect((await startMove({ viewer: 'a' })).code).toBe('200');
      expect(ptz.commands).toEqual(['left']);
      await stopMove({ viewer: 'a' });
      expect((await startMove({ viewer: 'b' })).code).toBe('200');
    });

    it('is separate for each channel and organisation', async () => {
      await domain.operator.run('camera.add', {
        serial,
        channelNo: 2,
        name: '二',
        main: { kind: 'demo', scene: 'yard' },
      });
      const { accessToken } = await issue();
      await startMove();
      expect((await startMove({ accessToken, channelNo: '2' })).code).toBe('200');
      expect(opened.map((spec) => spec.channelNo)).toEqual([1, 2]);
    });

    it("sends its holder's commands to the camera once for each change", async () => {
      for (const direction of [
        directions.left,
        directions.left,
        directions.up,
        directions.up,
        directions.right,
      ]) {
        await startMove({ direction });
        await clock.advance(100);
      }
      expect(ptz.commands).toEqual(['left', 'up', 'right']);
    });
  });

  describe('stops the camera at once', () => {
    beforeEach(async () => {
      await startMove();
      expect(ptz.isMoving).toBe(true);
    });
    const settled = async () => {
      await clock.advance(0);
      return ptz.isMoving;
    };

    it('when the grant is revoked', async () => {
      await domain.operator.run('token.revoke', { grantId: app.grantId });
      expect(await settled()).toBe(false);
      expect((await startMove()).code).toBe('10002');
    });

    it('when the application is disabled', async () => {
      await domain.operator.run('app.disable', { appKey: app.appKey });
      expect(await settled()).toBe(false);
    });

    it('when the device is disabled, and does not start it afterwards', async () => {
      await domain.operator.run('camera.disable', { serial });
      expect(await settled()).toBe(false);
      expect((await startMove()).code).toBe('20002');
      expect(ptz.isClosed).toBe(true);
    });

    it('when the device is removed', async () => {
      await domain.operator.run('camera.remove', { serial });
      expect(await settled()).toBe(false);
    });

    it('when the server stops, and does not start it afterwards', async () => {
      await domain.ptz.close();
      expect(ptz.isMoving).toBe(false);
      expect((await startMove()).code).toBe('60006');
      expect(ptz.commands).toEqual(['left', 'stop']);
      await domain.ptz.close();
    });

    it('and no later than a second after a revocation in another process', async () => {
      // This process receives no event; the next start reads the database.
      await database.db.updateTable('accessTokenGrant').set({ revokedAt: clock.now() }).execute();
      expect((await startMove()).code).toBe('10002');
      await clock.advance(1_000);
      expect(ptz.isMoving).toBe(false);
    });
  });

  describe('a camera that cannot be controlled', () => {
    it.each([
      ['ptz.unreachable', '20007'],
      ['ptz.refused', '20007'],
      ['ptz.auth', '60006'],
      ['ptz.protocol', '60006'],
      ['ptz.unsupported', '60000'],
    ])('maps %s to %s, and only logs the reason', async (reason, code) => {
      openPtz = () => Promise.reject(new AppError(reason, 'the reason why'));
      const answer = await startMove();
      expect(answer).toMatchObject({ status: 200, code });
      expect(answer.text).not.toMatch(/head\.|reason/);
      expect(record.lines.join('\n')).toContain('the reason why');
    });

    it('returns 60000 for a channel without PTZ', async () => {
      const main = { kind: 'rtsp', url: 'rtsp://192.168.1.2/main' } as const;
      await domain.operator.run('camera.add', { serial: 'CAM1', name: '门口', main });
      expect((await startMove({ deviceSerial: 'CAM1' })).code).toBe('60000');
      expect(opened).toEqual([]);
    });

    it('returns 20007 for a stop that failed, and retries it', async () => {
      await startMove();
      ptz.stopError = new AppError('ptz.unreachable', 'no answer in time');
      expect((await stopMove()).code).toBe('20007');
      ptz.stopError = null;
      await clock.advance(1_000);
      expect(ptz.isMoving).toBe(false);
    });
  });

  it('logs each start, limit and stop with viewer, channel and reason, without secrets', async () => {
    ptz.range = { x: 0, y: 0 };
    await startMove({}, from('203.0.113.1'));
    await stopMove({}, from('203.0.113.1'));
    const lines = record.lines.filter((line) => line.includes('PTZ: '));
    expect(lines.map((line) => /PTZ: [a-z ]+/.exec(line)?.[0].trim())).toEqual([
      'PTZ: start',
      'PTZ: limit reached',
      'PTZ: stop',
    ]);
    for (const line of lines) {
      expect(line).toContain(app.grantId);
      expect(line).toContain(`"serial":"${serial}","channelNo":1`);
      expect(line).toContain('203.0.113.1');
    }
    expect(record.lines.join('\n')).not.toContain(app.accessToken);
  });

  describe('POST /api/lapp/device/capacity', () => {
    const capacity = async (change: Record<string, string> = {}) =>
      (await domain.call(deviceCapacity, { deviceSerial: serial, accessToken: app.accessToken, ...change }))
        .data;

    it('returns the PTZ directions of the camera, and the last known ones if it fails', async () => {
      expect(await capacity()).toEqual({
        support_live: '1',
        support_encrypt: '1',
        support_talk: '1',
        support_ptz: '1',
        ptz_top_bottom: '1',
        ptz_left_right: '1',
        support_voice: '1',
        support_cloud_rec: '0',
        support_local_rec: '0',
      });
      ptz.axes = { pan: true, tilt: false };
      // Capabilities are cached, because each query goes to the camera.
      expect(await capacity()).toMatchObject({ ptz_top_bottom: '1' });
      await clock.advance(11 * 60_000);
      expect(await capacity()).toMatchObject({ support_ptz: '1', ptz_top_bottom: '0', ptz_left_right: '1' });
    });

    const addOnvif = () =>
      domain.operator.run('camera.add', {
        serial: 'CAM1',
        name: '门口',
        main: { kind: 'rtsp', url: 'rtsp://192.168.1.2/main', username: 'admin', password: 'one' },
        onvif: { url: 'http://192.168.1.2:8000/onvif/device_service' },
      });
    const none = { support_ptz: '0', ptz_top_bottom: '0', ptz_left_right: '0' };

    it('returns no PTZ for a camera without it, without querying the camera', async () => {
      const main = { kind: 'rtsp', url: 'rtsp://192.168.1.2/main' } as const;
      await domain.operator.run('camera.add', { serial: 'CAM1', name: '门口', main });
      expect(await capacity({ deviceSerial: 'CAM1' })).toMatchObject(none);
      expect(opened).toEqual([]);
    });

    it('waits at most a second for the camera, then returns the last known capabilities', async () => {
      await addOnvif();
      openPtz = () => new Promise(() => {});
      const requested = capacity({ deviceSerial: 'CAM1' });
      await waitFor(() => opened.length === 1);
      await clock.advance(1_000);
      expect(await requested).toMatchObject(none);
      await domain.operator.run('camera.update', {
        serial: 'CAM1',
        onvif: { url: 'http://192.168.1.2:8001/onvif/device_service' },
      });
      openPtz = async () => ptz;
      expect(await capacity({ deviceSerial: 'CAM1' })).toMatchObject({ support_ptz: '1' });
      // Still known after a restart while the camera is offline.
      const later = await testDomain(database, {
        clock,
        secrets: domain.secrets,
        openPtz: () => Promise.reject(new AppError('ptz.unreachable', 'away')),
      });
      const again = await later.call(deviceCapacity, {
        deviceSerial: 'CAM1',
        accessToken: app.accessToken,
      });
      expect(again.data).toMatchObject({ support_ptz: '1', ptz_top_bottom: '1', ptz_left_right: '1' });
    });

    it('returns no PTZ for a token without that capability, without querying the camera', async () => {
      await addOnvif();
      const { accessToken } = await issue({ capabilities: ['live'] });
      expect(await capacity({ deviceSerial: 'CAM1', accessToken })).toMatchObject(none);
      expect(opened).toEqual([]);
      expect(await capacity({ deviceSerial: 'CAM1' })).toMatchObject({ support_ptz: '1' });
    });

    it('covers the channels of the token, or the requested one', async () => {
      await addOnvif();
      const main = { kind: 'rtsp', url: 'rtsp://192.168.1.2/second' } as const;
      await domain.operator.run('camera.add', { serial: 'CAM1', channelNo: 2, name: '二', main });
      const request = (change = {}) => capacity({ deviceSerial: 'CAM1', ...change });
      expect(await request()).toMatchObject({ support_ptz: '1' });
      expect(await request({ channelNo: '1' })).toMatchObject({ support_ptz: '1' });
      expect(await request({ channelNo: '2' })).toMatchObject({ support_ptz: '0' });
      const { accessToken } = await issue({ cameras: ['CAM1:2'] });
      expect(await request({ accessToken })).toMatchObject({ support_ptz: '0' });
      expect(await request({ accessToken, channelNo: '1' })).toMatchObject({ support_ptz: '0' });
    });
  });
});

/** Polls until true: the database works in real time. */
async function waitFor(isDone: () => boolean): Promise<void> {
  for (let attempts = 0; attempts < 500 && !isDone(); attempts += 1)
    await new Promise((next) => setTimeout(next, 10));
  expect(isDone()).toBe(true);
}
