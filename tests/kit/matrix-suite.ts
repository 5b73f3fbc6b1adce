/**
 * Authorization matrix: every call of the console x 12 users x ownership of the row. The environment decides whether
 * requests go directly to the handler or through the whole server.
 */
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { AdminCallDef } from '../../lib/contracts/admin/call.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { resourceCalls } from '../../lib/contracts/admin/resource-calls.ts';
import { adminRoutes } from '../../lib/http/admin/admin-routes.ts';
import type { CallInit, ConsoleAnswer, ConsoleClient, SignedIn, TestConsole } from './console.ts';
import { type Ownership, type Places, rowMakers } from './console-rows.ts';

export interface MatrixWorld {
  readonly app: TestConsole;
  /** A client whose bearer token has expired. Requested before the other sign-ins, because time has to pass. */
  expired(permissions: readonly string[]): Promise<ConsoleClient>;
  /** More clients that must be denied, with names. */
  readonly strangers?: readonly (readonly [name: string, client: ConsoleClient])[];
  /** Makes only every n-th call; 1: every call. */
  readonly step?: number;
  stop(): Promise<void>;
}

type Target = Ownership | 'missing';
const targets: readonly Target[] = ['own', 'otherDept', 'otherTenant', 'missing'];
type Id = number | string;
type Input = { readonly path: string; readonly init: CallInit };

/** Calls that name one row, with their input for an id. */
const namesRow: Readonly<Record<string, { readonly resource: string; readonly input: (id: Id) => Input }>> = {
  'PUT /system/user/resetPwd': {
    resource: 'system.user',
    input: (id) => ({ path: '/system/user/resetPwd', init: { body: { id } } }),
  },
  'PUT /system/user/resetTotp': {
    resource: 'system.user',
    input: (id) => ({ path: '/system/user/resetTotp', init: { body: { id } } }),
  },
  'PUT /system/user/unlock': {
    resource: 'system.user',
    input: (id) => ({ path: '/system/user/unlock', init: { body: { id } } }),
  },
  'GET /system/user/authRole/{id}': {
    resource: 'system.user',
    input: (id) => ({ path: `/system/user/authRole/${id}`, init: {} }),
  },
  'PUT /system/user/authRole/{id}': {
    resource: 'system.user',
    input: (id) => ({ path: `/system/user/authRole/${id}`, init: { body: { roleIds: [], version: 1 } } }),
  },
  'PUT /system/role/dataScope': {
    resource: 'system.role',
    input: (id) => ({
      path: '/system/role/dataScope',
      init: { body: { roleId: id, dataScope: '5', version: 1 } },
    }),
  },
  'PUT /system/role/maskScope': {
    resource: 'system.role',
    input: (id) => ({
      path: '/system/role/maskScope',
      init: { body: { roleId: id, maskScope: '3', version: 1 } },
    }),
  },
  'GET /system/role/deptTree/{id}': {
    resource: 'system.role',
    input: (id) => ({ path: `/system/role/deptTree/${id}`, init: {} }),
  },
  'GET /system/role/authUser/allocatedList': {
    resource: 'system.role',
    input: (id) => ({ path: '/system/role/authUser/allocatedList', init: { query: { roleId: String(id) } } }),
  },
  'GET /system/role/authUser/unallocatedList': {
    resource: 'system.role',
    input: (id) => ({
      path: '/system/role/authUser/unallocatedList',
      init: { query: { roleId: String(id) } },
    }),
  },
  'GET /system/menu/roleMenuTreeselect/{id}': {
    resource: 'system.role',
    input: (id) => ({ path: `/system/menu/roleMenuTreeselect/${id}`, init: {} }),
  },
  'PUT /system/menu/updateSort': {
    resource: 'system.menu',
    input: (id) => ({
      path: '/system/menu/updateSort',
      init: { body: [{ menuId: id, orderNum: 3, version: 1 }] },
    }),
  },
  'PUT /system/dept/updateSort': {
    resource: 'system.dept',
    input: (id) => ({
      path: '/system/dept/updateSort',
      init: { body: [{ deptId: id, orderNum: 3, version: 1 }] },
    }),
  },
  'GET /system/notice/{id}/readers': {
    resource: 'system.notice',
    input: (id) => ({ path: `/system/notice/${id}/readers`, init: {} }),
  },
  'PUT /feedback/feedback/take': {
    resource: 'feedback.feedback',
    input: (id) => ({ path: '/feedback/feedback/take', init: { body: { id } } }),
  },
  'PUT /feedback/feedback/reply': {
    resource: 'feedback.feedback',
    input: (id) => ({ path: '/feedback/feedback/reply', init: { body: { id, reply: '已处理' } } }),
  },
  'PUT /feedback/feedback/close': {
    resource: 'feedback.feedback',
    input: (id) => ({ path: '/feedback/feedback/close', init: { body: { id } } }),
  },
  'GET /feedback/message/{id}/receipts': {
    resource: 'feedback.message',
    input: (id) => ({ path: `/feedback/message/${id}/receipts`, init: {} }),
  },
  'PUT /feedback/message/send': {
    resource: 'feedback.message',
    input: (id) => ({ path: '/feedback/message/send', init: { body: { id } } }),
  },
  'PUT /feedback/message/recall': {
    resource: 'feedback.message',
    input: (id) => ({ path: '/feedback/message/recall', init: { body: { id, reason: '时间有误' } } }),
  },
  'POST /feedback/template/{id}/fill': {
    resource: 'feedback.template',
    input: (id) => ({ path: `/feedback/template/${id}/fill`, init: { body: { params: {} } } }),
  },
  'DELETE /monitor/online/{ids}': {
    resource: 'monitor.online',
    input: (id) => ({ path: `/monitor/online/${id}`, init: {} }),
  },
  'DELETE /monitor/online/batch': {
    resource: 'monitor.online',
    input: (id) => ({ path: '/monitor/online/batch', init: { body: { ids: [id] } } }),
  },
  'PUT /monitor/job/run': {
    resource: 'monitor.job',
    input: (id) => ({ path: '/monitor/job/run', init: { body: { id } } }),
  },
  ...Object.fromEntries(
    (
      [
        ['GET', 'sources', {}],
        ['PUT', 'source/sub', { body: { kind: 'demo', scene: 'yard' } }],
        ['DELETE', 'source/sub', {}],
        ['PUT', 'onvif', { body: { url: 'http://192.0.2.9/onvif' } }],
        ['DELETE', 'onvif', {}],
      ] as const
    ).map(([method, rest, init]) => [
      `${method} /iot/camera/{id}/${rest.replace('/sub', '/{profile}')}`,
      { resource: 'iot.camera', input: (id: Id) => ({ path: `/iot/camera/${id}/${rest}`, init }) },
    ]),
  ),
  'POST /iot/camera/check': {
    resource: 'iot.camera',
    input: (id) => ({ path: '/iot/camera/check', init: { body: { id } } }),
  },
  'GET /iot/recording/{id}/days': {
    resource: 'iot.camera',
    input: (id) => ({ path: `/iot/recording/${id}/days?store=cloud&month=202601`, init: {} }),
  },
  'GET /iot/recording/{id}/day': {
    resource: 'iot.camera',
    input: (id) => ({ path: `/iot/recording/${id}/day?store=cloud&day=2026-01-01`, init: {} }),
  },
  'POST /iot/recording/play': {
    resource: 'iot.camera',
    input: (id) => ({ path: '/iot/recording/play', init: { body: { id } } }),
  },
  'POST /iot/watch/renew': {
    resource: 'iot.camera',
    input: (id) => ({ path: '/iot/watch/renew', init: { body: { id } } }),
  },
  'GET /iot/watch/{id}/online': {
    resource: 'iot.camera',
    input: (id) => ({ path: `/iot/watch/${id}/online`, init: {} }),
  },
  'GET /iot/watch/{id}/viewers': {
    resource: 'iot.camera',
    input: (id) => ({ path: `/iot/watch/${id}/viewers`, init: {} }),
  },
  'GET /iot/watch/{id}/notes': {
    resource: 'iot.camera',
    input: (id) => ({ path: `/iot/watch/${id}/notes`, init: {} }),
  },
  'POST /iot/watch/{id}/notes': {
    resource: 'iot.camera',
    input: (id) => ({ path: `/iot/watch/${id}/notes`, init: { body: { text: 'x' } } }),
  },
  'POST /iot/wall/play': {
    resource: 'iot.camera',
    input: (id) => ({ path: '/iot/wall/play', init: { body: { ids: [id] } } }),
  },
  'POST /iot/camera/broadcast': {
    resource: 'iot.camera',
    input: (id) => ({ path: '/iot/camera/broadcast', init: { body: { ids: [id] } } }),
  },
  'POST /iot/camera/preview': {
    resource: 'iot.camera',
    input: (id) => ({ path: '/iot/camera/preview', init: { body: { id } } }),
  },
  'GET /iot/camera/{id}/thumbnail': {
    resource: 'iot.camera',
    input: (id) => ({ path: `/iot/camera/${id}/thumbnail`, init: {} }),
  },
  'GET /iot/camera/{id}/playedAudio': {
    resource: 'iot.camera',
    input: (id) => ({ path: `/iot/camera/${id}/playedAudio`, init: {} }),
  },
  'GET /iot/alarm/{id}/picture': {
    resource: 'iot.alarm',
    input: (id) => ({ path: `/iot/alarm/${id}/picture`, init: {} }),
  },
  'PUT /iot/alarm/acknowledgeOne': {
    resource: 'iot.alarm',
    input: (id) => ({ path: '/iot/alarm/acknowledgeOne', init: { body: { id } } }),
  },
  'PUT /iot/alarm/acknowledge': {
    resource: 'iot.alarm',
    input: (id) => ({ path: '/iot/alarm/acknowledge', init: { body: { ids: [id] } } }),
  },
  'PUT /iot/webhook/test': {
    resource: 'iot.webhook',
    input: (id) => ({ path: '/iot/webhook/test', init: { body: { id } } }),
  },
  'GET /iot/voice/{id}/audio': {
    resource: 'iot.voice',
    input: (id) => ({ path: `/iot/voice/${id}/audio`, init: {} }),
  },
  'PUT /iot/application/rotate': {
    resource: 'iot.application',
    input: (id) => ({ path: '/iot/application/rotate', init: { body: { id } } }),
  },
  'PUT /app/version/publish': {
    resource: 'app.version',
    input: (id) => ({ path: '/app/version/publish', init: { body: { id } } }),
  },
  'PUT /app/version/withdraw': {
    resource: 'app.version',
    input: (id) => ({ path: '/app/version/withdraw', init: { body: { id } } }),
  },
  ...Object.fromEntries(
    (['submit', 'publish', 'reject', 'withdraw'] as const).map((action) => [
      `PUT /cms/article/${action}`,
      {
        resource: 'cms.article',
        input: (id: Id) => ({ path: `/cms/article/${action}`, init: { body: { id } } }),
      },
    ]),
  ),
  'PUT /iot/theme/publish': {
    resource: 'iot.theme',
    input: (id) => ({ path: '/iot/theme/publish', init: { body: { id } } }),
  },
  'PUT /iot/theme/rollback': {
    resource: 'iot.theme',
    input: (id) => ({ path: '/iot/theme/rollback', init: { body: { id, number: 1 } } }),
  },
  'GET /iot/theme/{id}/versions': {
    resource: 'iot.theme',
    input: (id) => ({ path: `/iot/theme/${id}/versions`, init: {} }),
  },
  'GET /iot/theme/{id}/version': {
    resource: 'iot.theme',
    input: (id) => ({ path: `/iot/theme/${id}/version`, init: { query: { number: '1' } } }),
  },
  'GET /iot/theme/{id}/uses': {
    resource: 'iot.theme',
    input: (id) => ({ path: `/iot/theme/${id}/uses`, init: {} }),
  },
  'GET /iot/theme/{id}/links': {
    resource: 'iot.theme',
    input: (id) => ({ path: `/iot/theme/${id}/links`, init: {} }),
  },
  'POST /iot/theme/{id}/links': {
    resource: 'iot.theme',
    input: (id) => ({ path: `/iot/theme/${id}/links`, init: { body: {} } }),
  },
  'POST /zb/shipping-templates/copy': {
    resource: 'zb.shippingTemplates',
    input: (id) => ({ path: '/zb/shipping-templates/copy', init: { query: { id: String(id) }, body: {} } }),
  },
  'POST /zb/shipping-templates/preview': {
    resource: 'zb.shippingTemplates',
    input: (id) => ({
      path: '/zb/shipping-templates/preview',
      init: { body: { id, cityId: 110_100, items: [{ qty: 1, price: 0 }] } },
    }),
  },
  'POST /zb/shipping-templates/previewOrder': {
    resource: 'zb.shippingTemplates',
    input: (id) => ({
      path: '/zb/shipping-templates/previewOrder',
      init: { body: { cityId: 110_100, groups: [{ id, items: [{ qty: 1, price: 0 }] }] } },
    }),
  },
};

/** Rows that only their owner, or the users of their role, can access: `saved-walls.test.ts` shows that these can. */
const ofTheirOwner: ReadonlySet<string> = new Set(['iot.savedWall']);

/** Rows without a department: every user of the organisation with the permission has access to all of them. */
const ofTheWholeTenant: ReadonlySet<string> = new Set([
  'system.post',
  'system.role',
  'system.menu',
  'system.dictType',
  'system.dictData',
  'system.config',
  'monitor.job',
  'monitor.jobLog',
  'iot.theme',
  'iot.voice',
  'iot.webhook',
  'iot.webhookDelivery',
  'zb.shippingTemplates',
  'app.version',
  'cms.article',
  'cms.articleCategory',
  'monitor.alertRule',
  'stat.report',
  'feedback.template',
]);

/** Calls of a resource that name one row. */
function rowCalls(definition: ResourceDef): Readonly<Record<string, (id: Id) => Input>> {
  const {
    base,
    style,
    id: { field },
    statusSwitch,
  } = definition;
  const isRest = style === 'rest';
  const byQuery = (verb: string, id: Id): Input => ({
    path: `${base}/${verb}`,
    init: { query: { id: String(id) } },
  });
  const masked = Object.entries(definition.fields).find(([, { mask }]) => mask)?.[0] ?? '';
  return {
    get: (id) => (isRest ? { path: `${base}/${id}`, init: {} } : byQuery('get', id)),
    update: (id) => ({
      path: isRest ? base : `${base}/update`,
      init: { body: { [field]: id, version: 1 } },
    }),
    changeStatus: (id) => ({
      path: `${base}/changeStatus`,
      init: { body: { [field]: id, [statusSwitch ?? 'status']: '0', version: 1 } },
    }),
    changeStatuses: (id) => ({
      path: `${base}/changeStatus/batch`,
      init: { body: [{ [field]: id, [statusSwitch ?? 'status']: '0', version: 1 }] },
    }),
    updateBatch: (id) => ({ path: `${base}/batch`, init: { body: [{ [field]: id, version: 1 }] } }),
    remove: (id) => (isRest ? { path: `${base}/${id}`, init: {} } : byQuery('delete', id)),
    restore: (id) => ({ path: `${base}/restore`, init: { body: { ids: [id] } } }),
    reveal: (id) => ({ path: `${base}/${id}/reveal`, init: { body: { field: masked } } }),
    history: (id) => ({ path: `${base}/${id}/history`, init: {} }),
    editors: (id) => ({ path: `${base}/${id}/editing`, init: {} }),
    startEditing: (id) => ({ path: `${base}/${id}/editing`, init: {} }),
    stopEditing: (id) => ({ path: `${base}/${id}/editing`, init: {} }),
  };
}

type Verdict = 'in' | 'signIn' | 'forbidden' | 'notThere';
function verdictOf({ status, code: whole, data, blob }: ConsoleAnswer): Verdict | 'failed' {
  if (blob) return 'in';
  // A bulk call reports each row separately; here the code of the one requested row.
  const code = data?.refused?.[0]?.code ?? whole;
  if (status === 401) return 'signIn';
  if (code === 403) return 'forbidden';
  if (code === 404 || status === 404) return 'notThere';
  return code === 500 ? 'failed' : 'in';
}

interface Row {
  readonly resource: string;
  readonly input: (id: Id) => Input;
}

export function describeMatrix(name: string, open: () => Promise<MatrixWorld>): void {
  describe(name, () => whoMayCallWhat(open));
}

function whoMayCallWhat(open: () => Promise<MatrixWorld>): void {
  let opened: MatrixWorld;
  let world: TestConsole;
  let places: Places;
  let calls: readonly { readonly call: AdminCallDef; readonly row: Row | null }[];
  /** The calls that this run makes. */
  let chosen: typeof calls;
  let everyPermission: readonly string[];
  let root: SignedIn;
  const strangers: [name: string, client: ConsoleClient, expected: Verdict][] = [];
  let cells = 0;
  const wrong: string[] = [];

  beforeAll(async () => {
    opened = await open();
    world = opened.app;
    const { db } = world.database;
    const dept = async (tenantId: string, deptName: string) => {
      await db
        .insertInto('tenant')
        .values({ id: tenantId, name: tenantId, enabled: 1, createdAt: 1 })
        .onConflict((found) => found.column('id').doNothing())
        .execute();
      const { id } = await db
        .insertInto('dept')
        .values({
          tenantId,
          parentId: 0,
          ancestors: '0',
          deptName,
          orderNum: 1,
          leaderUserId: null,
          phone: null,
          email: null,
          status: '0',
          version: 1,
          createdBy: '',
          createdAt: 1,
          updatedBy: '',
          updatedAt: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { tenantId, deptId: id };
    };
    places = {
      own: await dept('default', '我的部门'),
      otherDept: await dept('default', '别的部门'),
      otherTenant: await dept('elsewhere', '别家的部门'),
    };
    const byCall = new Map<AdminCallDef | string, Row>();
    for (const { definition } of world.adminConsole.resources) {
      const inputs = rowCalls(definition);
      for (const [name, call] of Object.entries(resourceCalls(definition))) {
        const input = inputs[name];
        if (input) byCall.set(`${call.method} ${call.path}`, { resource: definition.key, input });
      }
    }
    calls = adminRoutes(world.adminConsole).map(({ call }) => {
      const name = `${call.method} ${call.path}`;
      return { call, row: namesRow[name] ?? byCall.get(name) ?? null };
    });
    const { step = 1 } = opened;
    chosen = calls.filter((_, at) => at % step === 0);
    everyPermission = [...new Set(calls.flatMap(({ call }) => permissionsOf(call)))];

    const late = await opened.expired(everyPermission);
    const kicked = await world.signIn({ permissions: everyPermission });
    const off = await world.signIn({ permissions: everyPermission });
    const fresh = await world.signIn({ permissions: everyPermission });
    await db
      .updateTable('session')
      .set({ revokedAt: 1, revokedReason: 'kicked' })
      .where('id', '=', kicked.sessionId)
      .execute();
    await db.updateTable('user').set({ status: '1' }).where('id', '=', off.userId).execute();
    const last = fresh.bearer.at(-3) === 'A' ? 'B' : 'A';
    strangers.push(
      ['nobody', world.anonymous, 'signIn'],
      ['a forged bearer', world.withBearer('ocb1.session1.e30.AAAA'), 'signIn'],
      [
        'an altered bearer',
        world.withBearer(`${fresh.bearer.slice(0, -3)}${last}${fresh.bearer.slice(-2)}`),
        'signIn',
      ],
      ['an expired bearer', late, 'signIn'],
      ['an ended session', kicked, 'signIn'],
      ['a disabled account', off, 'signIn'],
      ...(opened.strangers ?? []).map(
        ([who, client]) => [who, client, 'signIn'] as [string, ConsoleClient, Verdict],
      ),
    );
    root = await world.root();
  }, 180_000);
  afterAll(() => opened?.stop());

  const permissionsOf = ({ policy }: AdminCallDef) => (typeof policy === 'object' ? policy.anyOf : []);
  const needsSession = ({ policy }: AdminCallDef) => policy === 'signedIn' || typeof policy === 'object';

  async function idAt(resource: string, target: Target): Promise<Id> {
    const maker = rowMakers[resource];
    if (!maker) throw new Error(`tests/kit/console-rows.ts has no maker for ${resource}`);
    if (target === 'missing')
      return maker.table === 'company' || typeof (await sample(resource)) === 'string'
        ? 'f'.repeat(32)
        : 999_999;
    return maker.make(world.database.db, places[target]);
  }
  const samples = new Map<string, Id>();
  async function sample(resource: string): Promise<Id> {
    const known =
      samples.get(resource) ?? (await rowMakers[resource]?.make(world.database.db, places.own)) ?? 0;
    samples.set(resource, known);
    return known;
  }

  async function request(
    client: ConsoleClient,
    call: AdminCallDef,
    { path, init }: Input,
  ): Promise<ConsoleAnswer> {
    cells += 1;
    return client.call(call.method, path, {
      ...init,
      headers: {
        'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy',
        'x-forwarded-for': '127.0.0.1',
        'x-tenant-id': 'elsewhere',
        ...init.headers,
      },
    });
  }

  function check(
    who: string,
    call: AdminCallDef,
    where: string,
    answer: ConsoleAnswer,
    expected: readonly Verdict[],
  ) {
    const verdict = verdictOf(answer);
    if (!expected.includes(verdict as Verdict)) {
      wrong.push(
        `${who}: ${call.method} ${call.path} (${where}): ${verdict}, not ${expected.join(' or ')}: ${answer.message}`,
      );
    }
  }

  /** Input of a call that names no row, or of any call, with ids that do not exist. */
  const plain = (call: AdminCallDef): Input => ({
    path: call.path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'profile' ? 'sub' : '1')),
    init: call.method === 'GET' || call.method === 'DELETE' ? {} : { body: {} },
  });

  it('every call has a policy, and few require no session', () => {
    expect(calls.length).toBeGreaterThan(120);
    expect(calls.filter(({ call }) => !call.policy)).toEqual([]);
    const open = calls
      .filter(({ call }) => !needsSession(call))
      .map(({ call }) => `${call.method} ${call.path}`);
    expect(open.length).toBeLessThanOrEqual(19);
  });

  it('every call with an id in its path declares whose row it is', () => {
    const open = new Set([
      'system/user/profile',
      'preference',
      'savedView',
      'dict/data/type',
      'configKey',
      'avatar',
      'files/',
      'app/package/',
      'cms/public/',
      'export-job/',
      'exported/',
      'unlock/',
      'list/exclude',
      'notice/{id}',
      'monitor/cache/',
      // A note of a camera; `camera-links.test.ts` shows whose it may be.
      '/notes/{noteId}',
      // A link of a theme; `theme-drafts.test.ts` shows whose it may be.
      '/links/{linkId}',
    ]);
    const unknown = calls
      .filter(({ call, row }) => !row && call.path.includes('{'))
      .map(({ call }) => `${call.method} ${call.path}`)
      .filter((name) => ![...open].some((part) => name.includes(part)));
    expect(unknown).toEqual([]);
  });

  it('no call succeeds without a valid session', async () => {
    const before = wrong.length;
    for (const { call, row } of chosen.filter(({ call: each }) => needsSession(each))) {
      for (const [who, client, expected] of strangers) {
        for (const target of row ? (['own', 'missing'] as const) : [null]) {
          const input =
            row && target
              ? row.input(target === 'own' ? await sample(row.resource) : await idAt(row.resource, 'missing'))
              : plain(call);
          check(who, call, target ?? 'no row', await request(client, call, input), [expected]);
        }
      }
    }
    expect(wrong.slice(before)).toEqual([]);
  }, 300_000);

  it('no call succeeds without its permission, whatever other permissions the user has', async () => {
    const before = wrong.length;
    const guarded = chosen.filter(({ call }) => permissionsOf(call).length > 0);
    const nothing = await world.signIn({ noRole: true, deptId: places.own.deptId });
    const byPage = new Map<string, SignedIn>();
    for (const { call, row } of guarded) {
      const needed: readonly string[] = permissionsOf(call);
      const pageKey = needed.join();
      let neighbour = byPage.get(pageKey);
      if (!neighbour) {
        const prefix = needed[0]?.replace(/:[^:]+$/, ':') ?? '';
        const others = everyPermission.filter((one) => one.startsWith(prefix) && !needed.includes(one));
        neighbour = await world.signIn({
          permissions: [...others, 'other:room:list'],
          deptId: places.own.deptId,
        });
        byPage.set(pageKey, neighbour);
      }
      for (const [who, client] of [
        ['without a role', nothing],
        ['with the page’s other permissions', neighbour],
      ] satisfies [string, SignedIn][]) {
        for (const target of row ? (['own', 'missing'] as const) : [null]) {
          const input =
            row && target
              ? row.input(target === 'own' ? await sample(row.resource) : await idAt(row.resource, 'missing'))
              : plain(call);
          let answer = await request(client, call, input);
          if (answer.status === 401) {
            await client.renew();
            answer = await request(client, call, input);
          }
          check(who, call, target ?? 'no row', answer, ['forbidden']);
        }
      }
    }
    expect(wrong.slice(before)).toEqual([]);
  }, 600_000);

  it('each call with its permission can access rows of the data scope and no others', async () => {
    const before = wrong.length;
    const changed: string[] = [];
    const guarded = chosen.filter(({ call, row }) => row && permissionsOf(call).length > 0);
    for (const { call, row } of guarded) {
      if (!row) continue;
      const permissions = [permissionsOf(call)[0] ?? ''];
      const isShared = ofTheWholeTenant.has(row.resource);
      const actors: readonly (readonly [string, SignedIn, (target: Target) => boolean])[] = [
        [
          'of the department',
          await world.signIn({ permissions, dataScope: 4, deptId: places.own.deptId }),
          (target) => target === 'own' || (isShared && target === 'otherDept'),
        ],
        [
          'of their own rows',
          await world.signIn({ permissions, dataScope: 5, deptId: places.own.deptId }),
          (target) => isShared && (target === 'own' || target === 'otherDept'),
        ],
        [
          'of another organisation',
          await world.signIn({ permissions, dataScope: 1, tenantId: 'elsewhere' }),
          (target) => target === 'otherTenant',
        ],
        ['the first administrator', root, (target) => target === 'own' || target === 'otherDept'],
      ];
      await root.renew();
      for (const [who, client, mayReach] of actors) {
        for (const target of targets) {
          const id = await idAt(row.resource, target);
          if (call.path.endsWith('/restore')) await markDeleted(row.resource, id);
          const rowBefore = await stored(row.resource, id);
          const answer = await request(client, call, row.input(id));
          const isAllowed = mayReach(target) && !ofTheirOwner.has(row.resource);
          // A rejection for a business rule means that access was granted.
          check(who, call, target, answer, isAllowed ? ['in'] : ['notThere']);
          if (!isAllowed && JSON.stringify(await stored(row.resource, id)) !== JSON.stringify(rowBefore)) {
            changed.push(`${who}: ${call.method} ${call.path} (${target}) changed the row`);
          }
        }
      }
    }
    expect(changed).toEqual([]);
    expect(wrong.slice(before)).toEqual([]);
  }, 900_000);

  async function markDeleted(resource: string, id: Id): Promise<void> {
    const table = rowMakers[resource]?.table as 'post';
    await world.database.db
      .updateTable(table)
      .set({ deletedAt: world.clock.now() })
      .where('id', '=', id as never)
      .execute();
  }

  /** The stored row, without what the server finds out about a camera by itself. */
  async function stored(resource: string, id: Id): Promise<unknown> {
    const table = rowMakers[resource]?.table as 'channel';
    const row = await world.database.db
      .selectFrom(table)
      .selectAll()
      .where('id', '=', id as never)
      .executeTakeFirst();
    if (!row) return row;
    const { onlineState: _state, stateCheckedAt: _at, ...others } = row;
    return others;
  }

  it('lists, options and files contain rows of the data scope only', async () => {
    const found: string[] = [];
    for (const { definition } of world.adminConsole.resources) {
      const maker = rowMakers[definition.key];
      if (!maker || !resourceCalls(definition).page) continue;
      const ids = {
        own: await maker.make(world.database.db, places.own),
        otherDept: await maker.make(world.database.db, places.otherDept),
        otherTenant: await maker.make(world.database.db, places.otherTenant),
      };
      const permissions = ['list', 'query', 'export'].map((verb) => `${definition.permission}:${verb}`);
      const isShared = ofTheWholeTenant.has(definition.key);
      for (const [who, client, mine] of [
        [
          'of the department',
          await world.signIn({ permissions, dataScope: 4, deptId: places.own.deptId }),
          isShared ? ['own', 'otherDept'] : ['own'],
        ],
        [
          'of another organisation',
          await world.signIn({ permissions, dataScope: 1, tenantId: 'elsewhere' }),
          ['otherTenant'],
        ],
      ] as const) {
        const requested = Object.values(ids).join(',');
        for (const path of ['page', 'list', 'options']) {
          cells += 1;
          const answer = await client.call('GET', `${definition.base}/${path}`, {
            query: { ids: requested, pageSize: '100' },
          });
          if (answer.code === 403 || answer.status === 404) continue; // notices have a list of their own
          const rows = (answer.data?.records ?? answer.data ?? []) as Readonly<Record<string, unknown>>[];
          const got = rows.map((row) => row.id ?? row[definition.id.field]);
          for (const place of ['own', 'otherDept', 'otherTenant'] as const) {
            const isSeen = got.some((id) => String(id) === String(ids[place]));
            if (isSeen && !(mine as readonly string[]).includes(place))
              found.push(`${who}: ${definition.base}/${path} shows ${place}`);
          }
        }
      }
    }
    expect(found).toEqual([]);
  }, 300_000);

  it('at least 3,000 combinations of call and user were tested, and none granted access it should not', () => {
    expect(cells).toBeGreaterThanOrEqual(3_000 / (opened.step ?? 1));
    expect(wrong).toEqual([]);
    console.log(`authorization matrix: ${cells} cells, ${wrong.length} wrong`);
  });
}
