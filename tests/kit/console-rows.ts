import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { OpenDatabase } from '../../lib/db/client.ts';
import type { Database } from '../../lib/db/schema.ts';

/** Ownership of a row: the user's department, another department, or another organisation. */
export type Ownership = 'own' | 'otherDept' | 'otherTenant';

export interface Places {
  readonly own: { readonly tenantId: string; readonly deptId: number };
  readonly otherDept: { readonly tenantId: string; readonly deptId: number };
  readonly otherTenant: { readonly tenantId: string; readonly deptId: number };
}

const at = 1_760_000_000_000;
const history = { version: 1, createdBy: 'test', createdAt: at, updatedBy: 'test', updatedAt: at };
let made = 0;
/** Short, and unique in this process. */
const fresh = (prefix: string) => {
  made += 1;
  return `${prefix}${made}`;
};
const hexId = () => {
  made += 1;
  return made.toString(16).padStart(32, '0');
};

type Db = OpenDatabase['db'];
type Where = { readonly tenantId: string; readonly deptId: number };

async function numbered(db: Db, table: keyof Database, values: object): Promise<number> {
  // Each maker below gives the columns of its own table.
  const { id } = await db
    .insertInto(table as 'post')
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function named(db: Db, table: keyof Database, values: { readonly id: string }): Promise<string> {
  await db
    .insertInto(table as 'company')
    .values(values as never)
    .execute();
  return values.id;
}

const { version: _version, createdAt: _createdAt, ...kept } = history;

const articleCategory = (db: Db, { tenantId }: Where) =>
  numbered(db, 'articleCategory', {
    ...{ tenantId, parentId: 0, name: fresh('分类'), sort: 0, status: '0' },
    ...history,
  });

/** Inserts one row of each resource directly into its table; returns its id. */
export const rowMakers: Readonly<
  Record<string, { readonly table: keyof Database; make(db: Db, where: Where): Promise<number | string> }>
> = {
  'system.post': {
    table: 'post',
    make: (db, { tenantId }) =>
      numbered(db, 'post', {
        tenantId,
        postCode: fresh('p'),
        postName: fresh('岗位'),
        postSort: 1,
        status: '0',
        remark: null,
        deletedAt: null,
        ...history,
      }),
  },
  'zb.shippingTemplates': {
    table: 'freightTemplate',
    make: (db, { tenantId }) =>
      numbered(db, 'freightTemplate', {
        tenantId,
        name: fresh('运费'),
        type: '1',
        regionInfo: JSON.stringify([
          {
            region: [{ cityId: 0, name: '默认全国', children: [] }],
            regionName: '默认全国',
            ...{ first: 1, firstPrice: 0, continue: 0, continuePrice: 0 },
          },
        ]),
        ...{ appoint: '0', appointInfo: '[]', noDelivery: '0', noDeliveryInfo: '[]' },
        ...{ sort: 0, status: '0' },
        ...history,
      }),
  },
  'app.version': {
    table: 'appVersion',
    make: (db, { tenantId }) => {
      made += 1;
      return numbered(db, 'appVersion', {
        ...{ tenantId, appCode: 'oriel', platform: 'pc', versionName: `1.0.${made}`, versionCode: made },
        ...{ updateType: '0', minVersionCode: null, packageUrl: null, storeUrl: 'https://store.example/' },
        ...{ packageSize: null, sha256: null, content: '新内容', grayPercent: 100 },
        ...{ status: '0', publishAt: null },
        ...history,
      });
    },
  },
  'cms.articleCategory': {
    table: 'articleCategory',
    make: (db, where) => articleCategory(db, where),
  },
  'cms.article': {
    table: 'article',
    make: async (db, where) =>
      numbered(db, 'article', {
        ...{ tenantId: where.tenantId, categoryId: await articleCategory(db, where) },
        ...{ title: fresh('文章'), cover: null, summary: null, content: '<p>正文</p>', author: null },
        ...{ source: null, tags: '[]', isTop: '0', isHot: '0', sort: 0, status: '0', publishAt: null },
        ...{ viewCount: 0, seoTitle: null, seoDesc: null },
        ...history,
      }),
  },
  'system.dept': {
    table: 'dept',
    make: (db, { tenantId, deptId }) =>
      numbered(db, 'dept', {
        tenantId,
        parentId: deptId,
        ancestors: `0,${deptId}`,
        deptName: fresh('部门'),
        orderNum: 1,
        status: '0',
        ...history,
      }),
  },
  'system.user': {
    table: 'user',
    make: (db, where) =>
      numbered(db, 'user', {
        ...where,
        username: fresh('someone_'),
        displayName: '某人',
        sex: '2',
        status: '0',
        isRoot: 0,
        mustChangePassword: 0,
        ...history,
      }),
  },
  'system.role': {
    table: 'role',
    make: (db, { tenantId }) =>
      numbered(db, 'role', {
        tenantId,
        roleName: fresh('角色'),
        roleKey: fresh('role_x'),
        roleSort: 1,
        status: '0',
        dataScope: 5,
        maskScope: 3,
        maskFields: '[]',
        menuCheckStrictly: 1,
        deptCheckStrictly: 1,
        isBuiltIn: 0,
        ...history,
      }),
  },
  'system.menu': {
    table: 'menu',
    make: (db, { tenantId }) =>
      numbered(db, 'menu', {
        tenantId,
        parentId: 0,
        menuName: fresh('目录'),
        menuType: 'M',
        orderNum: 1,
        path: `/${fresh('dir')}`,
        isFrame: 1,
        isCache: 0,
        visible: '0',
        status: '0',
        hideChildren: 0,
        hiddenHeaderContent: 0,
        isBuiltIn: 0,
        ...history,
      }),
  },
  'system.dictType': {
    table: 'dictType',
    make: (db, { tenantId }) =>
      numbered(db, 'dictType', {
        tenantId,
        dictName: '字典',
        dictType: fresh('type_'),
        status: '0',
        isBuiltIn: 0,
        ...history,
      }),
  },
  'system.dictData': {
    table: 'dictData',
    make: (db, { tenantId }) =>
      numbered(db, 'dictData', {
        tenantId,
        dictType: 'sys_user_sex',
        dictLabel: fresh('标签'),
        dictValue: fresh('v'),
        dictSort: 1,
        listClass: 'default',
        isDefault: 'N',
        status: '0',
        ...history,
      }),
  },
  'system.config': {
    table: 'setting',
    make: (db, { tenantId }) =>
      numbered(db, 'setting', {
        tenantId,
        configName: '参数',
        configKey: fresh('own.key'),
        configValue: '1',
        valueType: 'string',
        configType: 'N',
        visible: '0',
        ...history,
      }),
  },
  'system.notice': {
    table: 'notice',
    make: (db, where) =>
      numbered(db, 'notice', {
        ...where,
        noticeTitle: '公告',
        noticeType: '1',
        noticeContent: '<p>内容</p>',
        status: '1',
        isTop: '0',
        targetType: '0',
        ...history,
      }),
  },
  'feedback.feedback': {
    table: 'feedback',
    async make(db, where) {
      const userId = Number(await rowMakers['system.user']?.make(db, where));
      return numbered(db, 'feedback', {
        ...{ ...where, userId, type: '1', content: '看不清', pics: '[]', contact: '13800000001' },
        ...{ status: '0', reply: null, replier: null, replyAt: null, appVersion: null, device: null },
        ...history,
      });
    },
  },
  'feedback.message': {
    table: 'message',
    make: (db, where) =>
      numbered(db, 'message', {
        ...where,
        ...{ title: fresh('消息'), type: '1', content: '<p>内容</p>', targetType: '0', targetIds: '[]' },
        ...{ channels: '["inbox"]', status: '0', lastUserId: 0, recipientCount: 0 },
        ...history,
      }),
  },
  'feedback.template': {
    table: 'messageTemplate',
    make: (db, { tenantId }) =>
      numbered(db, 'messageTemplate', {
        ...{ tenantId, code: fresh('t'), name: fresh('模板'), title: '停机', content: '<p>内容</p>' },
        ...{ params: '[]', status: '0', remark: null },
        ...history,
      }),
  },
  'infra.file': {
    table: 'upload',
    async make(db, where) {
      const ownerId = Number(await rowMakers['system.user']?.make(db, where));
      return numbered(db, 'upload', {
        ...{ tenantId: where.tenantId, ownerId, createdBy: 'test', createdAt: at, usedAt: at },
        ...{ path: `2026/01/01/${hexId()}.pdf`, name: '合同.pdf', contentType: 'application/pdf' },
        ...{ byteSize: 4, width: 0, height: 0, sha256: '', content: '' },
      });
    },
  },
  'monitor.logininfor': {
    table: 'loginLog',
    async make(db, where) {
      const userId = await rowMakers['system.user']?.make(db, where);
      return numbered(db, 'loginLog', {
        tenantId: where.tenantId,
        userId,
        userName: fresh('who'),
        address: '192.0.2.1',
        browser: '',
        os: '',
        device: 'PC',
        loginType: 'PASSWORD',
        status: '0',
        msg: '',
        traceId: hexId(),
        loginAt: at,
      });
    },
  },
  'monitor.operlog': {
    table: 'operationLog',
    make: (db, { tenantId, deptId }) =>
      numbered(db, 'operationLog', {
        tenantId,
        title: '岗位',
        businessType: 1,
        method: 'POST /system/post',
        requestMethod: 'POST',
        operName: 'test',
        deptId,
        operUrl: '/system/post',
        operAddress: '192.0.2.1',
        status: '0',
        operAt: at,
        costMs: 1,
        traceId: hexId(),
        prevHash: hexId(),
        hash: hexId(),
      }),
  },
  'monitor.online': {
    table: 'session',
    async make(db, where) {
      const userId = (await rowMakers['system.user']?.make(db, where)) as number;
      return named(db, 'session', {
        id: hexId(),
        tenantId: where.tenantId,
        userId,
        tokenHash: fresh('hash'),
        address: '192.0.2.1',
        userAgent: 'jest',
        isRemembered: 1,
        authenticatedAt: at,
        createdAt: at,
        lastSeenAt: at,
        expiresAt: 4_000_000_000_000,
      } as { id: string });
    },
  },
  'monitor.job': {
    table: 'job',
    make: (db, { tenantId }) =>
      numbered(db, 'job', {
        ...{ tenantId, jobName: fresh('任务'), jobGroup: 'DEFAULT', invokeTarget: 'demo.noop(0)' },
        ...{ cronExpression: '0 0 3 * * ?', misfirePolicy: '3', concurrent: '1', status: '1' },
        ...{ timeoutSec: 300, retry: 0, notifyOnFail: 0, remark: null, seedKey: null },
        ...{ nextRunAt: null, lastRunAt: null, ...history },
      }),
  },
  'monitor.jobLog': {
    table: 'jobLog',
    make: (db, { tenantId }) =>
      numbered(db, 'jobLog', {
        ...{ tenantId, jobId: 1, jobName: fresh('任务'), jobGroup: 'DEFAULT', invokeTarget: 'demo.noop(0)' },
        ...{ cause: 'schedule', status: '0', attempts: 1, dueAt: at, startAt: at, endAt: at, costMs: 0 },
        ...{ jobMessage: '完成', jobMessageEn: 'Done', exceptionInfo: null, node: 'a/1', owner: null },
      }),
  },
  'iot.company': {
    table: 'company',
    make: (db, where) =>
      named(db, 'company', { id: hexId(), ...where, name: fresh('公司'), createdAt: at, ...kept } as {
        id: string;
      }),
  },
  'iot.device': { table: 'device', make: makeDevice },
  'iot.camera': {
    table: 'channel',
    async make(db, where) {
      const { tenantId } = where;
      const deviceId = await makeDevice(db, where);
      const { serial } = await db
        .selectFrom('device')
        .select('serial')
        .where('id', '=', deviceId)
        .executeTakeFirstOrThrow();
      const channelId = await named(db, 'channel', {
        id: hexId(),
        ...where,
        deviceId,
        deviceSerial: serial,
        number: 1,
        name: fresh('摄像头'),
        enabled: 1,
        createdAt: at,
        ...kept,
      } as { id: string });
      for (const profile of ['main', 'sub'] as const) {
        const source = {
          profile,
          kind: 'demo' as const,
          label: 'demo:yard',
          scene: 'yard',
          endpointSealed: null,
        };
        await db
          .insertInto('streamSource')
          .values({ id: hexId(), tenantId, channelId, ...source, hasPassword: 0, updatedAt: at })
          .execute();
      }
      return channelId;
    },
  },
  'iot.alarm': {
    table: 'alarm',
    async make(db, where) {
      const channelId = String(await rowMakers['iot.camera']?.make(db, where));
      return named(db, 'alarm', {
        ...{ id: hexId(), tenantId: where.tenantId, channelId, kind: 'motion', source: 'stream' },
        ...{ startAt: at, endAt: at, recordFrom: at, recordTo: at + 1, state: '0' },
      } as { id: string });
    },
  },
  'iot.alarmToken': {
    table: 'alarmToken',
    make: (db, where) =>
      named(db, 'alarmToken', {
        ...{ id: hexId(), ...where, name: fresh('令牌'), tokenHash: fresh('hash'), cameras: null },
        ...{ createdBy: 'test', createdAt: at },
      } as { id: string }),
  },
  'iot.savedWall': {
    table: 'savedWall',
    async make(db, where) {
      const camera = String(await rowMakers['iot.camera']?.make(db, where));
      return numbered(db, 'savedWall', {
        ...{ tenantId: where.tenantId, name: fresh('视频墙'), cameras: JSON.stringify([camera]) },
        ...{ size: '4', rotateSec: '30', roleId: null, ownerId: 0 },
        ...history,
      });
    },
  },
  'iot.share': {
    table: 'recordingShare',
    async make(db, where) {
      const channelId = String(await rowMakers['iot.camera']?.make(db, where));
      return named(db, 'recordingShare', {
        ...{
          id: hexId(),
          tenantId: where.tenantId,
          name: fresh('分享'),
          tokenHash: fresh('hash'),
          channelId,
        },
        ...{ store: 'cloud', fromAt: at, toAt: at + 1_000, expiresAt: at, opens: 0, createdBy: 'test' },
        ...{ createdAt: at, maxOpens: null, mark: null, pinHash: null, watermark: 0, embeddable: 0 },
      } as { id: string });
    },
  },
  'iot.theme': {
    table: 'theme',
    async make(db, { tenantId }) {
      const [id, record] = [hexId(), JSON.stringify(builtInThemes.pcLive)];
      await named(db, 'theme', {
        ...{ id, tenantId, name: fresh('主题'), intro: '', type: 'webLive', record, state: 'changed' },
        ...{ publishedNumber: 2, publishAt: at, publishBy: 'test', ...history },
      } as { id: string });
      const version = { tenantId, themeId: id, record, restoredFrom: null, publishedBy: 'test' };
      await db
        .insertInto('themeVersion')
        .values([1, 2].map((number) => ({ ...version, number, publishedAt: at })))
        .execute();
      return id;
    },
  },
  'iot.talkLog': {
    table: 'talkLog',
    make: (db, where) =>
      named(db, 'talkLog', {
        ...{ id: hexId(), tenantId: where.tenantId, deptId: where.deptId, kind: 'talk', channelId: null },
        ...{ cameraName: fresh('摄像头'), deviceSerial: 'GONE', channelNo: 1, userName: null },
        ...{ applicationName: '示例', clientAddress: '203.0.113.1', startAt: at, sentMs: 5_000 },
        ...{ owner: null, endAt: at + 5_000, failureCode: null },
      } as { id: string }),
  },
  'iot.voice': {
    table: 'voice',
    async make(db, { tenantId }) {
      const id = await named(db, 'voice', {
        ...{ id: hexId(), tenantId, name: fresh('语音'), durationMs: 2_000, byteSize: 44, version: 1 },
        ...{ createdBy: 'test', createdAt: at, updatedBy: 'test', updatedAt: at },
      } as { id: string });
      const content = Buffer.alloc(44).toString('base64');
      await db
        .insertInto('voiceContent')
        .values({ voiceId: String(id), tenantId, content })
        .execute();
      return id;
    },
  },
  'monitor.alertRule': {
    table: 'alertRule',
    make: (db, { tenantId }) =>
      named(db, 'alertRule', {
        ...{ id: hexId(), tenantId, name: '磁盘', measure: 'diskFree', comparison: 'below', threshold: 1 },
        ...{ duration: 60, userIds: '[]', roleIds: '[]', emails: '["a@example.com"]', webhookId: null },
        ...{ status: '0', state: 'ok', changeAt: null, mailError: null },
        ...{ version: 1, createdBy: '', createdAt: at, updatedBy: '', updatedAt: at },
      } as { id: string }),
  },
  'iot.webhook': { table: 'webhook', make: makeWebhook },
  'stat.report': {
    table: 'report',
    make: (db, { tenantId }) =>
      numbered(db, 'report', {
        ...{ tenantId, code: fresh('report'), name: fresh('报表'), source: 'mostWatched', chart: 'bar' },
        ...{ params: '{"days":7,"rows":5}', columns: '[]', roles: '[]', isBuiltIn: 0, status: '0' },
        ...{ remark: null, version: 1, createdBy: '', createdAt: at, updatedBy: '', updatedAt: at },
      }),
  },
  'iot.webhookDelivery': {
    table: 'webhookDelivery',
    async make(db, where) {
      const webhookId = await makeWebhook(db, where);
      const alarmId = String(await rowMakers['iot.alarm']?.make(db, where));
      return named(db, 'webhookDelivery', {
        ...{ id: hexId(), tenantId: where.tenantId, webhookId, alarmId, payload: null, state: 'delivered' },
        ...{ attempts: 1, nextAt: at, lastStatus: 200, createdAt: at, doneAt: at },
      } as { id: string });
    },
  },
  'iot.application': { table: 'application', make: makeApplication },
  'iot.token': {
    table: 'accessTokenGrant',
    async make(db, where) {
      const applicationId = await makeApplication(db, where);
      return named(db, 'accessTokenGrant', {
        id: hexId(),
        tenantId: where.tenantId,
        applicationId,
        tokenHash: fresh('hash'),
        cameras: null,
        capabilities: '["live"]',
        createdAt: at,
        expiresAt: 4_000_000_000_000,
        deptId: where.deptId,
        createdBy: 'test',
      } as { id: string });
    },
  },
};

function makeDevice(db: Db, where: Where): Promise<string> {
  const { tenantId, deptId } = where;
  return named(db, 'device', {
    id: hexId(),
    tenantId,
    deptId,
    companyId: null,
    serial: fresh('SERIAL'),
    name: fresh('设备'),
    validCodeSealed: null,
    isEncrypt: 0,
    enabled: 1,
    createdAt: at,
    ...kept,
  } as { id: string });
}

function makeWebhook(db: Db, { tenantId }: Where): Promise<string> {
  return named(db, 'webhook', {
    ...{ id: hexId(), tenantId, name: fresh('推送'), url: 'https://example.com/alarms' },
    ...{ secretSealed: fresh('sealed'), kinds: '[]', status: '0', version: 1, ...kept },
    createdAt: at,
  } as { id: string });
}

function makeApplication(db: Db, where: Where): Promise<string> {
  return named(db, 'application', {
    id: hexId(),
    ...where,
    name: fresh('应用'),
    appKey: hexId(),
    secretHash: hexId(),
    secretRotatedAt: at,
    allowedOrigins: '[]',
    tokenPolicy: '{"maxTokenSeconds":604800,"capabilities":null}',
    enabled: 1,
    createdAt: at,
    ...kept,
  } as { id: string });
}
