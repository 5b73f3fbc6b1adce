import { defineResource } from '../define-resource.ts';
import { createTimeField, deptField, hexId, plainName, remarkField, statusField } from './iot-fields.ts';
import { capabilityOptions } from './iot-token.resource.ts';

/** Integrators' applications. Creating one, and `rotate`, return `appSecret` once; it is not stored. */
export const iotApplication = defineResource({
  key: 'iot.application',
  title: { 'zh-CN': '应用', 'en-US': 'Application' },
  purpose: {
    'zh-CN': '应用代表使用摄像头的网页或系统：它有自己的密钥和允许的来源，并用来签发访问令牌。',
    'en-US':
      'An application is a website or system that uses your cameras. It has its own key and allowed origins, and issues access tokens.',
  },
  icon: 'IconApps',
  base: '/iot/application',
  style: 'rest',
  permission: 'iot:application',
  id: { field: 'id', kind: 'hex' },
  titleField: 'name',
  optionFields: ['maxTokenSeconds', 'capabilities'],
  defaultSort: { field: 'createTime', order: 'desc' },
  can: ['add', 'edit', 'remove', 'export'],
  stays: {
    when: { field: 'isBuiltIn', in: [true] },
    why: { 'zh-CN': '内置应用，不能删除', 'en-US': 'Built-in applications cannot be deleted' },
    also: ['edit', 'status'],
  },
  statusSwitch: 'status',
  disabling: {
    'zh-CN': '使用这些应用的页面将不能再播放。',
    'en-US': 'Pages that use these applications can no longer play video.',
  },
  actions: [
    {
      key: 'rotate',
      label: { 'zh-CN': '更换密钥', 'en-US': 'Rotate secret' },
      icon: 'IconKey',
      on: 'row',
      isDangerous: true,
      confirm: {
        'zh-CN': '旧密钥将立即失效，已签发的令牌不受影响。确定更换？',
        'en-US':
          'The old secret stops working at once. Tokens that were issued with it stay valid. Continue?',
      },
      when: { field: 'isBuiltIn', in: [false] },
    },
  ],
  fields: {
    id: hexId,
    name: {
      label: { 'zh-CN': '应用名称', 'en-US': 'Name' },
      kind: 'string',
      required: true,
      min: 1,
      max: 64,
      pattern: plainName,
      list: {},
      query: 'like',
      sortable: true,
    },
    appKey: {
      label: { 'zh-CN': 'AppKey', 'en-US': 'AppKey' },
      kind: 'string',
      readOnly: true,
      list: { width: 300, cell: 'code', copy: true },
      query: 'eq',
    },
    allowedOrigins: {
      label: { 'zh-CN': '允许的来源', 'en-US': 'Allowed origins' },
      kind: 'strings',
      max: 32,
      default: [],
      list: { cell: 'list' },
      form: {
        widget: 'tags',
        span: 2,
        help: {
          'zh-CN': '例如 https://www.example.com，不含路径。只有这些网页可以嵌入播放器',
          'en-US':
            'For example https://www.example.com, without a path. Only pages of these origins can embed the player',
        },
      },
    },
    maxTokenSeconds: {
      label: { 'zh-CN': '令牌最长有效期（秒）', 'en-US': 'Maximum token validity (seconds)' },
      kind: 'integer',
      min: 60,
      max: 604_800,
      default: 604_800,
      list: { width: 130, align: 'right', hidden: true },
      form: { widget: 'number' },
    },
    capabilities: {
      label: { 'zh-CN': '允许的能力', 'en-US': 'Allowed capabilities' },
      kind: 'strings',
      options: capabilityOptions,
      max: 9,
      default: [],
      list: { cell: 'list', hidden: true },
      form: { widget: 'multiSelect', help: { 'zh-CN': '留空表示全部', 'en-US': 'Leave blank for all' } },
    },
    deptId: deptField,
    openTokens: {
      label: { 'zh-CN': '有效令牌', 'en-US': 'Valid tokens' },
      kind: 'integer',
      readOnly: true,
      list: { width: 100, align: 'right' },
    },
    isBuiltIn: {
      label: { 'zh-CN': '内置', 'en-US': 'Built-in' },
      kind: 'boolean',
      readOnly: true,
      query: 'eq',
    },
    secretRotatedTime: {
      label: { 'zh-CN': '密钥更换时间', 'en-US': 'Secret changed' },
      kind: 'time',
      readOnly: true,
      list: { width: 170, cell: 'time', hidden: true },
      sortable: true,
    },
    status: statusField,
    remark: remarkField,
    createTime: { ...createTimeField, list: { width: 170, cell: 'time', hidden: true } },
  },
});
