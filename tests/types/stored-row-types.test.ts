import { expect } from 'expect';
import type { Selectable } from 'kysely';
import { describe, it } from 'vitest';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import type { FieldDef, FieldKind } from '../../lib/contracts/admin/field.ts';
import { resources as all, type resources } from '../../lib/contracts/admin/resources/index.ts';
import type { ResourceKey, RowOf } from '../../lib/contracts/admin/row-types.ts';
import type { Database } from '../../lib/db/schema.ts';

// Tables and the API change for different reasons, so neither type is derived from the other. This test compares them:
// for every resource stored in a table, a table row as returned by `table-shape.ts` must be assignable to the
// contract's row.

type Read<Field extends FieldDef, Stored> = Stored extends null
  ? null
  : Field['kind'] extends 'time'
    ? Stored extends number
      ? string
      : Stored
    : Field['kind'] extends 'boolean'
      ? Stored extends number
        ? boolean
        : Stored
      : Stored;
/** Field types whose column accepts more values than the field: text or numbers that are validated when written. */
type Checked = Extract<FieldKind, 'enum' | 'flag' | 'dict' | 'json' | 'strings' | 'secret'>;

type HistoryColumns = { createBy: 'createdBy'; createTime: 'createdAt' };
type ColumnOf<Def extends ResourceDef, Columns, Name> = Name extends keyof Columns
  ? Columns[Name]
  : Name extends Def['id']['field']
    ? 'id'
    : Name extends keyof HistoryColumns
      ? HistoryColumns[Name]
      : Name;

/** Names of fields whose column does not exist or has an incompatible type. */
type Misfits<
  Key extends ResourceKey,
  Table extends keyof Database,
  Columns extends { readonly [Name in keyof (typeof resources)[Key]['fields']]?: string | null } = Record<
    never,
    never
  >,
> = MisfitsOf<(typeof resources)[Key], Selectable<Database[Table]>, Columns>;
type MisfitsOf<Def extends ResourceDef, Stored, Columns> = {
  [Name in keyof Def['fields'] & string]: ColumnOf<Def, Columns, Name> extends infer Column
    ? Column extends null
      ? never
      : Column extends keyof Stored
        ? Fits<Def['fields'][Name], Stored[Column], RowOf<Def>[Name & keyof RowOf<Def>]> extends true
          ? never
          : Name
        : Name
    : never;
}[keyof Def['fields'] & string];
type Fits<Field extends FieldDef, Stored, Wire> = Field['kind'] extends Checked
  ? null extends Stored
    ? null extends Wire
      ? true
      : false
    : true
  : Field extends { readonly relation: { readonly multiple: true } }
    ? true
    : [Read<Field, Stored>] extends [Wire]
      ? true
      : false;

const fits = <Misfit extends never>(...none: Misfit[]) => none.length === 0;

/** A null column: the field is stored elsewhere, or its binding reads it in a special way. */
const compared: Readonly<Record<ResourceKey, boolean>> = {
  'system.user':
    fits<
      Misfits<
        'system.user',
        'user',
        {
          userName: 'username';
          nickName: 'displayName';
          phonenumber: 'phone';
          loginIp: 'loginAddress';
          loginDate: 'loginAt';
          pwdUpdateDate: 'passwordChangedAt';
          totpEnabled: null;
          deptName: null;
          postIds: null;
          postNames: null;
          roleIds: null;
          roleNames: null;
          failCount: null;
          lockUntil: null;
        }
      >
    >(),
  'system.role':
    fits<
      Misfits<
        'system.role',
        'role',
        { dataScope: null; maskScope: null; menuIds: null; deptIds: null; userCount: null }
      >
    >(),
  'system.menu': fits<Misfits<'system.menu', 'menu', { isFrame: null; isCache: null }>>(),
  'system.dept': fits<Misfits<'system.dept', 'dept', { leaderName: null }>>(),
  'app.version': fits<Misfits<'app.version', 'appVersion', { publishTime: 'publishAt' }>>(),
  'cms.article': fits<Misfits<'cms.article', 'article', { articleId: 'id'; publishTime: 'publishAt' }>>(),
  'cms.articleCategory': fits<Misfits<'cms.articleCategory', 'articleCategory'>>(),
  'feedback.feedback': fits<Misfits<'feedback.feedback', 'feedback', { replyTime: 'replyAt' }>>(),
  'feedback.message': fits<Misfits<'feedback.message', 'message', { sendTime: 'sendAt'; readCount: null }>>(),
  'feedback.template': fits<Misfits<'feedback.template', 'messageTemplate'>>(),
  'infra.file':
    fits<
      Misfits<
        'infra.file',
        'upload',
        { size: 'byteSize'; mime: 'contentType'; fileKind: null; url: null; dimensions: null; uses: null }
      >
    >(),
  'system.post': fits<Misfits<'system.post', 'post'>>(),
  'system.dictType': fits<Misfits<'system.dictType', 'dictType'>>(),
  'system.dictData': fits<Misfits<'system.dictData', 'dictData'>>(),
  'system.config': fits<Misfits<'system.config', 'setting', { configValue: null }>>(),
  'system.notice':
    fits<
      Misfits<
        'system.notice',
        'notice',
        { publishTime: 'publishAt'; expireTime: 'expireAt'; targetIds: null; readCount: null }
      >
    >(),
  'monitor.logininfor':
    fits<Misfits<'monitor.logininfor', 'loginLog', { ipaddr: 'address'; loginTime: 'loginAt' }>>(),
  'monitor.operlog':
    fits<
      Misfits<
        'monitor.operlog',
        'operationLog',
        { businessType: null; operIp: 'operAddress'; operTime: 'operAt'; costTime: 'costMs' }
      >
    >(),
  'monitor.online':
    fits<
      Misfits<
        'monitor.online',
        'session',
        {
          userName: null;
          nickName: null;
          deptName: null;
          current: null;
          ipaddr: 'address';
          browser: null;
          os: null;
          device: null;
          loginTime: 'createdAt';
          lastAccess: 'lastSeenAt';
        }
      >
    >(),
  'monitor.job':
    fits<
      Misfits<
        'monitor.job',
        'job',
        { nextValidTime: 'nextRunAt'; lastRunTime: 'lastRunAt'; notifyOnFail: null; isBuiltIn: null }
      >
    >(),
  'monitor.jobLog':
    fits<
      Misfits<
        'monitor.jobLog',
        'jobLog',
        { dueTime: 'dueAt'; startTime: 'startAt'; endTime: 'endAt'; costTime: 'costMs' }
      >
    >(),
  'iot.alarm':
    fits<
      Misfits<
        'iot.alarm',
        'alarm',
        {
          cameraName: null;
          deviceSerial: null;
          channelNo: null;
          startTime: 'startAt';
          endTime: 'endAt';
          ackTime: 'ackAt';
          hasImage: null;
        }
      >
    >(),
  'iot.alarmToken':
    fits<
      Misfits<
        'iot.alarmToken',
        'alarmToken',
        { cameras: null; lastUsedTime: 'lastUsedAt'; createTime: 'createdAt' }
      >
    >(),
  'iot.theme':
    fits<
      Misfits<
        'iot.theme',
        'theme',
        {
          themeId: 'id';
          themeName: 'name';
          themeIntro: 'intro';
          themeType: 'type';
          publishTime: 'publishAt';
          theme: null;
          usedBy: null;
          copyOf: null;
        }
      >
    >(),
  'iot.savedWall': fits<Misfits<'iot.savedWall', 'savedWall', { cameras: null; createTime: 'createdAt' }>>(),
  'iot.share':
    fits<
      Misfits<
        'iot.share',
        'recordingShare',
        {
          beginTime: 'fromAt';
          endTime: 'toAt';
          expireTime: 'expiresAt';
          lastOpenedTime: 'lastOpenedAt';
          createTime: 'createdAt';
          state: null;
          pin: 'pinHash';
        }
      >
    >(),
  'iot.talkLog':
    fits<Misfits<'iot.talkLog', 'talkLog', { startTime: 'startAt'; endTime: 'endAt'; seconds: null }>>(),
  'iot.voice': fits<Misfits<'iot.voice', 'voice', { seconds: null; createTime: 'createdAt' }>>(),
  'iot.webhook': fits<Misfits<'iot.webhook', 'webhook', { kinds: null; createTime: 'createdAt' }>>(),
  'iot.webhookDelivery':
    fits<
      Misfits<
        'iot.webhookDelivery',
        'webhookDelivery',
        { createTime: 'createdAt'; nextTime: 'nextAt'; doneTime: 'doneAt' }
      >
    >(),
  'monitor.alertRule':
    fits<
      Misfits<
        'monitor.alertRule',
        'alertRule',
        {
          userIds: null;
          roleIds: null;
          emails: null;
          changeTime: 'changeAt';
          createTime: 'createdAt';
          mailError: null;
        }
      >
    >(),
  'iot.company': fits<Misfits<'iot.company', 'company', { expireTime: 'expireAt'; deviceCount: null }>>(),
  'iot.device':
    fits<
      Misfits<
        'iot.device',
        'device',
        {
          status: null;
          validCode: null;
          hasValidCode: null;
          channelCount: null;
          onlineStatus: 'onlineState';
          stateTime: 'stateCheckedAt';
          lastOnlineTime: 'lastOnlineAt';
        }
      >
    >(),
  'iot.camera':
    fits<
      Misfits<
        'iot.camera',
        'channel',
        {
          channelNo: 'number';
          status: null;
          ezopen: null;
          mainSource: null;
          subSource: null;
          onvif: null;
          onlineStatus: 'onlineState';
          stateTime: 'stateCheckedAt';
          viewers: null;
        }
      >
    >(),
  'iot.application':
    fits<
      Misfits<
        'iot.application',
        'application',
        {
          status: null;
          maxTokenSeconds: null;
          capabilities: null;
          openTokens: null;
          secretRotatedTime: 'secretRotatedAt';
        }
      >
    >(),
  'iot.token':
    fits<
      Misfits<
        'iot.token',
        'accessTokenGrant',
        {
          state: null;
          expireSeconds: null;
          createTime: 'createdAt';
          expireTime: 'expiresAt';
          revokedTime: 'revokedAt';
        }
      >
    >(),
  'zb.shippingTemplates':
    fits<Misfits<'zb.shippingTemplates', 'freightTemplate', { usedCount: null; force: null }>>(),
  'stat.report':
    fits<
      Misfits<
        'stat.report',
        'report',
        { reportId: 'id'; createTime: 'createdAt'; params: null; columns: null; roles: null; isBuiltIn: null }
      >
    >(),
  // Sums, which are computed.
  'stat.device':
    fits<
      Misfits<
        'stat.device',
        'statistic',
        {
          id: null;
          groupBy: null;
          day: null;
          cameraId: null;
          applicationId: null;
          deptId: null;
          name: null;
          detail: null;
          views: null;
          liveViews: null;
          recordedViews: null;
          viewsBefore: null;
          watchSeconds: null;
          watchSecondsBefore: null;
          starts: null;
          viewFailures: null;
          streamFailures: null;
          recordSeconds: null;
        }
      >
    >(),
};

// @ts-expect-error that column is a number, the post's name is a string
fits<Misfits<'system.post', 'post', { postName: 'postSort' }>>();
// @ts-expect-error unknown column
fits<Misfits<'system.post', 'post', { postName: 'title' }>>();
// @ts-expect-error the column is nullable, the post's name is not
fits<Misfits<'system.post', 'post', { postName: 'remark' }>>();

describe('a row of a table', () => {
  it('is a row of the contract, for every resource', () => {
    expect(Object.keys(compared).sort()).toEqual(Object.keys(all).sort());
  });
});
