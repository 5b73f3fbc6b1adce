import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { statementCache } from '../../lib/db/statement-cache.ts';

let folder: string;
let database: Libsql.Database;
let kept: ReturnType<typeof statementCache>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oriel-counts-'));
  database = new Libsql(join(folder, 'counts.db'));
  kept = statementCache(database);
  run('pragma journal_mode = WAL');
  run('create table picture (id integer primary key, name text)');
  run('create table frame (id integer primary key, picture integer references picture on delete cascade)');
  run('pragma foreign_keys = on');
});
afterEach(() => {
  kept.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(text: string, values: unknown[] = []): void {
  const statement = kept.prepare(text);
  if (statement.reader) statement.all(values);
  else statement.run(values);
}
const add = (name: string) => run('insert into picture (name) values (?)', [name]);
const countRows = (from = 0) =>
  kept.prepare('select count(*) as total from picture where id > ?').all([from]);
const count = (from = 0) => (countRows(from)[0] as { readonly total: number }).total;

describe('counts of the embedded database', () => {
  it('are queried once while nothing is written', () => {
    add('a');
    expect(count()).toBe(1);
    expect(countRows()).toBe(countRows());
  });

  it('are cached separately for each set of parameters', () => {
    add('a');
    add('b');
    expect([count(), count(1), count(2), count(), count(1)]).toEqual([2, 1, 0, 2, 1]);
  });

  it.each([
    ["insert into picture (name) values ('b')", 2],
    ["insert into picture (name) values ('b') returning id", 2],
    ["with given as (select 'b' as name) insert into picture (name) select name from given", 2],
    ['delete from picture', 0],
  ])('are queried again after %s', (text, total) => {
    add('a');
    expect(count()).toBe(1);
    run(text);
    expect(count()).toBe(total);
  });

  it('are queried again after a cascading delete', () => {
    const frames = () => kept.prepare('select count(*) as total from frame').all([]);
    add('a');
    run('insert into frame (picture) values (1)');
    expect(frames()).toEqual([{ total: 1 }]);
    run('delete from picture');
    expect(frames()).toEqual([{ total: 0 }]);
  });

  it('are queried again after another connection wrote', () => {
    add('a');
    expect(count()).toBe(1);
    const other = new Libsql(join(folder, 'counts.db'));
    other.prepare("insert into picture (name) values ('b')").run();
    expect(count()).toBe(2);
    other.prepare('delete from picture').run();
    expect(count()).toBe(0);
    other.close();
  });

  it('in a transaction include its own rows, and are not cached when it is rolled back', () => {
    add('a');
    expect(count()).toBe(1);
    run('begin immediate');
    expect(count()).toBe(1);
    add('b');
    expect(count()).toBe(2);
    run('savepoint part');
    add('c');
    expect(count()).toBe(3);
    run('rollback to savepoint part');
    expect(count()).toBe(2);
    run('rollback');
    expect(count()).toBe(1);
  });

  it('are queried again after a transaction was committed', () => {
    expect(count()).toBe(0);
    run('begin immediate');
    add('a');
    run('commit');
    expect(count()).toBe(1);
  });
});
