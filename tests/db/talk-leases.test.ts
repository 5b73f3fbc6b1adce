import { expect } from 'expect';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import {
  databaseTalkLeases,
  memoryTalkLeases,
  type StoppableLeases,
} from '../../lib/domain/talk/talk-leases.ts';
import { talkLog } from '../../lib/domain/talk/talk-log.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import type { TalkTarget } from '../../lib/media/talk-ports.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { until, wait } from '../kit/steady-viewer.ts';

const camera = (deviceSerial: string, channelNo = 1): TalkTarget => ({
  key: { tenantId: 'default', deviceSerial, channelNo },
  channelId: null,
  name: '',
  duplex: 'full',
});
const gate = camera('CAM1');

/** The tests for every implementation. `create` returns those of two talkers, of two processes where there can be. */
function leaseSuite(create: () => readonly [StoppableLeases, StoppableLeases]): void {
  let one: StoppableLeases;
  let other: StoppableLeases;
  beforeEach(() => {
    [one, other] = create();
  });

  it('permit one talker per channel', async () => {
    expect(await one.take(gate)).not.toBeNull();
    expect(await one.take(gate)).toBeNull();
    expect(await other.take(gate)).toBeNull();
    expect(await other.isTaken(gate.key)).toBe(true);
    expect(await other.take(camera('CAM1', 2))).not.toBeNull();
    expect(await other.take(camera('CAM2'))).not.toBeNull();
  });

  it('permit one of many talkers that begin at the same time', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? one : other).take(gate)));
    expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
  });

  it('permit the next talker after a release, which can be repeated', async () => {
    const first = await one.take(gate);
    await first?.release();
    expect(await one.isTaken(gate.key)).toBe(false);
    const second = await other.take(gate);
    expect(second).not.toBeNull();
    await first?.release();
    expect(await one.take(gate)).toBeNull();
  });
}

describe('leases of talks in one process', () => {
  leaseSuite(() => {
    const leases = memoryTalkLeases();
    return [leases, leases];
  });
});

describe('leases of talks on PostgreSQL', () => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let clock: FakeClock;

  beforeAll(async () => {
    bench = await engines[1].start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.openEmpty();
    clock = new FakeClock();
  });

  const process = (processId: string, killedProcessId: string | null = null) =>
    databaseTalkLeases({
      ...{ db: database.db, clock, entropy: systemEntropy, log: silentLogger },
      process: { processId, killedProcessId },
    });
  /** The clock of the database is not ours. */
  const expire = () => database.db.updateTable('talkLease').set({ expiresAt: 0 }).execute();

  leaseSuite(() => [process('a'), process('b')]);

  it('are taken over after ten seconds without a sign of their process, which then ends its talk', async () => {
    const [one, other] = [process('a'), process('b')];
    const lost: string[] = [];
    const first = await one.take(gate);
    first?.onLost(() => lost.push('first'));
    await expire();
    expect(await other.isTaken(gate.key)).toBe(false);
    expect(await other.take(gate)).not.toBeNull();
    await clock.advance(3_000);
    await until('the end of the talk', () => lost.length > 0);
    expect(lost).toEqual(['first']);
    await first?.release();
    expect(await one.take(gate)).toBeNull();
  });

  it('are extended every three seconds', async () => {
    const one = process('a');
    await one.take(gate);
    await expire();
    await clock.advance(3_000);
    while (!(await one.isTaken(gate.key))) await wait(5);
    expect(await process('b').take(gate)).toBeNull();
  });

  it('of a killed process are taken over at once by the one that replaces it', async () => {
    await process('a').take(gate);
    expect(await process('b').take(gate)).toBeNull();
    expect(await process('c', 'a').take(gate)).not.toBeNull();
  });

  it('show which talks a dead process has left in the log', async () => {
    const tenant = { id: 'default', name: '本家', enabled: 1, createdAt: 1 } as const;
    await database.db.insertInto('tenant').values(tenant).execute();
    const logOf = (processId: string, killedProcessId: string | null = null) =>
      talkLog({
        ...{ database, clock, entropy: systemEntropy, log: silentLogger },
        process: { processId, killedProcessId },
      });
    const failures = async (log: ReturnType<typeof logOf>) => {
      await log.start();
      log.stop();
      const rows = await database.db.selectFrom('talkLog').selectAll().orderBy('deviceSerial').execute();
      return rows.map(({ deviceSerial, owner, failureCode }) => [deviceSerial, owner, failureCode]);
    };
    const cameras = [gate, camera('CAM2')];
    const one = process('a');
    const log = logOf('a');
    for (const target of cameras) {
      await one.take(target);
      log.began({ kind: 'talk', target, grantId: 'g', clientAddress: '', startedAt: clock.now() });
    }
    await log.written();
    const running = ['CAM2', 'a', null];
    expect(await failures(logOf('b'))).toEqual([['CAM1', 'a', null], running]);
    await database.db
      .updateTable('talkLease')
      .set({ expiresAt: 0 })
      .where('name', 'like', '%/CAM1/%')
      .execute();
    expect(await failures(logOf('a'))).toEqual([['CAM1', 'a', null], running]);
    const interrupted = ['CAM1', null, 'talk.interrupted'];
    expect(await failures(logOf('b'))).toEqual([interrupted, running]);
    expect(await failures(logOf('c', 'a'))).toEqual([interrupted, ['CAM2', null, 'talk.interrupted']]);
  });

  it('are lost when the database does not respond for ten seconds', async () => {
    const one = process('a');
    const lost: string[] = [];
    (await one.take(gate))?.onLost(() => lost.push('first'));
    await sql`alter table talk_lease rename to hidden`.execute(database.db);
    await clock.advance(9_000);
    expect(lost).toEqual([]);
    await clock.advance(3_000);
    await until('the end of the talk', () => lost.length > 0);
  });
});
