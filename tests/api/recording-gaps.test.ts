import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { forgetTroubles } from '../../lib/domain/recordings/gap-retention.ts';
import type { RecorderStatus, RecordingKey, StreamStatus } from '../../lib/media/ports.ts';
import { ok, streamOf } from '../kit/camera-console.ts';
import { type TestConsole, testConsole } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { wait } from '../kit/steady-viewer.ts';

const minute = 60_000;
const midnight = Date.parse('2025-10-10T00:00:00+08:00');
const plan = { enabled: true, mode: 'always', days: [], keepDays: 30, preRecordSec: 5 };

describe.each(engines)('why recordings have gaps, on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let clock: FakeClock;
  let running: TestConsole;
  let key: RecordingKey;
  /** What the media plane reports. */
  let stream: StreamStatus;
  let failure: RecorderStatus['failure'];
  let listeners: Set<(status: StreamStatus) => void>;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    clock = new FakeClock(midnight);
    stream = streamOf('DEMO00001', 'live');
    failure = null;
    await boot();
    const { db } = database;
    const { id } = await db
      .selectFrom('channel')
      .select('id')
      .where('deviceSerial', '=', 'DEMO00001')
      .executeTakeFirstOrThrow();
    key = { tenantId: 'default', channelId: id, store: 'cloud' };
    await setPlan(plan);
  });
  afterEach(() => running.stop());

  async function boot(): Promise<void> {
    listeners = new Set();
    const listen = (listener: (status: StreamStatus) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    running = await testConsole(database, {
      clock,
      streams: () => [stream],
      onStream: listen,
      recorders: () => [recorder()],
      onRecorder: (listener) => listen(() => listener()),
    });
    running.recordings.journal.start();
    await stored();
  }

  const recorder = (): RecorderStatus => ({
    key,
    camera: stream.key,
    state: failure ? 'failing' : 'recording',
    since: 0,
    failure,
    writtenBytes: 0,
    newestMs: null,
  });

  const setPlan = (recordPlan: object) =>
    database.db
      .updateTable('channel')
      .set({ recordPlan: JSON.stringify(recordPlan) })
      .where('deviceSerial', '=', 'DEMO00001')
      .execute();

  /** Until the newest state of the running server is in the database. */
  async function stored(): Promise<void> {
    for (;;) {
      const { aliveAt } = await database.db
        .selectFrom('serverRun')
        .select(({ fn }) => fn.max('aliveAt').as('aliveAt'))
        .executeTakeFirstOrThrow();
      if (Number(aliveAt) === clock.now()) return;
      await wait(1);
    }
  }

  /** The server stores its state each 10 s; the database keeps up. */
  async function pass(minutes: number): Promise<void> {
    for (let part = 0; part < minutes * 6; part += 1) {
      await clock.advance(10_000);
      await stored();
    }
  }

  async function record(minutes: number): Promise<void> {
    const from = clock.now();
    await pass(minutes);
    const starts = Array.from({ length: minutes }, (_, at) => from + at * minute);
    await running.recordings.segments.put(
      starts.map((startMs) => ({ key, startMs, endMs: startMs + minute, bytes: 1, kind: 'schedule' })),
    );
  }

  const notify = () => {
    for (const listener of listeners) listener(stream);
  };

  async function cameraFails(code: string, minutes: number): Promise<void> {
    const lastFailure = { code, message: '', retryable: true } as StreamStatus['lastFailure'];
    stream = { ...stream, state: 'retrying', lastFailure };
    notify();
    await pass(minutes);
    stream = { ...stream, state: 'live' };
    notify();
  }

  async function diskFails(code: string, minutes: number): Promise<void> {
    failure = { code, message: '' };
    notify();
    await pass(minutes);
    failure = null;
    notify();
  }

  async function restart(how: 'stopped' | 'killed', minutes: number): Promise<void> {
    if (how === 'stopped') await running.recordings.release();
    running.stop();
    await clock.advance(minutes * minute);
    await boot();
  }

  async function gaps(locale = 'zh-CN') {
    const user = await running.signIn({ permissions: ['iot:recording:list'] });
    const { stretches } = ok(
      await user.call('GET', `/iot/recording/${key.channelId}/day?store=cloud&day=2025-10-10`, {
        headers: { 'accept-language': locale },
      }),
    );
    return (stretches as { kind: string; beginTime: string; endTime: string; reasons: string[] }[])
      .filter(({ kind }) => kind !== 'schedule')
      .map(({ kind, beginTime, endTime, reasons }) => [
        `${beginTime.slice(0, 5)} ${endTime.slice(0, 5)} ${kind}`,
        ...reasons,
      ]);
  }

  it('is stored, and named after restarts: cameras, disks, stops, kills and plans that are off', async () => {
    await record(2);
    await cameraFails('source.auth', 2);
    await record(2);
    await cameraFails('source.unreachable', 2);
    await record(2);
    await diskFails('ENOSPC', 2);
    await record(2);
    await diskFails('EROFS', 2);
    await record(2);
    await restart('stopped', 2);
    await record(2);
    await restart('killed', 2);
    await record(2);
    await setPlan({ ...plan, enabled: false });
    await pass(2);
    await setPlan(plan);
    await record(2);
    await database.db.updateTable('channel').set({ enabled: 0 }).execute();
    await pass(2);
    await database.db.updateTable('channel').set({ enabled: 1 }).execute();
    await record(2);
    await restart('killed', 2);
    await cameraFails('source.silent', 2);
    await record(2);
    expect(await gaps()).toEqual([
      ['00:02 00:04 missing', '摄像机拒绝了登录'],
      ['00:06 00:08 missing', '服务器无法连接到摄像机'],
      ['00:10 00:12 missing', '录像磁盘已满'],
      ['00:14 00:16 missing', '录像磁盘为只读'],
      ['00:18 00:20 missing', '服务器已停止'],
      ['00:22 00:24 missing', '服务器意外终止（进程被终止或断电）'],
      ['00:26 00:28 plan', '录像计划未启用'],
      ['00:30 00:32 plan', '摄像头已停用'],
      ['00:34 00:38 missing', '服务器意外终止（进程被终止或断电）', '摄像机没有发送画面'],
    ]);
    expect((await gaps('en-US'))[2]).toEqual(['00:10 00:12 missing', 'The disk of the recordings was full']);
  });

  it('is also that of a camera that was back before anybody looked, at the time at which it failed', async () => {
    await record(2);
    const failedAt = clock.now();
    await cameraFails('source.failed', 0);
    await clock.advance(50);
    // Another change, as of the recorder.
    notify();
    // Until its next key frame, and longer in this test.
    await pass(2);
    await record(2);
    const { fromMs, toMs, code } = await database.db
      .selectFrom('recordingTrouble')
      .select(['code', 'fromMs', 'toMs'])
      .executeTakeFirstOrThrow();
    expect([code, fromMs]).toEqual(['source.failed', failedAt]);
    expect(toMs - fromMs).toBeLessThanOrEqual(200);
    expect(await gaps()).toEqual([['00:02 00:04 missing', '摄像机的画面中断']]);
  });

  it('is one row for a camera that fails again and again, and is kept as long as the recordings', async () => {
    await record(1);
    for (let times = 0; times < 5; times += 1) {
      await cameraFails('source.failed', 1);
      await pass(0.5);
    }
    const rows = () =>
      database.db.selectFrom('recordingTrouble').select(['code', 'fromMs', 'toMs']).execute();
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ code: 'source.failed' });
    expect(row!.toMs - row!.fromMs).toBeGreaterThan(6 * minute);
    const forget = () => forgetTroubles(database.db, running.recordings.directory, clock.now());
    await forget();
    expect(await rows()).toHaveLength(1);
    clock.setWall(clock.now() + 31 * 24 * 60 * minute);
    await forget();
    expect(await rows()).toEqual([]);
  });
});
