/**
 * Nobody finds out a masked value by trying: for every masked field of every resource, a call with the stored value and
 * the same call with another value have the same response. Unique values of rows outside the data scope are not
 * confirmed either, except identifiers, and these only a few times.
 */
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { permissionOf, type ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import type { FieldDef, MaskRule } from '../../lib/contracts/admin/field.ts';
import { resourceCalls } from '../../lib/contracts/admin/resource-calls.ts';
import { fieldsOf, importable, writable } from '../../lib/contracts/admin/resource-schema.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import {
  type CallInit,
  type ConsoleAnswer,
  type SignedIn,
  type TestConsole,
  testConsole,
} from '../kit/console.ts';
import { rowMakers } from '../kit/console-rows.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

/** The stored value and another one. */
type Pair = readonly [stored: string, other: string];

const pairs: Readonly<Record<MaskRule, Pair>> = {
  phone: ['13912345678', '13912340000'],
  email: ['guess.me@example.com', 'guess.it@example.com'],
  idCard: ['11010519491231002X', '110105194912310038'],
  bankCard: ['6222021234567890123', '6222021234567890000'],
  name: ['欧阳小明', '欧阳大明'],
  address: ['深圳市南山区科技园一路 9 号', '深圳市南山区科技园一路 8 号'],
  plate: ['粤B12345', '粤B12355'],
  ip: ['203.0.113.77', '203.0.200.1'],
  secret: ['guessed secret', 'another secret'],
};

/** Columns that are not named like their field. */
const columns: Readonly<Record<string, string>> = {
  'system.user.userName': 'username',
  'system.user.phonenumber': 'phone',
  'system.user.loginIp': 'loginAddress',
  'monitor.logininfor.ipaddr': 'address',
  'monitor.online.ipaddr': 'address',
  'monitor.operlog.operIp': 'operAddress',
};

const definitions: readonly ResourceDef[] = Object.values(resources);
const masked = definitions.flatMap((definition) =>
  fieldsOf(definition).flatMap(([name, field]) =>
    field.mask && field.kind !== 'secret' ? [{ definition, name, field, mask: field.mask }] : [],
  ),
);
type Masked = (typeof masked)[number];
const isFiltered = ({ field }: Masked) => field.query !== undefined;
const titleOf = ({ definition, name }: Masked) => `${definition.key}.${name}`;

/** Every permission of a resource except some. */
function permissionsFor(definition: ResourceDef, without: readonly string[] = []): string[] {
  const all = Object.values(resourceCalls(definition)).flatMap(({ policy }) =>
    typeof policy === 'object' ? policy.anyOf : [],
  );
  return [...new Set(all)].filter((each) => !without.some((verb) => each === permissionOf(definition, verb)));
}

/** Without what differs in every response. The operation log contains the calls themselves. */
const bodyOf = ({ status, text, blob }: ConsoleAnswer, definition?: ResourceDef) => ({
  status,
  text: text.replace(/"traceId":"[^"]*"/, ''),
  bytes: definition?.key === 'monitor.operlog' ? blob !== null : blob?.length,
});

describe.each(engines)('on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: TestConsole;
  const dept = { own: 0, other: 0 };

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    app = await testConsole(await bench.open());
    const founder = await app.root();
    for (const name of ['own', 'other'] as const) {
      const body = { parentId: 0, deptName: `部门 ${name}`, orderNum: 1, status: '0' };
      dept[name] = (await founder.call('POST', '/system/dept', { body })).data.deptId;
    }
  });

  /** A row of `dept` with these values in its columns. */
  async function row(definition: ResourceDef, deptId: number, values: Readonly<Record<string, string>>) {
    const maker = rowMakers[definition.key]!;
    const { db } = app.database;
    const id = await maker.make(db, { tenantId: 'default', deptId });
    const stored = Object.entries(values).map(([name, value]) => [
      columns[`${definition.key}.${name}`] ?? name,
      value,
    ]);
    if (stored.length > 0)
      await db
        .updateTable(maker.table as 'user')
        .set(Object.fromEntries(stored))
        .where('id', '=', id as number)
        .execute();
    return id;
  }

  describe.each(masked.map((each) => [titleOf(each), each] as const))('%s', (_title, each) => {
    const { definition, name, field, mask } = each;
    const [stored, other] = pairs[mask];
    let id: number | string;
    let clerk: SignedIn;

    beforeEach(async () => {
      id = await row(definition, dept.own, { [name]: stored });
      clerk = await app.signIn({ permissions: permissionsFor(definition, ['reveal']), maskScope: 3 });
    });

    const { base, id: idField } = definition;
    const page = (who: SignedIn, query: Readonly<Record<string, string>>) =>
      who.call('GET', `${base}/page`, { query: { pageSize: '100', ...query } });
    const idsOf = ({ data }: ConsoleAnswer) =>
      data.records.map((found: Record<string, unknown>) => found[idField.field]);

    it('has the same response to the stored value and to another one, in every call', async () => {
      const capital = name.charAt(0).toUpperCase() + name.slice(1);
      const calls: [string, (value: string) => readonly [method: string, path: string, init: CallInit]][] = [
        ['filter', (value) => ['GET', `${base}/page`, { query: { [name]: value } }]],
        [
          'range',
          (value) => [
            'GET',
            `${base}/page`,
            { query: { [`params[begin${capital}]`]: value, [`params[end${capital}]`]: value } },
          ],
        ],
        ['quick search', (keyword) => ['GET', `${base}/page`, { query: { keyword } }]],
        ['options', (keyword) => ['GET', `${base}/options`, { query: { keyword } }]],
        ['reveal', () => ['POST', `${base}/${id}/reveal`, { body: { field: name } }]],
      ];
      if (definition.can.includes('export'))
        calls.push(
          ['export', (value) => ['POST', `${base}/export`, { form: { [name]: value, format: 'csv' } }]],
          ['export search', (keyword) => ['POST', `${base}/export`, { form: { keyword, format: 'csv' } }]],
        );
      if (writable(definition, 'update').some(([one]) => one === name))
        calls.push([
          'conflict',
          (value) => ['PUT', base, { body: { [idField.field]: id, version: 999, [name]: value } }],
        ]);
      if (definition.can.includes('import') && importable(definition).some(([one]) => one === name))
        for (const updateSupport of ['true', 'false'])
          calls.push([
            `import, ${updateSupport}`,
            (value) => [
              'POST',
              `${base}/importData`,
              {
                form: { dryRun: 'true', updateSupport },
                file: { name: 'a.csv', bytes: `${field.label['zh-CN']}\n${value}\n` },
              },
            ],
          ]);
      for (const [what, call] of calls) {
        const [right, wrong] = [await clerk.call(...call(stored)), await clerk.call(...call(other))];
        expect([what, bodyOf(right, definition)]).toEqual([what, bodyOf(wrong, definition)]);
        // A response that lists the row must not do so because of the value.
        expect([what, right.text.includes(stored)]).toEqual([what, false]);
      }
      const sorted = await page(clerk, { orderByColumn: name, isAsc: 'asc' });
      expect(sorted.code).toBe(40000);
    });

    if (isFiltered(each)) {
      it('rejects its filter without the permission to reveal it, and says so', async () => {
        expect(await page(clerk, { [name]: stored })).toMatchObject({
          code: 403,
          message: `「${field.label['zh-CN']}」已脱敏，没有查看明文的权限，不能按其查询`,
          errors: [{ path: name }],
        });
      });

      it('is found by its complete value with the permission to reveal it, and the search is logged', async () => {
        const auditor = await app.signIn({ permissions: permissionsFor(definition), maskScope: 3 });
        expect(idsOf(await page(auditor, { [name]: stored }))).toEqual([id]);
        expect(idsOf(await page(auditor, { [name]: stored.slice(0, -1) }))).toEqual([]);
        const logged = await app.database.db
          .selectFrom('operationLog')
          .select(['operName', 'operParam'])
          .where('businessType', '=', 10)
          .execute();
        expect(logged).toHaveLength(2);
        for (const entry of logged) {
          expect(entry).toEqual({ operName: auditor.username, operParam: expect.stringContaining(name) });
          expect(entry.operParam).not.toContain(stored);
        }
      });

      it('is found by those who see it', async () => {
        const reader = await app.signIn({
          permissions: permissionsFor(definition, ['reveal']),
          maskScope: 2,
          maskFields: [mask],
        });
        expect(idsOf(await page(reader, { [name]: stored }))).toEqual([id]);
      });

      it('does not appear in saved views of others', async () => {
        const founder = await app.root();
        const view = { name: '视图', isDefault: false, columns: {}, sharedWith: [clerk.roleId] };
        const query = `${name}=${encodeURIComponent(stored)}&keyword=x`;
        const path = `/savedView/${definition.key}`;
        expect((await founder.call('POST', path, { body: { ...view, query } })).code).toBe(20001);
        expect((await clerk.call('GET', path)).data).toMatchObject([{ query: 'keyword=x' }]);
      });
    }
  });

  it('are searched 60 times a minute by each user, with lists and later pages counted', async () => {
    const companies = resources['iot.company'];
    const users = resources['system.user'];
    const permissions = [...permissionsFor(users), ...permissionsFor(companies), 'system:role:list'];
    const auditor = await app.signIn({ permissions, maskScope: 3 });
    const other = await app.signIn({ permissions, maskScope: 3 });
    await row(users, dept.own, { phonenumber: pairs.phone[0] });
    const search = (who: SignedIn, query: Readonly<Record<string, string>> = {}) =>
      who.call('GET', '/system/user/page', { query: { phonenumber: pairs.phone[0], ...query } });
    const refusal = {
      code: 429,
      message: '每分钟最多按脱敏内容查询 60 次，请稍后再试',
      errors: [{ path: 'phonenumber', message: '每分钟最多按脱敏内容查询 60 次，请稍后再试' }],
    };
    for (let at = 0; at < 56; at += 1) await search(auditor);
    expect((await search(auditor, { pageNum: '2' })).data).toMatchObject({ records: [], total: 1 });
    const roleUsers = () =>
      auditor.call('GET', '/system/role/authUser/unallocatedList', {
        query: { roleId: String(auditor.roleId), phonenumber: pairs.phone[0] },
      });
    expect((await roleUsers()).data.total).toBe(1);
    const exported = () =>
      auditor.call('POST', '/system/user/export', { form: { phonenumber: pairs.phone[0], format: 'csv' } });
    // Counts twice: the rows are counted first.
    expect((await exported()).blob).not.toBeNull();
    for (const answer of [await search(auditor), await roleUsers(), await exported()])
      expect(answer).toMatchObject(refusal);
    expect((await auditor.call('GET', '/system/user/page')).code).toBe(20001);
    expect((await search(other)).data.total).toBe(1);
    const logged = await app.database.db
      .selectFrom('operationLog')
      .select('id')
      .where('businessType', '=', 10)
      .where('operName', '=', auditor.username)
      .execute();
    expect(logged).toHaveLength(59);
    await app.clock.advance(60_000);
    expect((await search(auditor)).data.total).toBe(1);
  });

  it('the list of masked kinds of the current user is complete', async () => {
    const clerk = await app.signIn({ maskScope: 2, maskFields: ['phone'] });
    const { masks } = (await clerk.call('GET', '/get-user-info')).data;
    expect([...masks].sort()).toEqual(
      Object.keys(pairs)
        .filter((rule) => rule !== 'phone')
        .sort(),
    );
    expect((await (await app.root()).call('GET', '/get-user-info')).data.masks).toEqual([]);
  });

  it.each(['allocatedList', 'unallocatedList'])(
    'users of a role are not found by phone: %s',
    async (list) => {
      const roles = resources['system.role'];
      await row(resources['system.user'], dept.own, { phonenumber: pairs.phone[0] });
      const clerk = await app.signIn({ permissions: permissionsFor(roles), maskScope: 3 });
      const found = (phonenumber: string) =>
        clerk.call('GET', `/system/role/authUser/${list}`, {
          query: { roleId: String(clerk.roleId), phonenumber },
        });
      const [right, wrong] = [await found(pairs.phone[0]), await found(pairs.phone[1])];
      expect(bodyOf(right)).toEqual(bodyOf(wrong));
      expect(right).toMatchObject({ code: 403, errors: [{ path: 'phonenumber' }] });
      const auditor = await app.signIn({
        permissions: [...permissionsFor(roles), 'system:user:reveal'],
        maskScope: 3,
      });
      const query = { roleId: String(auditor.roleId), phonenumber: pairs.phone[0] };
      const { data } = await auditor.call('GET', `/system/role/authUser/${list}`, { query });
      expect(data.total).toBe(list === 'unallocatedList' ? 1 : 0);
      const logged = app.database.db
        .selectFrom('operationLog')
        .select('operParam')
        .where('businessType', '=', 10);
      expect((await logged.execute()).map(({ operParam }) => operParam)).toEqual([
        expect.stringContaining('139****5678'),
      ]);
    },
  );

  describe('unique values of rows outside the data scope', () => {
    /** Two valid values. */
    const samples: Readonly<Record<string, Pair>> = {
      'system.user.userName': ['chen_wei', 'wang_fang'],
      'system.user.phonenumber': pairs.phone,
      'system.user.email': pairs.email,
      'iot.company.name': ['东方仓储', '西方仓储'],
      'iot.company.creditCode': ['91350100M000100Y43', '91350100M000200Y4T'],
      'iot.device.serial': ['C00000001', 'C00000002'],
    };
    /** Users sign in with one, and addresses of cameras contain the other. */
    const identifiers = ['system.user.userName', 'iot.device.serial'];
    const unique = definitions.flatMap((definition) =>
      fieldsOf(definition).flatMap(([name, field]) => {
        const isScoped = fieldsOf(definition).some(([one]) => one === 'deptId');
        return field.unique && isScoped ? [{ definition, name, field }] : [];
      }),
    );
    const place = ({ definition, name }: (typeof unique)[number]) => `${definition.key}.${name}`;
    const clerkOf = (definition: ResourceDef) =>
      app.signIn({ permissions: permissionsFor(definition), dataScope: 3, deptId: dept.own, maskScope: 1 });
    const dryRun = (who: SignedIn, definition: ResourceDef, { label }: FieldDef, values: readonly string[]) =>
      who.call('POST', `${definition.base}/importData`, {
        form: { dryRun: 'true' },
        file: { name: 'a.csv', bytes: [label['zh-CN'], ...values, ''].join('\n') },
      });

    it('are free for everybody else, except identifiers', () => {
      const confirmed = unique.filter(({ field }) => field.unique === true).map(place);
      expect(confirmed.sort()).toEqual([...identifiers].sort());
      expect(Object.keys(samples).sort()).toEqual(unique.map(place).sort());
    });

    it.each(
      unique.filter(({ field }) => field.unique === 'visible').map((each) => [place(each), each] as const),
    )('%s: can be used again, whoever has it', async (title, { definition, name, field }) => {
      const [stored, other] = samples[title]!;
      await row(definition, dept.other, { [name]: stored });
      const id = await row(definition, dept.own, {});
      const clerk = await clerkOf(definition);
      const free = await dryRun(clerk, definition, field, [other]);
      const unseen = await dryRun(clerk, definition, field, [stored]);
      expect(unseen.data).toEqual(free.data);
      const put = (value: string, version: number) =>
        clerk.call('PUT', definition.base, { body: { [definition.id.field]: id, version, [name]: value } });
      const [wrong, right] = [await put(other, 1), await put(stored, 2)];
      expect(right.code).toBe(20001);
      expect(bodyOf(right)).toEqual(bodyOf(wrong));
      const second = await row(definition, dept.own, {});
      // In one's own data scope a value is still unique.
      const twice = await clerk.call('PUT', definition.base, {
        body: { [definition.id.field]: second, version: 1, [name]: stored },
      });
      expect(twice).toMatchObject({ code: 'U0210', errors: [{ path: name }] });
    });

    it.each(identifiers)(
      '%s: is confirmed ten times, then every value is rejected for a while',
      async (title) => {
        const { definition, name, field } = unique.find((each) => place(each) === title)!;
        const taken = Array.from({ length: 12 }, (_, at) => `${samples[title]![0]}${at}`);
        for (const value of taken) await row(definition, dept.other, { [name]: value });
        const clerk = await clerkOf(definition);
        const tooMany = '提交的值多次已被占用，请 10 分钟后再试';
        const texts = async (values: readonly string[]) => {
          const { errors } = (await dryRun(clerk, definition, field, values)).data;
          const own = errors.filter(({ column }: { column: string }) => column === field.label['zh-CN']);
          return own.map(({ message }: { message: string }) => message);
        };
        const answers = await texts(taken);
        expect(answers).toHaveLength(12);
        expect(answers.filter((text: string) => text === tooMany)).toHaveLength(2);
        expect(await texts([samples[title]![1]])).toEqual([tooMany]);
        await app.clock.advance(600_001);
        await clerk.renew();
        expect(await texts([samples[title]![1]])).toEqual([]);
      },
    );
  });
});
