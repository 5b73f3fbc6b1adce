import { expect } from 'expect';
import { it } from 'vitest';
import { bulkFields } from '../../lib/contracts/admin/bulk-fields.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';

const offered = (definition: ResourceDef) => bulkFields(definition).map(([name]) => name);

it('every resource with a form offers the fields that rows may share', () => {
  expect(Object.fromEntries(Object.values(resources).map((each) => [each.key, offered(each)]))).toEqual({
    'system.user': ['deptId', 'postIds', 'roleIds', 'sex', 'remark'],
    'system.role': ['roleSort', 'remark'],
    'system.menu': ['orderNum', 'status', 'remark'],
    'system.dept': ['orderNum', 'leaderUserId', 'status'],
    'system.post': ['postSort', 'remark'],
    'system.dictType': ['remark'],
    'system.dictData': ['dictSort', 'listClass', 'cssClass', 'remark'],
    'system.config': ['category', 'visible', 'remark'],
    'system.notice': ['noticeType', 'publishTime', 'expireTime', 'isTop'],
    'monitor.job': ['misfirePolicy', 'concurrent', 'timeoutSec', 'retry', 'notifyOnFail', 'remark'],
    'monitor.jobLog': [],
    'monitor.logininfor': [],
    'monitor.operlog': [],
    'monitor.online': [],
    'iot.company': ['deptId', 'deviceQuota', 'expireTime', 'remark'],
    'iot.device': [
      'productType',
      'manufacturer',
      'model',
      'companyId',
      'deptId',
      'address',
      'isEncrypt',
      'remark',
    ],
    'iot.camera': ['ptzType', 'talk', 'address', 'remark'],
    'app.version': ['updateType', 'grayPercent'],
    'cms.article': ['categoryId', 'author', 'source', 'sort', 'isTop', 'isHot'],
    'cms.articleCategory': ['sort', 'status'],
    'feedback.feedback': [],
    'feedback.message': [],
    'feedback.template': ['remark'],
    'stat.device': [],
    'stat.report': ['source', 'chart', 'roles', 'remark'],
    'infra.file': [],
    'iot.alarm': [],
    'iot.alarmToken': [],
    'iot.savedWall': ['cameras', 'size', 'rotateSec', 'roleId'],
    'iot.share': [],
    'iot.theme': [],
    'iot.application': ['allowedOrigins', 'maxTokenSeconds', 'capabilities', 'deptId', 'remark'],
    'iot.talkLog': [],
    'iot.token': [],
    'iot.voice': [],
    'iot.webhook': ['url', 'kinds'],
    'iot.webhookDelivery': [],
    'zb.shippingTemplates': ['sort'],
    'monitor.alertRule': [
      'measure',
      'comparison',
      'threshold',
      'duration',
      'userIds',
      'roleIds',
      'emails',
      'webhookId',
    ],
  });
});

it('names, unique, masked, secret and conditional fields, and those that decide over others, are excluded', () => {
  const label = { 'zh-CN': '字段', 'en-US': 'Field' };
  const text = { label, kind: 'string' } as const;
  const definition: ResourceDef = {
    ...resources['system.post'],
    fields: {
      postId: text,
      postName: text,
      own: { ...text, unique: true },
      phone: { ...text, mask: 'phone' },
      pin: { ...text, kind: 'secret' },
      fixed: { ...text, immutable: true },
      made: { ...text, readOnly: true },
      hidden: { ...text, form: false },
      kind: text,
      detail: { ...text, form: { visibleWhen: { field: 'kind', in: ['a'] } } },
      place: { ...text, bulk: false },
      color: text,
    },
  };
  expect(offered(definition)).toEqual(['color']);
});
