import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
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
  folder = mkdtempSync(join(tmpdir(), 'oriel-kept-'));
  database = new Libsql(join(folder, 'kept.db'));
  kept = statementCache(database);
  kept.prepare('pragma journal_mode = WAL').all([]);
  kept.prepare('create table picture (id integer primary key, name text unique)').run([]);
});
afterEach(() => {
  kept.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (name: string) => kept.prepare('insert into picture (name) values (?)').run([name]);
const names = (from = 0) =>
  kept.prepare('select name from picture where id > ? order by id').all([from]) as { name: string }[];

describe('statements of the embedded database', () => {
  it('are prepared once', () => {
    const text = 'select name from picture where id = ?';
    expect(kept.prepare(text)).toBe(kept.prepare(text));
  });

  it('run again with other values', () => {
    add('a');
    add('b');
    expect(names().map(({ name }) => name)).toEqual(['a', 'b']);
    expect(names(1).map(({ name }) => name)).toEqual(['b']);
    expect(names(2)).toEqual([]);
    expect(names()).toHaveLength(2);
  });

  it('run again after they failed', () => {
    add('a');
    expect(() => add('a')).toThrow(/UNIQUE/);
    add('b');
    expect(() => add('b')).toThrow(/UNIQUE/);
    expect(names()).toHaveLength(2);
  });

  it.each([99, 100, 101, 200, 201])('return %d rows, twice', (count) => {
    for (let at = 0; at < count; at += 1) add(`row ${at}`);
    expect(names()).toHaveLength(count);
    expect(names()).toHaveLength(count);
  });

  it('see a changed table', () => {
    add('a');
    const all = () => kept.prepare('select * from picture').all([]);
    expect(all()).toEqual([{ id: 1, name: 'a' }]);
    kept.prepare("alter table picture add column size text default 'small'").run([]);
    expect(all()).toEqual([{ id: 1, name: 'a', size: 'small' }]);
  });

  it('do not block a checkpoint of the write-ahead log', () => {
    add('a');
    names();
    const other = new Libsql(join(folder, 'kept.db'));
    expect(other.prepare('pragma wal_checkpoint(truncate)').all()).toEqual([
      { busy: 0, log: 0, checkpointed: 0 },
    ]);
    other.close();
  });

  it('leave no write-ahead log behind, although the library keeps a closed connection open for them', () => {
    for (let at = 0; at < 200; at += 1) add(`${at}${'x'.repeat(20_000)}`);
    const file = join(folder, 'kept.db');
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(4_000_000);
    const statement = kept.prepare('select count(*) as count from picture');
    kept.close();
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    // The file alone.
    const copy = join(folder, 'copy.db');
    copyFileSync(file, copy);
    const copied = new Libsql(copy);
    expect(copied.prepare('select count(*) as count from picture').all()).toEqual([{ count: 200 }]);
    copied.close();
    expect(statement).toBeDefined();
  });

  it('are dropped, the oldest first, if there are too many', () => {
    const text = (at: number) => `select name from picture where id = ${at}`;
    const [first, second] = [kept.prepare(text(1)), kept.prepare(text(2))];
    for (let at = 3; at <= 200; at += 1) kept.prepare(text(at));
    expect(kept.prepare(text(1))).toBe(first);
    kept.prepare(text(201));
    expect(kept.prepare(text(1))).toBe(first);
    expect(kept.prepare(text(2))).not.toBe(second);
  });
});
