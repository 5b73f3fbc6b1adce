import { expect } from 'expect';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { Changes, Topic } from '../../lib/db/changes.ts';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import { transact } from '../../lib/db/transact.ts';
import { AdminError, notFound } from '../../lib/domain/errors/admin-error.ts';
import { inSavepoint } from '../../lib/domain/resource/in-savepoint.ts';
import { tableShape } from '../../lib/domain/resource/table-shape.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { blockListeners } from '../kit/postgres.ts';
import { peopleInTable } from '../kit/resource-people.ts';
import { until, wait } from '../kit/steady-viewer.ts';

const shape = tableShape(peopleInTable);

const notify = ({ db, changes }: OpenDatabase, topic: Topic, ...ids: string[]) =>
  transact(db, (transaction) => changes.notify(transaction, topic, ids));

/** Records the ids received for a topic, and how often `missed` was called. */
function listenTo(changes: Changes, topic: Topic) {
  const received = { ids: [] as string[], missed: 0 };
  changes.listen(topic, {
    onReceived: (id) => received.ids.push(id),
    missed() {
      received.missed += 1;
    },
  });
  return received;
}

describe.each(engines)('change notifications on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.openEmpty();
  });

  it('are received by the listeners of a topic after the commit, each id once', async () => {
    const { db, changes } = database;
    const cameras = listenTo(changes, 'camera');
    const settings = listenTo(changes, 'setting');
    await transact(db, async (transaction) => {
      await changes.notify(transaction, 'camera', ['a', 'b', 'a']);
      await changes.notify(transaction, 'camera', []);
      expect(cameras.ids).toEqual([]);
    });
    expect(cameras.ids).toEqual(['a', 'b']);
    expect(settings.ids).toEqual([]);
  });

  it('are not sent after a rollback', async () => {
    const { db, changes } = database;
    const cameras = listenTo(changes, 'camera');
    const undone = transact(db, async (transaction) => {
      await changes.notify(transaction, 'camera', ['undone']);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await notify(database, 'camera', 'done');
    expect(cameras.ids).toEqual(['done']);
  });

  it('are not sent after a rollback to a savepoint', async () => {
    const { db, changes } = database;
    const cameras = listenTo(changes, 'camera');
    const isRefused = await transact(db, async (transaction) => {
      const part = (id: string, run: () => Promise<void>) =>
        inSavepoint(transaction, shape, async () => {
          await changes.notify(transaction, 'camera', [id]);
          await run();
        });
      await part('first', async () => {});
      const refusal = await part('undone', async () => {
        throw notFound();
      });
      await part('last', async () => {});
      return refusal instanceof AdminError;
    });
    expect(isRefused).toBe(true);
    expect(cameras.ids).toEqual(['first', 'last']);
  });

  it('are received although another listener fails, and not after unsubscribing', async () => {
    const { changes } = database;
    const quiet = { missed: () => {} };
    changes.listen('grant', {
      ...quiet,
      onReceived: () => {
        throw new Error('cannot');
      },
    });
    const ids: string[] = [];
    changes.listen('grant', { ...quiet, onReceived: (id) => ids.push(`removed ${id}`) })();
    changes.listen('grant', { ...quiet, onReceived: (id) => ids.push(id) });
    await notify(database, 'grant', 'one');
    expect(ids).toEqual(['one']);
  });

  it('require a tracked transaction and short ids', async () => {
    const { db, changes } = database;
    const strange = db.transaction().execute((transaction) => changes.notify(transaction, 'camera', ['a']));
    await expect(strange).rejects.toThrow('not started by `transact`');
    await expect(notify(database, 'camera', 'x'.repeat(501))).rejects.toThrow('too long');
  });
});

describe('two processes on one PostgreSQL', () => {
  let bench: DatabaseBench;
  let place: DatabaseLocation;
  let here: OpenDatabase;
  let there: OpenDatabase;
  beforeAll(async () => {
    bench = await engines[1].start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    place = await bench.migrated();
    [here, there] = [await openDatabase(place), await openDatabase(place)];
  });
  afterEach(async () => {
    await here.close();
    await there.close();
  });

  /** Listens and waits for the first connection, which always calls `missed`; from then on events arrive. */
  async function startListening(database: OpenDatabase, topic: Topic) {
    const own = listenTo(database.changes, topic);
    await until('listening', () => own.missed > 0);
    own.missed = 0;
    return own;
  }
  const receivedAll = (own: { ids: string[] }, ids: readonly string[]) =>
    until(`receiving ${ids}`, () => own.ids.length >= ids.length);

  it('notify each other, in order, and receive their own notifications once', async () => {
    const [mine, theirs] = [await startListening(here, 'camera'), await startListening(there, 'camera')];
    await notify(here, 'camera', '1', '2');
    await notify(here, 'camera', '3');
    await receivedAll(theirs, ['1', '2', '3']);
    // Events are delivered in order, so an echo of an own event would have arrived before this one.
    await notify(there, 'camera', 'end');
    await receivedAll(mine, ['1', '2', '3', 'end']);
    expect(mine.ids).toEqual(['1', '2', '3', 'end']);
    expect(theirs.ids).toEqual(['1', '2', '3', 'end']);
  });

  it('send nothing that was rolled back', async () => {
    const theirs = await startListening(there, 'camera');
    const undone = transact(here.db, async (transaction) => {
      await here.changes.notify(transaction, 'camera', ['undone']);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await notify(here, 'camera', 'done');
    await receivedAll(theirs, ['done']);
    expect(theirs.ids).toEqual(['done']);
  });

  it('send many notifications at once', async () => {
    const theirs = await startListening(there, 'grant');
    const ids = Array.from({ length: 3_000 }, (_, at) => `${at}`.padStart(500, '0'));
    await notify(here, 'grant', ...ids);
    await receivedAll(theirs, ids);
    expect(theirs.ids).toEqual(ids);
  });

  it.each([
    'no JSON',
    'null',
    '[]',
    '',
    '{"topic":"camera","id":"x"}',
    '{"from":"f","topic":"camera","id":7}',
    '{"from":"f","topic":"of another version","id":"x"}',
    '{"from":"f","topic":"__proto__","id":"x"}',
  ])('ignore unknown notifications: %s', async (text) => {
    const theirs = await startListening(there, 'camera');
    await sql`select pg_notify('oriel', ${text})`.execute(here.db);
    await notify(here, 'camera', 'known');
    await receivedAll(theirs, ['known']);
    expect(theirs.ids).toEqual(['known']);
  });

  it('report missed notifications when the listening connection was terminated', async () => {
    const theirs = await startListening(there, 'setting');
    const receiveAgain = await blockListeners(here.db);
    await notify(here, 'setting', 'lost');
    await receiveAgain();
    await until('missed events being reported', () => theirs.missed > 0);
    await notify(here, 'setting', 'after');
    await receivedAll(theirs, ['after']);
    // `missed` was called exactly once, and the lost event was not delivered.
    expect(theirs).toEqual({ ids: ['after'], missed: 1 });
  });

  it.each([
    ['before they listen', async () => {}],
    [
      'while they listen',
      async (own: { missed: number }) => void (await until('listening', () => own.missed > 0)),
    ],
  ])('leave no connection open when they close %s', async (_, waitUntilReady) => {
    for (let n = 0; n < 5; n += 1) {
      const database = await openDatabase(place);
      await waitUntilReady(listenTo(database.changes, 'setting'));
      await database.close();
    }
    const listening = () =>
      sql`select from pg_stat_activity
        where datname = current_database() and application_name = 'oriel-listen'`.execute(here.db);
    while ((await listening()).rows.length > 0) await wait(10);
  });

  it('can be closed while the listening connection is down', async () => {
    const theirs = await startListening(there, 'setting');
    const receiveAgain = await blockListeners(here.db);
    await there.close();
    await receiveAgain();
    expect(theirs.missed).toBe(0);
  });
});
