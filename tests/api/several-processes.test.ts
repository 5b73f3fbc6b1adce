import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import { transact } from '../../lib/db/transact.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane, type LivePlane } from '../../lib/media/live-plane.ts';
import { parseCameraUrl } from '../../lib/media/net/camera-url.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { Connections } from '../../lib/media/outputs/flv/delivery/connections.ts';
import { createSourceFactory } from '../../lib/media/sources/open-source.ts';
import type { StreamEnd } from '../../lib/media/stream/reader.ts';
import { ok } from '../kit/camera-console.ts';
import { type TestConsole, testConsole, testPassword } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { testSecrets } from '../kit/domain.ts';
import { type FakeCamera, startFakeCamera } from '../kit/fake-camera.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { blockListeners } from '../kit/postgres.ts';
import { solveCaptcha } from '../kit/solve-captcha.ts';
import { until, wait } from '../kit/steady-viewer.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const sources = createSourceFactory({
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: loopback.value, ownPorts: [] },
  demo: () => {
    throw new Error('this test uses no demo camera');
  },
});
const ours = tenantScope('default');

/** Polls until `holds` is true: the other process receives change events in real time. */
async function soon<T>(
  what: string,
  readValue: () => Promise<T>,
  holds: (seen: T) => boolean,
): Promise<void> {
  let seen = await readValue();
  for (let poll = 0; !holds(seen); poll += 1) {
    if (poll === 1_000) throw new Error(`timed out waiting for ${what}; last value ${JSON.stringify(seen)}`);
    await wait(10);
    seen = await readValue();
  }
}

/** The clocks do not advance, so no change is found by periodic polling. */
describe.each([
  { name: 'one process on the embedded database', start: engines[0].start, processes: 1 },
  { name: 'two processes on one PostgreSQL', start: engines[1].start, processes: 2 },
])('$name', ({ start, processes }) => {
  let bench: DatabaseBench;
  const open: OpenDatabase[] = [];
  let here: TestConsole;
  let there: TestConsole;
  let cameras: [FakeCamera, FakeCamera];

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    const place = await bench.migrated();
    const secrets = testSecrets();
    const consoles: TestConsole[] = [];
    for (let made = 0; made < processes; made += 1) {
      const database = await openDatabase(place);
      open.push(database);
      if (processes > 1) await listening(database);
      consoles.push(await testConsole(database, { secrets, checkCameraUrl: parseCameraUrl }));
    }
    [here, there] = [consoles[0]!, consoles.at(-1)!];
    await allReceived();
    const camera = () => startFakeCamera({ playing: (connection) => connection.stream() });
    cameras = [await camera(), await camera()];
  });
  afterEach(async () => {
    here.stop();
    there.stop();
    for (const database of open.splice(0)) await database.close();
    for (const camera of cameras) await camera.stop();
  });

  /** Resolves when the first connection reports that events may have been missed. */
  async function listening({ changes }: OpenDatabase): Promise<void> {
    let isListening = false;
    changes.listen('ptz', {
      onReceived: () => {},
      missed() {
        isListening = true;
      },
    });
    await until('listening', () => isListening);
  }

  /** Waits until all events from setting up the consoles have arrived: events are delivered in order. */
  async function allReceived(): Promise<void> {
    const receivers = new Set<OpenDatabase>();
    const stops = open.map((database) =>
      database.changes.listen('ptz', { onReceived: () => receivers.add(database), missed: () => {} }),
    );
    const { db, changes } = there.database;
    await transact(db, (transaction) => changes.notify(transaction, 'ptz', ['default/NONE/1']));
    await until('all events', () => receivers.size === open.length);
    for (const stop of stops) stop();
  }

  const plays = ({ requests }: FakeCamera) => requests.filter(({ method }) => method === 'PLAY').length;
  const isDisconnected = ({ connections }: FakeCamera) => connections.every(({ socket }) => socket.destroyed);

  /** Plays the camera GATE1 in this process. */
  async function watched(): Promise<{ plane: LivePlane; ended: StreamEnd[] }> {
    const main = { kind: 'rtsp', url: cameras[0].url } as const;
    await there.operator.run('camera.add', { serial: 'GATE1', name: '大门', main });
    const plane = createLivePlane({
      sources,
      directory: here.sources,
      clock: systemClock,
      logger: silentLogger,
      random: Math.random,
    });
    const ended: StreamEnd[] = [];
    const key = {
      tenantId: 'default',
      deviceSerial: 'GATE1',
      channelNo: 1,
      profile: 'main',
      video: 'asSent',
    };
    plane.subscribe(key as Parameters<LivePlane['subscribe']>[0], {
      open() {},
      hasCapacity: () => true,
      write() {},
      cork() {},
      uncork() {},
      end: (end) => void ended.push(end),
    });
    await until('frames', () => plane.statuses()[0]?.state === 'live');
    return { plane, ended };
  }

  const move = () => there.operator.run('camera.update', { serial: 'GATE1', mainUrl: cameras[1].url });

  it('replaces a running source whose address was changed', async () => {
    const { plane, ended } = await watched();
    await move();
    await until('the other camera', () => plays(cameras[1]) > 0);
    await until('frames of the other camera', () => plane.statuses()[0]?.state === 'live');
    await until('the end of the old connection', () => isDisconnected(cameras[0]));
    expect(plays(cameras[1])).toBe(1);
    expect(ended).toEqual([]);
    plane.close();
  });

  it.each([
    ['', (row: object) => ({ body: row })],
    // The second device does not exist, so the rows are changed one by one.
    [
      '/changeStatus/batch',
      (row: object) => ({ body: [row, { id: '0'.repeat(32), version: 1, status: '1' }] }),
    ],
  ])('ends a stream whose camera was disabled in a list: PUT /iot/device%s', async (path, bodyOf) => {
    const { plane, ended } = await watched();
    const admin = await there.root();
    const { records } = ok(await admin.call('GET', '/iot/device/page', { query: { serial: 'GATE1' } }));
    const { id, version } = records[0];
    ok(await admin.call('PUT', `/iot/device${path}`, bodyOf({ id, version, status: '1' })));
    await until('the end of the stream', () => ended.length > 0);
    expect(ended).toEqual([expect.objectContaining({ code: 'stream.notFound' })]);
    await until('the end of the connection', () => isDisconnected(cameras[0]));
    plane.close();
  });

  it('refuses the recordings of a camera that was removed, and whose serial number another one has', async () => {
    const main = { kind: 'rtsp', url: cameras[0].url } as const;
    const add = () => there.operator.run('camera.add', { serial: 'GATE1', name: '大门', main });
    await add();
    const { accessToken } = await there.integrator();
    const ezopen = 'ezopen://oriel/GATE1/1.cloud.rec';
    const { data } = await there.call('/api/lapp/live/url/ezopen', { ezopen, accessToken });
    const wanted = { deviceSerial: 'GATE1', channelNo: 1, store: 'cloud' } as const;
    const admit = () => here.recordings.gate.admit((data as { token: string }).token, wanted);
    expect((await admit()).ok).toBe(true);
    await there.operator.run('camera.remove', { serial: 'GATE1' });
    await add();
    await soon('the refusal', admit, ({ ok: isAdmitted }) => !isAdmitted);
    expect(await admit()).toMatchObject({ error: { status: 404, code: '20002' } });
  });

  it('applies a changed setting when notified, and not before', async () => {
    const read = () => here.adminConsole.settings.get(ours, 'sys.login.maxRetry');
    const { db } = here.database;
    expect(await read()).toBe(5);
    await db
      .updateTable('setting')
      .set({ configValue: '9' })
      .where('configKey', '=', 'sys.login.maxRetry')
      .execute();
    expect(await read()).toBe(5);
    const admin = await there.root();
    const query = { configKey: 'sys.login.maxRetry' };
    const { records } = ok(await admin.call('GET', '/system/config/page', { query }));
    const { configId, version } = records[0];
    ok(await admin.call('PUT', '/system/config', { body: { configId, version, configValue: '7' } }));
    await soon('the setting', read, (value) => value === 7);
  });

  it('applies a dictionary entry that was added', async () => {
    const read = async () =>
      (await here.adminConsole.systemPages.dicts.entries(ours, 'sys_yes_no', 'zh-CN')).map(
        ({ dictValue }) => dictValue,
      );
    expect(await read()).not.toContain('perhaps');
    const admin = await there.root();
    const body = {
      dictType: 'sys_yes_no',
      dictLabel: '也许',
      dictValue: 'perhaps',
      dictSort: 9,
      status: '0',
    };
    ok(await admin.call('POST', '/system/dict/data', { body }));
    await soon('the entry', read, (values) => values.includes('perhaps'));
  });

  interface Watching {
    readonly sessionId: string;
    readonly grantId: string;
  }
  const ends: readonly [string, string | number, (watching: Watching) => Promise<unknown>][] = [
    [
      'its session is kicked',
      'U0231',
      async ({ sessionId }) => {
        const admin = await there.root();
        ok(await admin.call('DELETE', `/monitor/online/${sessionId}`, { atOnce: true }));
      },
    ],
    ['its token is taken back', 20001, ({ grantId }) => there.operator.run('token.revoke', { grantId })],
  ];
  /** Several users play GATE1 in this process, each with a session of their own. */
  async function audience() {
    await there.operator.run('camera.add', {
      serial: 'GATE1',
      name: '大门',
      main: { kind: 'rtsp', url: cameras[0].url },
    });
    const clock = new FakeClock();
    const connections = new Connections(here.gate, clock, silentLogger, { perAddress: 10, perGrant: 10 });
    const watch = async ({ bearer }: { bearer: string }) => {
      const records = ok(await here.withBearer(bearer).call('GET', '/iot/camera/page')).records;
      const { id } = records.find((row: { deviceSerial: string }) => row.deviceSerial === 'GATE1');
      const preview = ok(
        await here.withBearer(bearer).call('POST', '/iot/camera/preview', { body: { id }, atOnce: true }),
      );
      const live = await here.call('/api/lapp/live/url/ezopen', {
        accessToken: preview.accessToken,
        ezopen: `ezopen://oriel/${preview.path}`,
      });
      const wanted = { deviceSerial: 'GATE1', channelNo: 1, profile: 'main', video: 'asSent' } as const;
      const admitted = await here.gate.admit((live.data as { token: string }).token, wanted);
      if (!admitted.ok) throw new Error(admitted.error.message);
      const finish = vi.fn<(end: StreamEnd) => void>();
      connections.add(admitted.value, finish);
      return { finish, grantId: admitted.value.grantId.split('/')[0]! };
    };
    return { clock, connections, watch };
  }

  it.each(ends)(
    'ends a stream when %s, whose next call returns %s, and no other one',
    async (_, code, end) => {
      const [viewer, other] = [await there.root(), await there.root()];
      const { connections, watch } = await audience();
      const [cut, kept] = [await watch(viewer), await watch(other)];
      await end({ sessionId: viewer.sessionId, grantId: cut.grantId });
      await until('the end of the stream', () => cut.finish.mock.calls.length > 0);
      expect(cut.finish).toHaveBeenCalledWith(expect.objectContaining({ code: 'grant.ended' }));
      expect(kept.finish).not.toHaveBeenCalled();
      expect((await here.withBearer(viewer.bearer).call('GET', '/get-user-info')).code).toBe(code);
      connections.close();
    },
  );

  it('accepts the answer of a captcha challenge once, whichever process issued it', async () => {
    await there.setSetting('sys.account.captchaEnabled', 'true');
    const { username: accountNo } = await there.signIn();
    const { uuid, challenge } = (await there.anonymous.call('GET', '/captchaChallenge')).data;
    const body = { accountNo, password: testPassword, uuid, smsCode: (await solveCaptcha(challenge)).key };
    const answers = await Promise.all(
      [here, there, here, there].map((at) => at.anonymous.call('POST', '/login', { body, atOnce: true })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([20001, 500, 500, 500]);
  });

  describe('counts attempts together', () => {
    const wrongThenRight = async (
      attempts: number,
      attempt: (at: TestConsole, isRight: boolean) => Promise<unknown>,
    ) => {
      const answers: unknown[] = [];
      for (let n = 0; n < attempts; n += 1) answers.push(await attempt(n % 2 ? here : there, false));
      return { answers, right: [await attempt(here, true), await attempt(there, true)] };
    };

    it.each([
      [4, '操作成功'],
      [5, '登录失败次数过多，请 N 分钟后再试'],
    ])(
      'at an account: after %s wrong passwords, the right one returns %s in every process',
      async (attempts, code) => {
        const { username: accountNo } = await there.signIn();
        const attempt = async (at: TestConsole, isRight: boolean) => {
          // From the third failure on, the delay before the next attempt increases; it stays below this.
          for (const each of new Set([here, there])) await each.clock.advance(30_000);
          // After two failures an address has to solve a captcha.
          const { uuid } = (await at.anonymous.call('GET', '/captchaImage')).data;
          const smsCode = at.captchaAnswer();
          const body = {
            accountNo,
            password: isRight ? testPassword : 'wrong-horse-7-battery',
            uuid,
            smsCode,
          };
          const { message } = await at.anonymous.call('POST', '/login', { body, atOnce: true });
          return message.replace(/\d+/, 'N');
        };
        const { answers, right } = await wrongThenRight(attempts, attempt);
        expect(answers).toEqual(Array.from({ length: attempts }, () => '账号或密码错误'));
        expect(right).toEqual([code, code]);
      },
    );

    it.each([
      [4, '200'],
      [5, '10029'],
    ])(
      'at a verification code: after %s wrong ones, the right one returns %s in every process',
      async (attempts, code) => {
        await there.operator.run('camera.add', {
          serial: 'LOCKED',
          name: '密',
          validCode: 'ABCDEF',
          isEncrypted: true,
          main: { kind: 'demo', scene: 'yard' },
        });
        const { accessToken } = await there.integrator();
        const attempt = async (at: TestConsole, isRight: boolean) => {
          const ezopen = `ezopen://${isRight ? 'ABCDEF' : 'WRONG'}@open.ys7.com/LOCKED/1.live`;
          return (await at.call('/api/lapp/live/url/ezopen', { ezopen, accessToken })).code;
        };
        const { answers, right } = await wrongThenRight(attempts, attempt);
        expect(answers).toEqual(Array.from({ length: attempts }, () => '400036'));
        expect(right).toEqual([code, code]);
      },
    );

    it('at a verification code: of fifty concurrent ones, five are checked', async () => {
      await there.operator.run('camera.add', {
        serial: 'LOCKED',
        name: '密',
        validCode: 'ABCDEF',
        isEncrypted: true,
        main: { kind: 'demo', scene: 'yard' },
      });
      const { accessToken } = await there.integrator();
      const attempts = Array.from({ length: 50 }, async (_, n) => {
        const ezopen = 'ezopen://WRONG@open.ys7.com/LOCKED/1.live';
        return (await (n % 2 ? here : there).call('/api/lapp/live/url/ezopen', { ezopen, accessToken })).code;
      });
      const answers = await Promise.all(attempts);
      expect(answers.filter((code) => code === '400036')).toHaveLength(5);
      expect(answers.filter((code) => code === '10029')).toHaveLength(45);
    });
  });

  if (processes > 1) {
    it('polls without notifications: ended tokens after 2 s, settings after 5 s', async () => {
      const [viewer, other] = [await there.root(), await there.root()];
      const { clock, connections, watch } = await audience();
      const [cut, kept] = [await watch(viewer), await watch(other)];
      const setting = () => here.adminConsole.settings.get(ours, 'sys.login.maxRetry');
      expect(await setting()).toBe(5);
      const receiveAgain = await blockListeners(there.database.db);
      await there.operator.run('token.revoke', { grantId: cut.grantId });
      await there.setSetting('sys.login.maxRetry', '7');
      await clock.advance(1_999);
      await here.clock.advance(4_999);
      expect(await setting()).toBe(5);
      expect(cut.finish).not.toHaveBeenCalled();
      await clock.advance(1);
      await here.clock.advance(1);
      await until('the end of the stream', () => cut.finish.mock.calls.length > 0);
      expect(await setting()).toBe(7);
      expect(kept.finish).not.toHaveBeenCalled();
      connections.close();
      await receiveAgain();
    });

    it('applies changes made while notifications were interrupted, once they resume', async () => {
      const { plane } = await watched();
      const setting = () => here.adminConsole.settings.get(ours, 'sys.login.maxRetry');
      expect(await setting()).toBe(5);
      const before = plays(cameras[0]);
      const receiveAgain = await blockListeners(there.database.db);
      await move();
      await there.setSetting('sys.login.maxRetry', '7');
      // Control: without an event the old camera is still connected and the old setting is still in effect.
      const { label } = await here.database.db
        .selectFrom('streamSource')
        .select('label')
        .where('kind', '=', 'rtsp')
        .executeTakeFirstOrThrow();
      expect(label).toContain(String(cameras[1].port));
      expect(await setting()).toBe(5);
      expect(plays(cameras[1])).toBe(0);
      expect(isDisconnected(cameras[0])).toBe(false);
      await receiveAgain();
      await until('the other camera', () => plays(cameras[1]) > 0);
      await soon('the setting', setting, (value) => value === 7);
      expect(plays(cameras[0])).toBe(before);
      plane.close();
    });

    it('keeps a source running that did not change while notifications were interrupted', async () => {
      const { plane } = await watched();
      const setting = () => here.adminConsole.settings.get(ours, 'sys.login.maxRetry');
      expect(await setting()).toBe(5);
      const receiveAgain = await blockListeners(there.database.db);
      await there.setSetting('sys.login.maxRetry', '7');
      await receiveAgain();
      await soon('the setting', setting, (value) => value === 7);
      await wait(100);
      expect(plays(cameras[0])).toBe(1);
      expect(isDisconnected(cameras[0])).toBe(false);
      plane.close();
    });
  }
});
