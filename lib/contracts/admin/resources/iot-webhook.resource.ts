import { alarmKindOptions } from '../alarm-kind-options.ts';
import { defineResource } from '../define-resource.ts';
import { createTimeField, hexId, requiredName, statusField } from './iot-fields.ts';

/** Where alarms of the organisation are sent. Creating one returns `secret` once, which signs what is sent. */
export const iotWebhook = defineResource({
  key: 'iot.webhook',
  title: { 'zh-CN': '报警推送', 'en-US': 'Webhook' },
  purpose: {
    'zh-CN': '组织内的报警会以 HTTP POST 发送到这里填写的地址。',
    'en-US': 'Alarms of the organization are sent to these addresses by HTTP POST.',
  },
  icon: 'IconWebhook',
  base: '/iot/webhook',
  style: 'rest',
  permission: 'iot:webhook',
  id: { field: 'id', kind: 'hex' },
  titleField: 'name',
  defaultSort: { field: 'createTime', order: 'desc' },
  can: ['add', 'edit', 'remove'],
  statusSwitch: 'status',
  disabling: {
    'zh-CN': '停用期间的报警不会发送。',
    'en-US': 'Alarms that begin while it is disabled are not sent.',
  },
  actions: [
    {
      key: 'test',
      label: { 'zh-CN': '发送测试', 'en-US': 'Send test' },
      icon: 'IconSend',
      verb: 'edit',
      on: 'row',
      when: { field: 'status', in: ['0'] },
    },
  ],
  fields: {
    id: hexId,
    name: {
      ...requiredName,
      list: {},
    },
    url: {
      label: { 'zh-CN': '地址', 'en-US': 'Address' },
      kind: 'string',
      required: true,
      max: 500,
      pattern: String.raw`https?://[^\s/?#@\\]+(?:[/?][^\s#\\]*)?`,
      patternHint: {
        'zh-CN': '以 http:// 或 https:// 开头，不含用户名、空格和 #',
        'en-US': 'Starts with http:// or https://, without a user name, spaces or #',
      },
      list: { width: 320, cell: 'code', copy: true },
      form: { span: 2, placeholder: 'https://example.com/alarms' },
      query: 'like',
    },
    kinds: {
      label: { 'zh-CN': '报警类型', 'en-US': 'Alarm types' },
      kind: 'strings',
      options: alarmKindOptions,
      max: 10,
      default: [],
      list: { cell: 'list', empty: { 'zh-CN': '全部类型', 'en-US': 'All types' } },
      form: {
        widget: 'multiSelect',
        span: 2,
        help: { 'zh-CN': '留空表示全部类型', 'en-US': 'Leave blank for all types' },
      },
    },
    status: statusField,
    createTime: createTimeField,
  },
});
