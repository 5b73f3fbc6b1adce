import { expect } from 'expect';
import { sql } from 'kysely';
import { it } from 'vitest';
import { resourceCalls } from '../../lib/contracts/admin/resource-calls.ts';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { Database } from '../../lib/db/schema.ts';
import { adminRoutes } from '../../lib/http/admin/admin-routes.ts';
import { voiceAudio } from '../../lib/media/talk/voice-audio.ts';
import { sampleApk, sendParts } from '../kit/app-package.ts';
import type { CallInit, SignedIn } from '../kit/console.ts';
import { type Places, rowMakers } from '../kit/console-rows.ts';
import { askSignature, fieldsOf } from '../kit/signed-upload.ts';
import { describeSystem, describeSystemOnBoth, get, ok, type SystemConsole } from '../kit/system-console.ts';

// What the operation log contains for calls outside the generated resource calls, and for rejected calls.

/** Not in the operation log: calls that affect only the caller, and calls with a log of their own. */
const unlogged = new Set([
  'POST /setup',
  'POST /login',
  // Without a user; counted in the row of the share.
  'POST /share/open',
  'POST /share/state',
  // Without a user; counted in the row of the link.
  'POST /themeDraft/open',
  // A demo camera, for everybody.
  'POST /gallery/open',
  'POST /gallery/access',
  'POST /register',
  'POST /token/renew',
  'POST /logout',
  'POST /system/user/profile/reauth',
  'POST /system/user/profile/totp',
  'POST /iot/camera/check',
  'POST /monitor/alertRule/testMail',
  'PUT /preference/{name}',
  'DELETE /preference/{name}',
  'POST /savedView/{resource}',
  'DELETE /savedView/{resource}/{id}',
  'POST /system/notice/markRead',
  'POST /system/notice/markReadAll',
  'POST /feedback/inbox/markRead',
  'POST /feedback/inbox/markReadAll',
  'POST /feedback/inbox/remove',
  // Of the caller's own files; each export has a row.
  'PUT /common/export-job/restart',
  'DELETE /common/export-job/{id}',
  // The last call of the upload is logged.
  'POST /app/package/start',
  'POST /app/package/part',
  // They calculate, and change nothing.
  'POST /feedback/template/{id}/fill',
  'POST /zb/shipping-templates/preview',
  'POST /zb/shipping-templates/previewOrder',
]);
/** Needs a current verification code; see `console-session-account.test.ts`. */
const elsewhere = new Set([
  'PUT /system/user/profile/totp',
  // Logged by the talk plane, with what became of it; see `talk-log.test.ts`.
  'POST /iot/voice/send',
  // A file, which changes nothing; see `console-reports.test.ts`.
  'POST /stat/report/run/export',
]);

interface Change {
  readonly path: string;
  readonly init: CallInit;
  readonly by?: SignedIn;
}

/** One valid request for each call. */
async function changes({ app, own }: { app: SystemConsole; own: SignedIn }) {
  const { db, founder } = app;
  const places: Places = {
    own: { tenantId: 'default', deptId: await app.dept('部') },
    otherDept: { tenantId: 'default', deptId: 0 },
    otherTenant: { tenantId: 'default', deptId: 0 },
  };
  const row = async (resource: string) => {
    const made = await rowMakers[resource]?.make(db, places.own);
    if (made === undefined) throw new Error(resource);
    return made;
  };
  const [userId, roleId, menuId] = [
    await row('system.user'),
    await row('system.role'),
    await row('system.menu'),
  ];
  const [channel, application] = [await row('iot.camera'), await row('iot.application')];
  ok(
    await founder.call('PUT', `/iot/camera/${channel}/source/sub`, {
      body: { kind: 'demo', scene: 'yard' },
    }),
  );
  ok(await founder.call('PUT', '/system/role/authUser/selectAll', { body: { roleId, userIds: [userId] } }));
  // The first preview creates the console's own application.
  ok(await founder.call('POST', '/iot/camera/preview', { body: { id: await row('iot.camera') } }));
  const other = await app.adminConsole.sessions.open({
    tenantId: 'default',
    userId: own.userId,
    address: '192.0.2.77',
    userAgent: '',
    isRemembered: true,
  });
  await db.updateTable('user').set({ totpSealed: 'v1.there' }).where('id', '=', Number(userId)).execute();
  const scheduled = ok(
    await founder.call('POST', '/feedback/message', {
      body: { title: '停机', type: '1', status: '1', sendTime: '2999-01-01 00:00:00' },
    }),
  );
  const put = (path: string, body: unknown): Change => ({ path, init: { body } });
  const bare = (path: string): Change => ({ path, init: {} });
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const image = { name: 'a.png', bytes: Uint8Array.from(png) };
  const article = async (status: string) => {
    const id = Number(await row('cms.article'));
    await db.updateTable('article').set({ status, publishAt: 1 }).where('id', '=', id).execute();
    return id;
  };
  const released = await row('app.version');
  await db.updateTable('appVersion').set({ status: '1' }).where('id', '=', Number(released)).execute();
  const apk = sampleApk();
  const { packageId } = ok(
    await founder.call('POST', '/app/package/start', {
      body: { fileName: 'a.apk', platform: 'android', size: apk.length },
    }),
  );
  await sendParts(founder, packageId, apk);
  const { id: note } = ok(
    await founder.call('POST', `/iot/watch/${channel}/notes`, { body: { text: '旧备注' } }),
  );
  const shared = await row('iot.theme');
  const { linkId } = ok(await founder.call('POST', `/iot/theme/${shared}/links`, { body: {} }));
  const all: Record<string, Change> = {
    'PUT /system/user/profile': {
      ...put('/system/user/profile', { nickName: '新名', phonenumber: '', email: '', sex: '1' }),
      by: own,
    },
    'DELETE /system/user/profile/sessions/{id}': {
      ...bare(`/system/user/profile/sessions/${other.sessionId}`),
      by: own,
    },
    'DELETE /system/user/profile/totp': {
      ...put('/system/user/profile/totp', { password: 'correct-horse-7-battery' }),
      by: own,
    },
    'PUT /system/user/profile/updatePwd': {
      ...put('/system/user/profile/updatePwd', {
        oldPassword: 'correct-horse-7-battery',
        newPassword: 'another-Horse-9-staple',
      }),
      by: own,
    },
    'POST /system/user/profile/avatar': {
      path: '/system/user/profile/avatar',
      init: { form: {}, file: { name: 'a.png', type: 'image/png', bytes: Uint8Array.from(png) } },
      by: own,
    },
    'POST /common/upload': {
      path: '/common/upload',
      init: { form: {}, file: { name: 'a.png', type: 'image/png', bytes: Uint8Array.from(png) } },
    },
    'POST /common/oss/uploads': {
      path: '/common/oss/uploads',
      init: {
        form: fieldsOf(ok(await askSignature(founder, image))),
        file: { ...image, type: 'image/png' },
      },
    },
    'PUT /system/user/resetPwd': put('/system/user/resetPwd', { id: userId }),
    'PUT /system/user/resetTotp': put('/system/user/resetTotp', { id: userId }),
    'PUT /system/user/unlock': put('/system/user/unlock', { id: userId }),
    'PUT /system/user/authRole/{id}': put(`/system/user/authRole/${await row('system.user')}`, {
      ...{ roleIds: [], version: 1 },
    }),
    'PUT /system/role/dataScope': put('/system/role/dataScope', { roleId, dataScope: '1', version: 1 }),
    'PUT /system/role/maskScope': put('/system/role/maskScope', {
      ...{ roleId: await row('system.role'), maskScope: '1', version: 1 },
    }),
    'PUT /system/role/authUser/selectAll': put('/system/role/authUser/selectAll', {
      roleId: await row('system.role'),
      userIds: [userId],
    }),
    'PUT /system/role/authUser/cancel': put('/system/role/authUser/cancel', { roleId, userId }),
    'PUT /system/role/authUser/cancelAll': put('/system/role/authUser/cancelAll', {
      roleId,
      userIds: [userId],
    }),
    'PUT /system/menu/updateSort': put('/system/menu/updateSort', [{ menuId, orderNum: 77, version: 1 }]),
    'PUT /system/dept/updateSort': put('/system/dept/updateSort', [
      { deptId: places.own.deptId, orderNum: 77, version: 1 },
    ]),
    'DELETE /system/config/refreshCache': bare('/system/config/refreshCache'),
    'DELETE /system/dict/type/refreshCache': bare('/system/dict/type/refreshCache'),
    'DELETE /monitor/logininfor/clean': bare('/monitor/logininfor/clean'),
    'PUT /monitor/job/run': put('/monitor/job/run', { id: await row('monitor.job') }),
    'DELETE /monitor/jobLog/clean': bare('/monitor/jobLog/clean'),
    'DELETE /monitor/operlog/clean': bare('/monitor/operlog/clean?days=90'),
    'POST /feedback/mine': put('/feedback/mine', { type: '1', content: '看不清' }),
    'POST /feedback/picture': {
      path: '/feedback/picture',
      init: { form: {}, file: { name: 'a.png', type: 'image/png', bytes: Uint8Array.from(png) } },
    },
    'PUT /feedback/feedback/take': put('/feedback/feedback/take', { id: await row('feedback.feedback') }),
    'PUT /feedback/feedback/reply': put('/feedback/feedback/reply', {
      ...{ id: await row('feedback.feedback'), reply: '已处理' },
    }),
    'PUT /feedback/feedback/close': put('/feedback/feedback/close', { id: await row('feedback.feedback') }),
    'PUT /feedback/message/send': put('/feedback/message/send', { id: await row('feedback.message') }),
    'PUT /feedback/message/recall': put('/feedback/message/recall', {
      ...{ id: scheduled.id, reason: '时间有误' },
    }),
    'PUT /sys/area/show': put('/sys/area/show', { hidden: [110_000] }),
    'POST /zb/shipping-templates/copy': bare(
      `/zb/shipping-templates/copy?id=${await row('zb.shippingTemplates')}`,
    ),
    'PUT /app/version/publish': put('/app/version/publish', { id: await row('app.version') }),
    'PUT /app/version/withdraw': put('/app/version/withdraw', { id: released }),
    'PUT /cms/article/submit': put('/cms/article/submit', { id: await row('cms.article') }),
    'PUT /cms/article/publish': put('/cms/article/publish', { id: await row('cms.article') }),
    'PUT /cms/article/reject': put('/cms/article/reject', { id: await article('1') }),
    'PUT /cms/article/withdraw': put('/cms/article/withdraw', { id: await article('2') }),
    'PUT /iot/theme/publish': put('/iot/theme/publish', { id: await row('iot.theme') }),
    'PUT /iot/theme/rollback': put('/iot/theme/rollback', { id: await row('iot.theme'), number: 1 }),
    'POST /iot/theme/{id}/links': put(`/iot/theme/${await row('iot.theme')}/links`, {}),
    'DELETE /iot/theme/{id}/links/{linkId}': bare(`/iot/theme/${shared}/links/${linkId}`),
    'POST /iot/theme/importRecord': {
      path: '/iot/theme/importRecord',
      init: { body: { theme: builtInThemes.voice } },
    },
    'POST /app/package/finish': put('/app/package/finish', { packageId }),
    'DELETE /monitor/cache/clearCacheName/{name}': bare('/monitor/cache/clearCacheName/setting'),
    'DELETE /monitor/cache/clearCacheKey/{key}': bare('/monitor/cache/clearCacheKey/setting:security'),
    'DELETE /monitor/cache/clearCacheAll': bare('/monitor/cache/clearCacheAll'),
    'DELETE /monitor/online/{ids}': bare(`/monitor/online/${await row('monitor.online')}`),
    'DELETE /monitor/online/batch': put('/monitor/online/batch', { ids: [await row('monitor.online')] }),
    'GET /monitor/logininfor/unlock/{userName}': bare(`/monitor/logininfor/unlock/${own.username}`),
    'PUT /iot/camera/{id}/source/{profile}': put(`/iot/camera/${channel}/source/main`, {
      kind: 'demo',
      scene: 'yard',
    }),
    'DELETE /iot/camera/{id}/source/{profile}': bare(`/iot/camera/${channel}/source/sub`),
    'PUT /iot/camera/{id}/onvif': put(`/iot/camera/${channel}/onvif`, { url: 'http://192.0.2.9/onvif' }),
    'DELETE /iot/camera/{id}/onvif': bare(`/iot/camera/${channel}/onvif`),
    'POST /iot/camera/connect': put('/iot/camera/connect', {
      name: '新',
      channelNo: 1,
      isEncrypt: false,
      main: { kind: 'demo', scene: 'yard' },
    }),
    'PUT /iot/alarm/acknowledgeOne': put('/iot/alarm/acknowledgeOne', { id: await row('iot.alarm') }),
    'PUT /iot/alarm/acknowledge': put('/iot/alarm/acknowledge', { ids: [await row('iot.alarm')] }),
    'PUT /iot/webhook/test': put('/iot/webhook/test', { id: await row('iot.webhook') }),
    'POST /iot/recording/play': put('/iot/recording/play', { id: channel }),
    'POST /iot/watch/open': put('/iot/watch/open', { serial: 'DEMO00002', channelNo: 1 }),
    'POST /iot/watch/renew': put('/iot/watch/renew', { id: await row('iot.camera') }),
    'POST /iot/watch/{id}/notes': put(`/iot/watch/${channel}/notes`, { text: '备注' }),
    'DELETE /iot/watch/{id}/notes/{noteId}': bare(`/iot/watch/${channel}/notes/${note}`),
    'POST /iot/wall/open': put('/iot/wall/open', { cameras: ['DEMO00002'] }),
    'POST /iot/wall/play': put('/iot/wall/play', { ids: [await row('iot.camera')] }),
    'POST /iot/camera/broadcast': put('/iot/camera/broadcast', { ids: [await row('iot.camera')] }),
    'POST /iot/voice/upload': {
      path: '/iot/voice/upload',
      init: {
        form: { name: '语音' },
        file: {
          name: 'a.wav',
          bytes: Uint8Array.from(voiceAudio.write({ rate: 16_000, samples: new Int16Array(32_000).fill(1) })),
        },
      },
    },
    'POST /iot/camera/preview': put('/iot/camera/preview', { id: channel }),
    'PUT /iot/application/rotate': put('/iot/application/rotate', { id: application }),
  };
  return all;
}

const tables: readonly (keyof Database)[] = [
  'user',
  'passwordHistory',
  'avatar',
  'upload',
  'role',
  'userRole',
  'roleMenu',
  'menu',
  'dept',
  'setting',
  'device',
  'channel',
  'streamSource',
  'theme',
  'themeVersion',
  'themeDraftLink',
  'ptz',
  'application',
  'alarm',
  'feedback',
  'message',
  'messageReceipt',
  'accessTokenGrant',
  'loginLog',
  'failureCount',
];

/** The server queries cameras by itself, and each call takes a second of the clock. */
const presence = new Set(['onlineState', 'stateCheckedAt', 'lastOnlineAt']);
const withoutPresence = (name: string, value: unknown) => (presence.has(name) ? undefined : value);

async function everything({ db }: SystemConsole): Promise<string> {
  const found: unknown[] = [];
  for (const table of tables) {
    const rows = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    found.push([table, rows.rows.map((row) => JSON.stringify(row, withoutPresence)).sort()]);
  }
  const open = await db
    .selectFrom('session')
    .select(['id', 'revokedAt', 'authenticatedAt'])
    .orderBy('id')
    .execute();
  return JSON.stringify([found, open]);
}

async function lastId({ db }: SystemConsole): Promise<number> {
  const row = await db
    .selectFrom('operationLog')
    .select((build) => build.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

describeSystemOnBoth('the operation log of calls outside of resources', (testConsole) => {
  const bespoke = () => {
    const made = new Set(
      testConsole().adminConsole.resources.flatMap(({ definition }) =>
        Object.values(resourceCalls(definition)).map(({ method, path }) => `${method} ${path}`),
      ),
    );
    return adminRoutes(testConsole().adminConsole)
      .map(({ call: { method, path } }) => `${method} ${path}`)
      .filter((name) => !made.has(name));
  };

  it('covers every call that changes something', async () => {
    const own = await testConsole().signIn();
    const known = Object.keys(await changes({ app: testConsole(), own }));
    const changing = bespoke().filter((name) => !name.startsWith('GET ') && !unlogged.has(name));
    expect(changing.filter((name) => !known.includes(name) && !elsewhere.has(name))).toEqual([]);
  });

  it('has a row for each, written with the change', async () => {
    const app = testConsole();
    const own = await app.signIn();
    const silent: string[] = [];
    for (const [name, { path, init, by = app.founder }] of Object.entries(await changes({ app, own }))) {
      const before = await lastId(app);
      const answer = await by.call(name.split(' ')[0] ?? '', path, init);
      if (answer.code !== 20001) throw new Error(`${name}: ${answer.text}`);
      const rows = await app.db
        .selectFrom('operationLog')
        .select(['operName', 'status', 'requestMethod'])
        .where('id', '>', before)
        .execute();
      const isReported = rows.some(({ operName, status }) => operName === by.username && status === '0');
      // The log is empty here, so cleaning it changes nothing.
      if (!isReported && name !== 'DELETE /monitor/operlog/clean') silent.push(name);
    }
    expect(silent).toEqual([]);
  }, 120_000);

  it('loses no row: if it cannot be written, nothing is changed', async () => {
    const app = testConsole();
    const own = await app.signIn();
    const wanted = Object.entries(await changes({ app, own }));
    await sql`alter table ${sql.table('operationLog')} rename to gone`.execute(app.db);
    const before = await everything(app);
    const done: string[] = [];
    for (const [name, { path, init, by = app.founder }] of wanted) {
      const answer = await by.call(name.split(' ')[0] ?? '', path, init);
      if (answer.code !== 500) done.push(`${name}: ${answer.code} ${answer.message}`);
      if ((await everything(app)) !== before) {
        done.push(`${name} changed data`);
        break;
      }
    }
    expect(done).toEqual([]);
  }, 120_000);
});

describeSystem('rejected calls in the operation log', (testConsole) => {
  const refused = () =>
    testConsole()
      .db.selectFrom('operationLog')
      .select(['title', 'operName', 'requestMethod', 'method', 'operUrl', 'status', 'errorMsg', 'operParam'])
      .where('status', '=', '1')
      .orderBy('id')
      .execute();

  it('are logged with user and call, once in ten minutes', async () => {
    const { clock } = testConsole();
    const clerk = await testConsole().signIn({ permissions: ['system:post:list'] });
    const request = () => clerk.call('DELETE', '/system/post/1');
    for (let times = 0; times < 5; times += 1) expect((await request()).code).toBe(403);
    const row = {
      title: expect.stringMatching(/岗位/),
      operName: clerk.username,
      requestMethod: 'DELETE',
      method: '/system/post/{ids}',
      operUrl: '/system/post/1',
      status: '1',
      errorMsg: '当前操作没有权限',
    };
    expect(await refused()).toEqual([{ ...row, operParam: null }]);
    await clerk.call('GET', '/system/user/page');
    expect(await refused()).toHaveLength(2);
    await clock.advance(10 * 60_000);
    await clerk.renew();
    await request();
    expect((await refused()).at(-1)).toEqual({ ...row, operParam: '{"deniedBefore":4}' });
    await testConsole().founder.renew();
    expect((await get(testConsole().founder, '/monitor/operlog/verify')).isIntact).toBe(true);
  });

  it('include attempts to grant permissions that the user does not have', async () => {
    const clerk = await testConsole().signIn({ permissions: ['system:role:add', 'system:role:list'] });
    const answer = await clerk.call('POST', '/system/role', {
      body: {
        roleName: '更多',
        roleKey: 'more_x',
        roleSort: 1,
        status: '0',
        dataScope: '1',
        maskScope: '1',
        menuIds: await testConsole().menus('system:user:remove'),
      },
    });
    expect(answer.code).toBe(403);
    expect(await refused()).toMatchObject([{ requestMethod: 'POST', method: '/system/role' }]);
  });

  it('cannot be flooded: two hundred attempts of ten users write one row each', async () => {
    const people = [];
    for (let at = 0; at < 10; at += 1) people.push(await testConsole().signIn({ noRole: true }));
    await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: 20 }, (_, at) => person.call('GET', `/system/post/${at + 1}`)),
      ),
    );
    expect(await refused()).toHaveLength(10);
  }, 60_000);

  it('are rejected even if the log cannot be written', async () => {
    const clerk = await testConsole().signIn({ noRole: true });
    await sql`alter table ${sql.table('operationLog')} rename to gone`.execute(testConsole().db);
    expect((await clerk.call('GET', '/system/post/1')).code).toBe(403);
  });
});
