import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import { adminRoutes } from '../../lib/http/admin/admin-routes.ts';
import { type CheckedConsole, checkRoutes } from '../../lib/http/admin/check-routes.ts';
import { type SignedIn, type TestConsole, testConsole } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

describe('the console at start', () => {
  let bench: DatabaseBench;
  let app: TestConsole;
  let root: SignedIn;
  let checked: CheckedConsole;

  beforeAll(async () => {
    bench = await engines[0].start();
    app = await testConsole(await bench.open());
    root = await app.root();
    const { db } = app.database;
    const menus = await db.selectFrom('menu').select('perms').where('perms', 'is not', null).execute();
    const types = await db.selectFrom('dictType').select('dictType').execute();
    checked = {
      routes: adminRoutes(app.adminConsole),
      definitions: Object.values(resources),
      menuPermissions: menus.map(({ perms }) => perms!),
      dictionaries: types.map(({ dictType }) => dictType),
    };
  });
  afterAll(() => bench.stop());

  it('requires the permissions that menus offer, and no others, and uses existing dictionaries', () => {
    expect(checkRoutes(checked)).toEqual([]);
  });

  it('serves every resource', () => {
    const served = app.adminConsole.resources.map(({ definition }) => definition.key);
    expect(served.sort()).toEqual(Object.keys(resources).sort());
  });

  it.each<[string, (adminConsole: CheckedConsole) => CheckedConsole, RegExp]>([
    [
      'a call without a policy',
      (it) => ({
        ...it,
        routes: [
          ...it.routes,
          { call: { method: 'GET', path: '/x', summary: { 'zh-CN': '', 'en-US': '' } } as never },
        ],
      }),
      /GET \/x has no policy/,
    ],
    [
      'a permission in no menu',
      (it) => ({ ...it, menuPermissions: it.menuPermissions.slice(1) }),
      /is required but in no menu/,
    ],
    [
      'a button that opens nothing',
      (it) => ({ ...it, menuPermissions: [...it.menuPermissions, 'mall:goods:list'] }),
      /mall:goods:list is in a menu but required by no call/,
    ],
    [
      'a call that is defined twice',
      (it) => ({ ...it, routes: [...it.routes, ...it.routes.slice(0, 1)] }),
      /is defined twice/,
    ],
    [
      'too many open calls',
      (it) => ({
        ...it,
        routes: [
          ...it.routes,
          ...Array.from({ length: 12 }, (_, at) => ({
            call: {
              method: 'GET',
              path: `/open${at}`,
              policy: 'public',
              summary: { 'zh-CN': '', 'en-US': '' },
            } as const,
          })),
        ],
      }),
      /calls need no session/,
    ],
    ['a dictionary that is not there', (it) => ({ ...it, dictionaries: [] }), /which does not exist/],
  ])('does not start with %s', (_, broken, message) => {
    expect(checkRoutes(broken(checked)).join('\n')).toMatch(message);
  });

  it('describes every call it serves, and no other', async () => {
    const { data } = await root.call('GET', '/v3/api-docs');
    const described = Object.entries(data.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = checked.routes.map(({ call }) => `${call.method} ${call.path}`);
    expect(described.sort()).toEqual([...served].sort());
    expect(data.openapi).toBe('3.1.0');
    const ids = Object.values(data.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes to each caller the calls they may use', async () => {
    const clerk = await app.signIn({ permissions: ['tool:swagger:list', 'system:post:list'] });
    const { data } = await clerk.call('GET', '/v3/api-docs');
    const paths = Object.keys(data.paths);
    expect(paths).toContain('/system/post/page');
    expect(paths).not.toContain('/system/post');
    expect(paths).not.toContain('/system/user/page');
    expect(
      (await (await app.signIn({ permissions: ['system:post:list'] })).call('GET', '/v3/api-docs')).code,
    ).toBe(403);
  });

  it('describes bodies and queries by the schemas that validate them', async () => {
    const { data } = await root.call('GET', '/v3/api-docs');
    const page = data.paths['/system/post/page'].get;
    const names = page.parameters.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['pageNum', 'pageSize', 'orderByColumn', 'isAsc', 'keyword', 'postName']),
    );
    const add = data.paths['/system/post'].post.requestBody.content['application/json'].schema;
    expect(add.required).toEqual(expect.arrayContaining(['postCode', 'postName']));
    expect(add.properties.postCode).toMatchObject({ type: 'string', maxLength: 64 });
    expect(add.properties).not.toHaveProperty('createTime');
  });

  it('contains no references outside of the document', async () => {
    const { text } = await root.call('GET', '/v3/api-docs');
    const document = JSON.parse(text).data;
    for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = pointer!
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect([pointer, typeof found]).toEqual([pointer, 'object']);
    }
  });
});
