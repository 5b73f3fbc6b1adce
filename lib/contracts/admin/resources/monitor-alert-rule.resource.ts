import { alertComparisons, alertMeasures } from '../alert-measures.ts';
import { defineResource } from '../define-resource.ts';
import { mailFailures } from '../mail-failures.ts';
import { createTimeField, hexId, requiredName, statusField } from './iot-fields.ts';

/** When people and systems are notified that a value of the server is too high or too low. */
export const monitorAlertRule = defineResource({
  key: 'monitor.alertRule',
  title: { 'zh-CN': '告警规则', 'en-US': 'Alert rule' },
  purpose: {
    'zh-CN': '服务器的某个数值过高或过低时，通过铃铛、邮件或推送通知，恢复时再通知一次。',
    'en-US':
      'Sends notices, e-mails or a webhook when a value of the server is too high or too low, and again when it is over.',
  },
  icon: 'IconBellRinging',
  base: '/monitor/alertRule',
  style: 'rest',
  permission: 'monitor:alertRule',
  id: { field: 'id', kind: 'hex' },
  titleField: 'name',
  defaultSort: { field: 'createTime', order: 'desc' },
  can: ['add', 'edit', 'remove'],
  statusSwitch: 'status',
  disabling: {
    'zh-CN': '停用后不再检查，正在告警的规则变为正常且不通知恢复。',
    'en-US': 'It is no longer checked. A rule that is firing becomes OK without a message.',
  },
  fields: {
    id: hexId,
    name: { ...requiredName, max: 30, list: {} },
    measure: {
      label: { 'zh-CN': '数值', 'en-US': 'Value' },
      kind: 'enum',
      options: alertMeasures,
      required: true,
      list: { width: 190, cell: 'tag' },
      form: { widget: 'select' },
      query: 'eq',
    },
    comparison: {
      label: { 'zh-CN': '比较', 'en-US': 'Comparison' },
      kind: 'enum',
      options: alertComparisons,
      default: 'above',
      required: true,
      list: { width: 100, cell: 'tag' },
      form: { widget: 'radio' },
    },
    threshold: {
      label: { 'zh-CN': '阈值', 'en-US': 'Threshold' },
      kind: 'integer',
      required: true,
      min: 0,
      max: 1_000_000_000,
      list: { width: 110, align: 'right' },
      form: { widget: 'number' },
    },
    duration: {
      label: { 'zh-CN': '持续秒数', 'en-US': 'For (seconds)' },
      kind: 'integer',
      required: true,
      min: 0,
      max: 86_400,
      default: 60,
      list: { width: 110, align: 'right', hidden: true },
      form: {
        widget: 'number',
        help: {
          'zh-CN': '超过阈值多久后告警，恢复多久后解除',
          'en-US': 'How long beyond the threshold before it fires, and how long within before it ends',
        },
      },
    },
    userIds: {
      label: { 'zh-CN': '通知用户', 'en-US': 'Users' },
      kind: 'relation',
      relation: { resource: 'system.user', multiple: true },
      max: 50,
      form: { widget: 'multiSelect', span: 2 },
    },
    roleIds: {
      label: { 'zh-CN': '通知角色', 'en-US': 'Roles' },
      kind: 'relation',
      relation: { resource: 'system.role', multiple: true },
      max: 20,
      form: {
        widget: 'multiSelect',
        span: 2,
        help: {
          'zh-CN': '拥有角色的用户会在铃铛中收到通知',
          'en-US': 'Users with these roles are notified under the bell',
        },
      },
    },
    emails: {
      label: { 'zh-CN': '邮件', 'en-US': 'E-mail' },
      kind: 'strings',
      max: 20,
      default: [],
      form: {
        widget: 'tags',
        span: 2,
        help: {
          'zh-CN': '需要先在参数设置中填写邮件服务器（mail.smtp.host）',
          'en-US': 'Requires a mail server in the settings (mail.smtp.host)',
        },
      },
    },
    webhookId: {
      label: { 'zh-CN': '推送', 'en-US': 'Webhook' },
      kind: 'relation',
      relation: { resource: 'iot.webhook' },
      form: { widget: 'select', span: 2 },
    },
    state: {
      label: { 'zh-CN': '告警状态', 'en-US': 'State' },
      kind: 'enum',
      options: [
        { value: 'ok', label: { 'zh-CN': '正常', 'en-US': 'OK' }, tone: 'success' },
        { value: 'firing', label: { 'zh-CN': '告警中', 'en-US': 'Firing' }, tone: 'danger' },
      ],
      readOnly: true,
      list: { width: 100, cell: 'tag' },
      query: 'eq',
    },
    changeTime: {
      label: { 'zh-CN': '状态时间', 'en-US': 'Since' },
      kind: 'time',
      readOnly: true,
      list: { width: 170, cell: 'time', hidden: true },
    },
    mailError: {
      label: { 'zh-CN': '邮件失败原因', 'en-US': 'E-mail failure' },
      kind: 'enum',
      options: mailFailures,
      readOnly: true,
      list: { width: 150, cell: 'tag', hidden: true },
    },
    status: statusField,
    createTime: { ...createTimeField, list: { width: 170, cell: 'time', hidden: true } },
  },
});
