import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { RecordPlan } from '../../lib/contracts/admin/record-plan.ts';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { recordDirectory } from '../../lib/domain/recordings/record-directory.ts';
import { type RecorderLeases, recorderLeases } from '../../lib/domain/recordings/recorder-leases.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import type { RecordingKey, RecordTask } from '../../lib/media/ports.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const day = 24 * 60 * 60_000;
const plan = (over: Partial<RecordPlan> = {}): RecordPlan => ({
  enabled: true,
  mode: 'always',
  days: [],
  keepDays: 7,
  preRecordSec: 5,
  ...over,
});

const named = (processId: string, killedProcessId: string | null = null) => ({ processId, killedProcessId });

describe.each(engines)('the record plans on $engine', ({ engine, start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    domain = await testDomain(database);
  });
  afterEach(async () => {
    await domain.recordings.release();
    domain.stop();
  });

  const directory = () => domain.recordings.directory;
  const channelId = async (serial = 'DEMO00001') =>
    (
      await database.db
        .selectFrom('channel')
        .select('id')
        .where('deviceSerial', '=', serial)
        .executeTakeFirstOrThrow()
    ).id;
  const setPlan = (recordPlan: object | null, serial = 'DEMO00001') =>
    database.db
      .updateTable('channel')
      .set({ recordPlan: recordPlan && JSON.stringify(recordPlan) })
      .where('deviceSerial', '=', serial)
      .execute();
  const tasksAt = (iso: string) => directory().tasks(Date.parse(iso));
  const summary = (tasks: readonly RecordTask[]) =>
    tasks.map(({ camera, key, when }) => [camera.deviceSerial, key.store, when]);

  it('name what is recorded now: our storage by plan, the card of a demo camera always', async () => {
    expect(await tasksAt('2026-01-01T00:00:00Z')).toEqual([]);
    await setPlan(plan({ card: true }));
    await setPlan(plan({ enabled: false, card: true }), 'DEMO00002');
    expect(summary(await tasksAt('2026-01-01T00:00:00Z'))).toEqual([
      ['DEMO00001', 'cloud', 'always'],
      ['DEMO00001', 'device', 'always'],
      ['DEMO00002', 'device', 'always'],
    ]);
    expect((await tasksAt('2026-01-01T00:00:00Z'))[0]).toEqual({
      key: { tenantId: 'default', channelId: await channelId(), store: 'cloud' },
      camera: { tenantId: 'default', deviceSerial: 'DEMO00001', channelNo: 1, profile: 'main' },
      when: 'always',
    });
    await domain.operator.run('camera.disable', { serial: 'DEMO00001' });
    expect(summary(await tasksAt('2026-01-01T00:00:00Z'))).toEqual([['DEMO00002', 'device', 'always']]);
  });

  it('of the demo cameras of a first start record both stores', async () => {
    database = await bench.openEmpty();
    domain = await testDomain(database, { hasDemoRecordings: true });
    expect(
      summary(await tasksAt('2026-01-01T00:00:00Z')).map(([serial, store]) => `${serial} ${store}`),
    ).toEqual(['DEMO00001 cloud', 'DEMO00001 device', 'DEMO00002 cloud', 'DEMO00002 device']);
  });

  it('record a weekly schedule in the zone of the organisation; plans without a mode are schedules', async () => {
    const { mode: _, ...old } = plan({ days: [{ day: 4, from: '08:00', to: '24:00' }] });
    await setPlan(old);
    // 1 January 2026 is a Thursday; the organisation is in Asia/Shanghai.
    const isRecorded = async (iso: string) => (await tasksAt(iso)).length === 1;
    expect(await isRecorded('2025-12-31T23:59:59Z')).toBe(false);
    expect(await isRecorded('2026-01-01T00:00:00Z')).toBe(true);
    expect(await isRecorded('2026-01-01T15:59:59Z')).toBe(true);
    expect(await isRecorded('2026-01-01T16:00:00Z')).toBe(false);
  });

  it('record the hour that occurs twice both times, when a zone leaves daylight saving time', async () => {
    const values = { configValue: 'Europe/Berlin' };
    await database.db.updateTable('setting').set(values).where('configKey', '=', 'site.timeZone').execute();
    await setPlan(plan({ mode: 'schedule', days: [{ day: 7, from: '02:00', to: '03:00' }] }));
    const recorded: boolean[] = [];
    for (const at of ['23:59', '00:00', '01:30', '01:59', '02:00']) {
      const date = at === '23:59' ? '2026-10-24' : '2026-10-25';
      recorded.push((await tasksAt(`${date}T${at}:00Z`)).length === 1);
    }
    expect(recorded).toEqual([false, true, true, true, false]);
  });

  it('record around alarms only, with the times of the plan', async () => {
    await setPlan(plan({ mode: 'alarm', preRecordSec: 10, postRecordSec: 20 }));
    expect((await tasksAt('2026-01-01T00:00:00Z'))[0]?.when).toEqual({ beforeMs: 10_000, afterMs: 20_000 });
  });

  it('keep by days and size, 1 GiB on a card, and 7 days without a plan or after a deletion', async () => {
    await setPlan(plan({ keepDays: 3, maxGb: 2, card: true }));
    const key = (store: RecordingKey['store'], id: string) => ({ tenantId: 'default', channelId: id, store });
    const [one, two] = [await channelId(), await channelId('DEMO00002')];
    const segment = { startMs: 0, endMs: 1, bytes: 1, kind: 'schedule' } as const;
    await domain.recordings.segments.put([one, two].map((id) => ({ key: key('cloud', id), ...segment })));
    await domain.operator.run('camera.remove', { serial: 'DEMO00002' });
    expect(await directory().retention()).toEqual([
      { key: key('cloud', one), keepMs: 3 * day, maxBytes: 2 * 2 ** 30 },
      { key: key('device', one), keepMs: 365 * day, maxBytes: 2 ** 30 },
      { key: key('cloud', two), keepMs: 7 * day, maxBytes: null },
    ]);
  });

  it('announce changes of cameras', async () => {
    let calls = 0;
    const stop = directory().onChanged(() => {
      calls += 1;
    });
    await domain.operator.run('camera.disable', { serial: 'DEMO00001' });
    expect(calls).toBeGreaterThan(0);
    stop();
    const before = calls;
    await domain.operator.run('camera.enable', { serial: 'DEMO00001' });
    expect(calls).toBe(before);
  });

  if (engine === 'libsql') {
    it('are recorded on without the database by the only process: its tasks are rejected, not none', async () => {
      await setPlan(plan());
      expect(await directory().tasks(0)).toHaveLength(1);
      let calls = 0;
      directory().onChanged(() => {
        calls += 1;
      });
      await database.close();
      await domain.clock.advance(60_000);
      await expect(directory().tasks(0)).rejects.toThrow();
      expect(calls).toBe(0);
      database = await bench.open();
      domain = await testDomain(database);
    });
  }

  if (engine === 'PostgreSQL') {
    const keys: readonly RecordingKey[] = ['a', 'b', 'c'].map((id) => ({
      tenantId: 'default',
      channelId: id,
      store: 'cloud',
    }));

    it('let one of several processes record a channel, and another one 10 s after it died', async () => {
      const [one, two] = ['one', 'two'].map((name) =>
        recorderLeases(database.db, new FakeClock(), named(name)),
      );
      expect(await one!.take(keys.slice(0, 2))).toEqual(keys.slice(0, 2));
      expect(await two!.take(keys)).toEqual(keys.slice(2));
      expect(await one!.take(keys)).toEqual(keys.slice(0, 2));
      const expire = { expiresAt: Date.now() - 1 };
      await database.db.updateTable('recorderLease').set(expire).where('owner', '=', 'one').execute();
      expect(await two!.take(keys)).toEqual(keys);
      expect(await one!.take(keys)).toEqual([]);
      await two!.release();
      expect(await one!.take(keys)).toEqual(keys);
    });

    it('of a killed process are taken over at once by the one that replaces it, and by no other', async () => {
      await recorderLeases(database.db, new FakeClock(), named('one')).take(keys);
      expect(await recorderLeases(database.db, new FakeClock(), named('two')).take(keys)).toEqual([]);
      const successor = recorderLeases(database.db, new FakeClock(), named('three', 'one'));
      expect(await successor.take(keys)).toEqual(keys);
    });

    it('of two processes that start together, each channel is recorded by one', async () => {
      const pair = ['one', 'two'].map((name) => recorderLeases(database.db, new FakeClock(), named(name)));
      const taken = await Promise.all(pair.map((leases) => leases.take(keys)));
      expect(taken.flat()).toHaveLength(keys.length);
      expect(new Set(taken.flat().map(({ channelId: id }) => id)).size).toBe(keys.length);
    });

    it('keep a lease without the database until it expires', async () => {
      const clock = new FakeClock();
      const leases = recorderLeases(database.db, clock, named('one'));
      await leases.take(keys);
      await database.close();
      await clock.advance(9_999);
      expect(await leases.take(keys)).toEqual(keys);
      await clock.advance(1);
      await expect(leases.take(keys)).rejects.toThrow();
      database = await bench.open();
      domain = await testDomain(database);
    });

    it.each(['rejects', 'does not respond'])(
      'a process whose database %s stops recording before its leases expire, and records again when it is back',
      async (how) => {
        await setPlan(plan());
        const clock = new FakeClock();
        const real = recorderLeases(database.db, clock, named('one'));
        let isAway = false;
        const leases: RecorderLeases = {
          get heldUntil() {
            return real.heldUntil;
          },
          take(keys) {
            if (!isAway) return real.take(keys);
            return how === 'rejects' ? Promise.reject(new Error('away')) : new Promise(() => {});
          },
          release: () => real.release(),
        };
        const { db, changes } = database;
        const plans = recordDirectory({
          db,
          changes,
          clock,
          zoneOf: async () => zoneOf('UTC'),
          segments: domain.recordings.segments,
          leases,
        });
        /** What a recording plane does: each announcement, and each 10 s. */
        let recorded = -1;
        const follow = () =>
          plans.tasks(clock.now()).then(
            (tasks) => {
              recorded = tasks.length;
            },
            () => undefined,
          );
        plans.onChanged(() => void follow());
        await follow();
        expect(recorded).toBe(1);
        isAway = true;
        const pass = async (ms: number) => {
          for (let passed = 0; passed < ms; passed += 100) {
            await clock.advance(100);
            await new Promise((resolve) => setTimeout(resolve, 2));
          }
        };
        await pass(6_500);
        expect(recorded).toBe(1);
        await pass(2_500);
        expect(recorded).toBe(0);
        isAway = false;
        await pass(4_000);
        // The database may still be at its answer.
        for (let wait = 0; wait < 500 && recorded !== 1; wait += 1)
          await new Promise((resolve) => setTimeout(resolve, 10));
        expect(recorded).toBe(1);
        await plans.stop();
      },
    );

    it('a second process takes over the tasks of the first when that has stopped', async () => {
      await setPlan(plan());
      const second = await testDomain(database);
      expect(await directory().tasks(0)).toHaveLength(1);
      expect(await second.recordings.directory.tasks(0)).toEqual([]);
      let isTold = false;
      second.recordings.directory.onChanged(() => {
        isTold = true;
      });
      await domain.recordings.release();
      await second.clock.advance(3_000);
      for (let wait = 0; wait < 200 && !isTold; wait += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      expect(isTold).toBe(true);
      expect(await second.recordings.directory.tasks(0)).toHaveLength(1);
      await second.recordings.release();
      second.stop();
    });
  }
});
