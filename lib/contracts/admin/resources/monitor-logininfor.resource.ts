import { defineResource } from '../define-resource.ts';
import { idField } from './common-fields.ts';

/** All sign-ins, sign-outs and failed attempts. */
export const monitorLogininfor = defineResource({
  key: 'monitor.logininfor',
  title: { 'zh-CN': '登录日志', 'en-US': 'Sign-in log' },
  purpose: {
    'zh-CN': '每次登录和每次失败的登录尝试都记录在这里。',
    'en-US': 'Every sign-in and every failed attempt is recorded here.',
  },
  icon: 'IconLogin',
  base: '/monitor/logininfor',
  style: 'rest',
  permission: 'monitor:logininfor',
  id: { field: 'infoId', kind: 'integer' },
  titleField: 'userName',
  optionFields: ['loginTime'],
  defaultSort: { field: 'loginTime', order: 'desc' },
  can: ['remove', 'export'],
  unversioned: true,
  fields: {
    infoId: idField,
    userName: {
      label: { 'zh-CN': '用户账号', 'en-US': 'Account' },
      kind: 'string',
      readOnly: true,
      list: { width: 120 },
      query: 'like',
    },
    ipaddr: {
      label: { 'zh-CN': '登录地址', 'en-US': 'Address' },
      kind: 'string',
      readOnly: true,
      list: { width: 130 },
      query: 'like',
      mask: 'ip',
    },
    browser: {
      label: { 'zh-CN': '浏览器', 'en-US': 'Browser' },
      kind: 'string',
      readOnly: true,
      list: { width: 110 },
    },
    os: {
      label: { 'zh-CN': '操作系统', 'en-US': 'Operating system' },
      kind: 'string',
      readOnly: true,
      list: { width: 130, hidden: true },
    },
    device: {
      label: { 'zh-CN': '设备', 'en-US': 'Device' },
      kind: 'string',
      readOnly: true,
      list: { width: 90, hidden: true },
    },
    loginType: {
      label: { 'zh-CN': '登录方式', 'en-US': 'Method' },
      kind: 'string',
      readOnly: true,
      list: { width: 110, hidden: true },
    },
    status: {
      label: { 'zh-CN': '登录状态', 'en-US': 'Result' },
      kind: 'enum',
      options: [
        { value: '0', label: { 'zh-CN': '成功', 'en-US': 'Succeeded' }, tone: 'success' },
        { value: '1', label: { 'zh-CN': '失败', 'en-US': 'Failed' }, tone: 'danger' },
      ],
      readOnly: true,
      list: { width: 90, cell: 'tag' },
      query: 'eq',
    },
    msg: {
      label: { 'zh-CN': '提示消息', 'en-US': 'Message' },
      kind: 'string',
      readOnly: true,
      list: { width: 160 },
    },
    traceId: {
      label: { 'zh-CN': '追踪号', 'en-US': 'Trace ID' },
      kind: 'string',
      readOnly: true,
      list: { width: 160, hidden: true, cell: 'code', copy: true },
    },
    loginTime: {
      label: { 'zh-CN': '登录时间', 'en-US': 'Time' },
      kind: 'time',
      readOnly: true,
      list: { width: 170, cell: 'time' },
      query: 'between',
      sortable: true,
    },
  },
  actions: [
    {
      key: 'unlock',
      label: { 'zh-CN': '解锁', 'en-US': 'Unlock' },
      icon: 'IconLockOpen',
      on: 'row',
      opens: 'monitor.logininfor.unlock',
      when: { field: 'status', in: ['1'] },
    },
    {
      key: 'clean',
      label: { 'zh-CN': '清空', 'en-US': 'Clear' },
      icon: 'IconTrash',
      verb: 'remove',
      on: 'page',
      opens: 'monitor.logininfor.clean',
      isDangerous: true,
    },
  ],
});
