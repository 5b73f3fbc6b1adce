/**
 * Rules for every resource, on both databases, behind the real handler: `describeResource(definition, example)` in a
 * test file per resource says how a row is created and changed; the rest follows from the definition.
 */
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { AdminCallDef } from '../../lib/contracts/admin/call.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import type { FieldDef } from '../../lib/contracts/admin/field.ts';
import { type ResourceCallName, resourceCalls } from '../../lib/contracts/admin/resource-calls.ts';
import { fieldsOf, sortable, writable } from '../../lib/contracts/admin/resource-schema.ts';
import type { BoundResource } from '../../lib/domain/resource/bound-resource.ts';
import type { ResourceDeps } from '../../lib/domain/resource/resource-deps.ts';
import { resourceRoutes } from '../../lib/http/admin/resource-routes.ts';
import type { Clock } from '../../lib/kernel/clock.ts';
import {
  type ConsoleAnswer,
  type ConsoleClient,
  type SignedIn,
  type TestConsole,
  testConsole,
} from './console.ts';
import { type DatabaseBench, engines } from './databases.ts';
import { injections } from './injection-corpus.ts';

type Fields = Record<string, unknown>;

export interface ResourceExample {
  /** A valid body for a new row; a different one for each number, from 1. */
  readonly body: (number: number, app: TestConsole) => Fields | Promise<Fields>;
  /** Changed fields of a row, which must be read back. Absent if rows cannot be changed. */
  readonly change?: Fields;
  /** Fields whose invalid values are found only by the resource's own rules, or that depend on others. */
  readonly skipFields?: readonly string[];
  /** Calls that the resource implements itself. */
  readonly skipCalls?: readonly ResourceCallName[];
  /** Prerequisites of a row. */
  readonly prepare?: (app: TestConsole) => Promise<void>;
  /** For definitions that the console does not serve. */
  readonly bind?: (deps: ResourceDeps) => BoundResource;
}

const alwaysThere = ['version', 'createBy', 'createTime', 'updateBy', 'updateTime', 'labels'];
const missing = { integer: 2_000_000_000, hex: 'f'.repeat(32), word: 'F'.repeat(32) } as const;

export function describeResource(definition: ResourceDef, example: ResourceExample): void {
  const calls = resourceCalls(definition);
  const { field: idField } = definition.id;
  const has = (name: ResourceCallName) => name in calls && !example.skipCalls?.includes(name);

  describe.each(engines)(`${definition.key} on $engine`, ({ start }) => {
    let bench: DatabaseBench;
    let app: TestConsole;
    let root: SignedIn;
    let made = 0;

    // One console for all tests: opening one takes longer than most of the tests.
    beforeAll(async () => {
      bench = await start();
      app = await openConsole(await bench.open(), example.bind);
      root = await app.root();
      await example.prepare?.(app);
    });
    afterAll(() => bench.stop());
    beforeEach(() => root.renew());

    const body = () => {
      made += 1;
      return example.body(made, app);
    };
    const add = async (values?: Fields) => {
      const answer = await send(root, 'create', { body: values ?? (await body()) });
      if (answer.code !== 20001) throw new Error(`${answer.text}`);
      return answer.data[idField] as number | string;
    };
    const get = async (id: unknown, client: ConsoleClient = root) => send(client, 'get', { id });
    const page = (client: ConsoleClient, query: Record<string, string> = {}) =>
      send(client, 'page', { query });
    const everything = async (client: ConsoleClient = root) => (await page(client, { pageSize: '100' })).data;

    function send(client: ConsoleClient, name: ResourceCallName, sent: Sent = {}): Promise<ConsoleAnswer> {
      const call = calls[name] as AdminCallDef;
      const ids = sent.ids ?? (sent.id === undefined ? [] : [sent.id]);
      const inPath = call.path.replace('{ids}', ids.join(',')).replace('{id}', String(sent.id));
      const inQuery = call.path.includes('{') || ids.length === 0 ? {} : { id: ids.join(',') };
      return client.call(call.method, inPath, {
        query: { ...sent.query, ...inQuery },
        ...(sent.body ? { body: sent.body } : {}),
        ...(call.takes === 'form' ? { form: sent.form ?? {} } : {}),
        ...(call.takes === 'multipart'
          ? { form: { dryRun: 'true' }, file: { name: 'a.csv', bytes: 'x\n' } }
          : {}),
      });
    }

    if (has('create')) {
      it('stores a row and lists it', async () => {
        const values = await body();
        const id = await add(values);
        const { data } = await get(id);
        const written = Object.fromEntries(
          writable(definition, 'create')
            .filter(([name, field]) => name in values && field.kind !== 'secret')
            .map(([name]) => [name, values[name]]),
        );
        expect(data).toMatchObject(written);
        const { records, total } = await everything();
        expect(total).toBeGreaterThanOrEqual(1);
        expect(records.map((row: Fields) => row[idField])).toContain(id);
      });

      it('shows its own fields and nothing else', async () => {
        await add();
        const { records } = await everything();
        const own = [...Object.keys(definition.fields), idField, ...alwaysThere];
        for (const row of records) for (const name of Object.keys(row)) expect(own).toContain(name);
        const secrets = fieldsOf(definition).filter(([, field]) => field.kind === 'secret');
        for (const [name] of secrets)
          for (const row of records) expect([null, undefined, '******']).toContain(row[name]);
      });

      it('rejects each invalid value, at its field', async () => {
        const good = await body();
        for (const [name, field] of writable(definition, 'create')) {
          if (example.skipFields?.includes(name)) continue;
          for (const bad of faultyValues(field)) {
            const answer = await send(root, 'create', { body: { ...good, [name]: bad } });
            const reported = {
              field: name,
              bad: String(bad).slice(0, 40),
              code: answer.code,
              paths: answer.errors.map(({ path }) => path.split('.')[0]),
            };
            expect(reported).toEqual({ ...reported, code: 40000, paths: expect.arrayContaining([name]) });
          }
        }
        expect((await send(root, 'create', { body: good })).code).toBe(20001);
      });

      it('ignores keys that are not fields or are set by the server', async () => {
        const values = await body();
        const readOnly = fieldsOf(definition).filter(
          ([, field]) => field.readOnly && field.kind === 'string',
        );
        const id = await add({
          ...values,
          ...Object.fromEntries(readOnly.map(([name]) => [name, 'forged'])),
          [idField]: missing[definition.id.kind],
          tenantId: 'forged',
          createdBy: 'forged',
          createBy: 'forged',
          version: 99,
          deletedAt: 1,
          isBuiltIn: 1,
          isRoot: 1,
        });
        expect(id).not.toBe(missing[definition.id.kind]);
        const { data } = await get(id);
        expect(JSON.stringify(data)).not.toContain('forged');
        if (!definition.unversioned) expect(data.version).toBe(1);
      });

      it('hides its rows from other organisations, which cannot change them', async () => {
        const id = await add();
        const stranger = await app.signIn({ tenantId: 'elsewhere', permissions: everyPermission(calls) });
        expect((await everything(stranger)).records.map((row: Fields) => row[idField])).not.toContain(id);
        expect((await get(id, stranger)).code).toBe(404);
        const version = (await get(id)).data.version;
        if (has('update'))
          expect(
            (
              await send(stranger, 'update', {
                body: { [idField]: id, version: version ?? 1, ...example.change },
              })
            ).code,
          ).toBe(404);
        if (has('remove')) expect((await send(stranger, 'remove', { ids: [id] })).code).toBe(404);
        if (has('history')) expect((await send(stranger, 'history', { id })).code).toBe(404);
        expect((await get(id)).code).toBe(20001);
      });
    }

    if (has('create') && has('update') && example.change) {
      const { change } = example;
      it('changes a row once for each version: 您已在其他窗口修改了此数据，请刷新后重试', async () => {
        const id = await add();
        const { version } = (await get(id)).data;
        const sent = { [idField]: id, ...(version === undefined ? {} : { version }), ...change };
        expect((await send(root, 'update', { body: sent })).code).toBe(20001);
        expect((await get(id)).data).toMatchObject(change);
        if (version === undefined) return;
        const again = await send(root, 'update', { body: sent });
        expect([again.code, again.message]).toEqual(['U0210', '您已在其他窗口修改了此数据，请刷新后重试']);
        expect((await send(root, 'update', { body: { [idField]: id, ...change } })).code).toBe(40000);
      });
    }

    const { statusSwitch } = definition;
    if (has('create') && has('changeStatuses') && statusSwitch) {
      const status = (id: unknown, value: string, version?: number) => ({
        [idField]: id,
        [statusSwitch]: value,
        ...(version === undefined ? {} : { version }),
      });
      /** Of the row as it is now. */
      const turned = async (id: unknown, value: string) => status(id, value, (await get(id)).data.version);
      const isVersioned = !definition.unversioned;
      const first = isVersioned ? 1 : undefined;
      const turn = (client: ConsoleClient, changes: readonly Fields[]) =>
        send(client, 'changeStatuses', { body: changes });
      const statusOf = async (id: unknown) => (await get(id)).data[statusSwitch];
      const written = async (ids: readonly unknown[]) =>
        app.database.db
          .selectFrom('operationLog')
          .select(['bizKey', 'businessType', 'diff'])
          .where(
            'bizKey',
            'in',
            ids.map((id) => `${definition.key}:${id}`),
          )
          .where('businessType', '=', 2)
          .orderBy('id')
          .execute();

      it('changes the status of several rows in one call, and logs each row', async () => {
        const ids = [await add(), await add(), await add()];
        for (const value of ['1', '0', '1']) {
          const { code, data } = await turn(root, await Promise.all(ids.map((id) => turned(id, value))));
          expect([code, data]).toEqual([20001, { done: ids, refused: [] }]);
          for (const id of ids) expect(await statusOf(id)).toBe(value);
        }
        const rows = await written(ids);
        expect(rows.map(({ bizKey }) => bizKey)).toHaveLength(9);
        for (const id of ids)
          expect(
            rows
              .filter(({ bizKey }) => bizKey === `${definition.key}:${id}`)
              .map(({ diff }) =>
                JSON.parse(diff ?? '[]')
                  .filter(({ field }: Fields) => field === statusSwitch)
                  .map(({ from, to }: Fields) => [from, to]),
              ),
          ).toEqual([[['0', '1']], [['1', '0']], [['0', '1']]]);
      });

      it('reports why each row was rejected, and changes the others', async () => {
        const [good, changed, far] = [await add(), await add(), missing[definition.id.kind]];
        const { version } = (await get(changed)).data;
        if (isVersioned) await turn(root, [status(changed, '1', version)]);
        const { code, data } = await turn(root, [
          status(far, '1', first),
          status(changed, '0', version),
          await turned(good, '1'),
        ]);
        const stale = { id: changed, code: 'U0210', message: '您已在其他窗口修改了此数据，请刷新后重试' };
        const gone = { id: far, code: 404, message: '访问资源不存在' };
        expect([code, data]).toEqual([
          20001,
          isVersioned ? { done: [good], refused: [gone, stale] } : { done: [changed, good], refused: [gone] },
        ]);
        expect(await statusOf(good)).toBe('1');
        if (isVersioned) expect(await statusOf(changed)).toBe('1');
      });

      it('changes no row of another organisation, and accepts at most 100 distinct ids', async () => {
        const id = await add();
        const before = (await get(id)).data;
        const stranger = await app.signIn({ tenantId: 'elsewhere', permissions: everyPermission(calls) });
        const { data } = await turn(stranger, [
          status(id, '1', first),
          status(missing[definition.id.kind], '1', first),
        ]);
        expect(data.done).toEqual([]);
        expect(data.refused.map((row: Fields) => row.code)).toEqual([404, 404]);
        expect((await turn(root, [])).code).toBe(40000);
        const { version } = before;
        const twice = [status(id, '1', version), status(id, '0', version)];
        expect((await turn(root, twice)).code).toBe(40000);
        expect((await turn(root, [status(id, 'no such value', version)])).code).toBe(40000);
        if (isVersioned) {
          const unread = await turn(root, [status(id, '1')]);
          expect([unread.code, unread.message]).toEqual([40000, '缺少版本号']);
        }
        const many = Array.from({ length: 101 }, (_, at) =>
          status(definition.id.kind === 'hex' ? String(at).padStart(32, '0') : at + 1, '1', first),
        );
        expect((await turn(root, many)).code).toBe(40000);
        expect((await get(id)).data).toEqual(before);
      });
    }

    if (has('create') && has('remove')) {
      it('deletes all of several rows or none', async () => {
        const ids = [await add(), await add()];
        expect((await send(root, 'remove', { ids: [...ids, missing[definition.id.kind]] })).code).toBe(404);
        for (const id of ids) expect((await get(id)).code).toBe(20001);
        expect((await send(root, 'remove', { ids })).code).toBe(20001);
        for (const id of ids) expect((await get(id)).code).toBe(404);
        if (!has('restore')) return;
        expect((await send(root, 'restore', { body: { ids } })).code).toBe(20001);
        for (const id of ids) expect((await get(id)).code).toBe(20001);
      });
    }

    if (has('get')) {
      it('returns 404 for a missing row', async () => {
        expect((await get(missing[definition.id.kind])).code).toBe(404);
      });

      it('rejects an invalid id', async () => {
        for (const id of ['0', '-1', '1.5', 'x', '1;2', '%27', '1e3', '__proto__'])
          expect([40000, 404]).toContain((await get(id)).code);
      });
    }

    it('rejects every call without its permission, and without a session', async () => {
      for (const [name, call] of Object.entries(calls)) {
        if (!has(name as ResourceCallName)) continue;
        const needed = typeof call.policy === 'object' ? call.policy.anyOf : [];
        const others = everyPermission(calls).filter((each) => !(needed as readonly string[]).includes(each));
        const without = await app.signIn({ permissions: others });
        const sent = { id: missing[definition.id.kind], body: {} };
        const named = call as AdminCallDef;
        const hasBody = named.method !== 'GET' && named.takes === undefined && named.body !== undefined;
        const given = hasBody ? sent : { id: sent.id };
        expect([name, (await send(without, name as ResourceCallName, given)).code]).toEqual([name, 403]);
        const anonymous = await send(app.anonymous, name as ResourceCallName, given);
        expect([name, anonymous.status, anonymous.code]).toEqual([name, 401, 'U0230']);
      }
    });

    if (has('page')) {
      it('sorts by sortable fields only, and rejects large page numbers', async () => {
        for (const field of sortable(definition))
          for (const isAsc of ['asc', 'desc'])
            expect((await page(root, { orderByColumn: field, isAsc })).code).toBe(20001);
        if (definition.tree) return;
        expect((await page(root, { pageSize: '101' })).code).toBe(40000);
        expect((await page(root, { pageNum: '0' })).code).toBe(40000);
        const deep = await page(root, { pageNum: '1001', pageSize: '100' });
        expect([deep.code, deep.message]).toEqual([40000, '请缩小查询范围']);
      });

      it('rejects unknown names, which would return all rows, in lists and files', async () => {
        for (const name of ['statuss', 'params[dataScope]', 'params[beginNothing]']) {
          const refused = [40000, `不支持的参数：${name.replace(/\[(\w+)\]/, '.$1')}`];
          const listed = await page(root, { [name]: '1' });
          expect([listed.code, listed.message]).toEqual(refused);
          expect((await page(root, { [name]: '' })).code).toBe(20001);
          if (!has('export')) continue;
          const file = await send(root, 'export', { form: { [name]: '1' } });
          expect([file.code, file.message]).toEqual(refused);
        }
      });

      it(`returns the same rows or 40000, whatever is searched (${injections.length} texts)`, async () => {
        if (has('create')) await add();
        const before = await everything();
        const rows = JSON.stringify(before.records);
        const places = ['orderByColumn', 'isAsc', 'keyword', ...filterNames(definition)];
        for (const [at, text] of injections.entries()) {
          const place = places[at % places.length]!;
          const answer = await page(root, { pageSize: '100', [place]: text });
          if (answer.code === 40000) continue;
          expect([place, text, answer.code]).toEqual([place, text, 20001]);
          // Matching rows only, never invented ones.
          for (const row of answer.data.records) expect(rows).toContain(JSON.stringify(row));
        }
        expect(JSON.stringify((await everything()).records)).toBe(rows);
      });
    }
  });
}

interface Sent {
  readonly id?: unknown;
  readonly ids?: readonly unknown[];
  readonly body?: Fields | readonly Fields[];
  readonly query?: Record<string, string>;
  readonly form?: Record<string, string>;
}

function filterNames(definition: ResourceDef): readonly string[] {
  return fieldsOf(definition).flatMap(([name, { query }]) => {
    const capital = name.charAt(0).toUpperCase() + name.slice(1);
    if (query === 'between') return [`params[begin${capital}]`, `params[end${capital}]`];
    return query ? [name] : [];
  });
}

function everyPermission(calls: ReturnType<typeof resourceCalls>): string[] {
  const all = Object.values(calls).flatMap(({ policy }) => (typeof policy === 'object' ? policy.anyOf : []));
  return [...new Set(all)];
}

function faultyValues(field: FieldDef): readonly unknown[] {
  const isNeeded = field.required && (field.form === false || field.form?.visibleWhen === undefined);
  const empty = isNeeded ? ['', null] : [];
  switch (field.kind) {
    case 'string':
    case 'text':
      return [
        ...empty,
        'x'.repeat((field.max ?? 70_000) + 1),
        {},
        7,
        ...(field.pattern ? ['\u3000！'] : []),
        'a\u0001b',
      ];
    case 'integer':
    case 'money':
      return [
        ...(isNeeded ? [null] : []),
        1.5,
        '7',
        (field.min ?? -2_147_483_647) - 1,
        (field.max ?? 2_147_483_647) + 1,
      ];
    case 'enum':
    case 'flag':
      return [...empty, 'no such value', 7];
    case 'boolean':
      return ['maybe', 7];
    case 'time':
      return [...empty, '2024-13-01 00:00:00', '2024-02-30 00:00:00', 'yesterday'];
    default:
      return empty;
  }
}

/** If the console does not serve the resource, only its calls are served. */
async function openConsole(
  database: Awaited<ReturnType<DatabaseBench['open']>>,
  bind: ResourceExample['bind'],
): Promise<TestConsole> {
  if (!bind) return testConsole(database);
  let app: TestConsole | null = null;
  const now = () => app!.clock;
  const clock: Clock = {
    now: () => now().now(),
    monotonic: () => now().monotonic(),
    after: (delay, run) => now().after(delay, run),
    every: (period, run) => now().every(period, run),
  };
  app = await testConsole(database, {}, { routes: resourceRoutes(bind({ database, clock })) });
  return app;
}
