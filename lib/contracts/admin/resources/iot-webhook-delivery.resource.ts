import { defineResource } from '../define-resource.ts';
import { createTimeField, hexId } from './iot-fields.ts';

/** What was sent to webhooks, and with which result. Kept for 30 days. */
export const iotWebhookDelivery = defineResource({
  key: 'iot.webhookDelivery',
  title: { 'zh-CN': '推送记录', 'en-US': 'Webhook deliveries' },
  purpose: {
    'zh-CN': '每个报警向每个推送地址的发送结果显示在这里，保留 30 天。',
    'en-US': 'The result of sending each alarm to each webhook appears here, and is kept for 30 days.',
  },
  icon: 'IconSend',
  base: '/iot/webhookDelivery',
  style: 'rest',
  permission: 'iot:webhookDelivery',
  id: { field: 'id', kind: 'hex' },
  titleField: 'id',
  defaultSort: { field: 'createTime', order: 'desc' },
  can: [],
  tabs: 'state',
  unversioned: true,
  fields: {
    id: { ...hexId, list: { width: 280, cell: 'code', copy: true, hidden: true } },
    webhookId: {
      label: { 'zh-CN': '报警推送', 'en-US': 'Webhook' },
      kind: 'relation',
      relation: { resource: 'iot.webhook' },
      readOnly: true,
      list: { width: 200 },
      query: 'eq',
    },
    alarmId: {
      label: { 'zh-CN': '报警编号', 'en-US': 'Alarm ID' },
      kind: 'string',
      readOnly: true,
      list: { width: 280, cell: 'code', copy: true, hidden: true },
      query: 'eq',
    },
    state: {
      label: { 'zh-CN': '发送状态', 'en-US': 'Status' },
      kind: 'enum',
      options: [
        { value: 'waiting', label: { 'zh-CN': '等待发送', 'en-US': 'Waiting' }, tone: 'info' },
        { value: 'delivered', label: { 'zh-CN': '已送达', 'en-US': 'Delivered' }, tone: 'success' },
        { value: 'failed', label: { 'zh-CN': '已放弃', 'en-US': 'Given up' }, tone: 'danger' },
      ],
      readOnly: true,
      list: { width: 110, cell: 'tag' },
      query: 'eq',
    },
    attempts: {
      label: { 'zh-CN': '尝试次数', 'en-US': 'Attempts' },
      kind: 'integer',
      readOnly: true,
      list: { width: 90, align: 'right' },
    },
    lastStatus: {
      label: { 'zh-CN': 'HTTP 状态', 'en-US': 'HTTP status' },
      kind: 'integer',
      readOnly: true,
      list: { width: 130, align: 'right' },
    },
    lastError: {
      label: { 'zh-CN': '失败原因', 'en-US': 'Failure' },
      kind: 'enum',
      options: [
        { value: 'status', label: { 'zh-CN': '返回了错误状态', 'en-US': 'Error status' } },
        { value: 'refusedAddress', label: { 'zh-CN': '地址不允许连接', 'en-US': 'Address not allowed' } },
        { value: 'unresolved', label: { 'zh-CN': '域名无法解析', 'en-US': 'Name not resolved' } },
        { value: 'unreachable', label: { 'zh-CN': '无法连接', 'en-US': 'No connection' } },
        { value: 'timeout', label: { 'zh-CN': '超时', 'en-US': 'Timeout' } },
        { value: 'certificate', label: { 'zh-CN': '证书不受信任', 'en-US': 'Certificate not trusted' } },
        { value: 'broken', label: { 'zh-CN': '连接中断', 'en-US': 'Connection broken' } },
        { value: 'disabled', label: { 'zh-CN': '推送已停用', 'en-US': 'Webhook disabled' } },
      ],
      readOnly: true,
      list: { width: 160, cell: 'tag' },
      query: 'eq',
    },
    createTime: createTimeField,
    nextTime: {
      label: { 'zh-CN': '下次发送', 'en-US': 'Next attempt' },
      kind: 'time',
      readOnly: true,
      list: { width: 170, cell: 'time', hidden: true },
    },
    doneTime: {
      label: { 'zh-CN': '完成时间', 'en-US': 'Finished' },
      kind: 'time',
      readOnly: true,
      list: { width: 170, cell: 'time', hidden: true },
    },
  },
});
