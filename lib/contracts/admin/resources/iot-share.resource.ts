import { defineResource } from '../define-resource.ts';
import { createTimeField, hexId, plainName } from './iot-fields.ts';

/**
 * Links to recordings: whoever has one sees one range of one camera, without signing in, until it expires. Creating one
 * returns `shareToken` once; it is not stored. Deleting one ends it for those who are watching, too.
 */
export const iotShare = defineResource({
  key: 'iot.share',
  title: { 'zh-CN': '录像分享', 'en-US': 'Shared recordings' },
  purpose: {
    'zh-CN': '分享链接让没有账号的人在到期前观看一个摄像头的一段录像。',
    'en-US':
      'A link shows one range of the recordings of a camera to people without an account, until it expires.',
  },
  icon: 'IconShare',
  base: '/iot/share',
  style: 'rest',
  permission: 'iot:share',
  id: { field: 'id', kind: 'hex' },
  titleField: 'name',
  defaultSort: { field: 'createTime', order: 'desc' },
  can: ['add', 'remove'],
  choosesFrom: ['iot.camera'],
  unversioned: true,
  fields: {
    id: hexId,
    name: {
      label: { 'zh-CN': '名称', 'en-US': 'Name' },
      kind: 'string',
      required: true,
      min: 1,
      max: 64,
      pattern: plainName,
      immutable: true,
      list: { width: 180 },
      form: {
        help: { 'zh-CN': '打开链接的人会看到', 'en-US': 'Shown to those who open the link' },
      },
      query: 'like',
    },
    channelId: {
      label: { 'zh-CN': '摄像头', 'en-US': 'Camera' },
      kind: 'relation',
      relation: { resource: 'iot.camera' },
      required: true,
      immutable: true,
      list: { width: 160 },
      form: { widget: 'select' },
      query: 'eq',
    },
    store: {
      label: { 'zh-CN': '存储', 'en-US': 'Store' },
      kind: 'enum',
      options: [
        { value: 'cloud', label: { 'zh-CN': '云存储', 'en-US': 'Cloud' } },
        { value: 'device', label: { 'zh-CN': '存储卡', 'en-US': 'Memory card' } },
      ],
      required: true,
      immutable: true,
      default: 'cloud',
      list: { width: 100, hidden: true },
      form: { widget: 'radio' },
    },
    beginTime: {
      label: { 'zh-CN': '录像开始', 'en-US': 'From' },
      kind: 'time',
      required: true,
      immutable: true,
      list: { width: 170, cell: 'time' },
      form: { widget: 'dateTime' },
    },
    endTime: {
      label: { 'zh-CN': '录像结束', 'en-US': 'To' },
      kind: 'time',
      required: true,
      immutable: true,
      list: { width: 170, cell: 'time', hidden: true },
      form: {
        widget: 'dateTime',
        help: { 'zh-CN': '一次最多 24 小时', 'en-US': 'At most 24 hours' },
      },
    },
    expireTime: {
      label: { 'zh-CN': '链接到期', 'en-US': 'Link expires' },
      kind: 'time',
      required: true,
      immutable: true,
      list: { width: 170, cell: 'time' },
      form: {
        widget: 'dateTime',
        help: { 'zh-CN': '最长 30 天', 'en-US': 'In 30 days at most' },
      },
      sortable: true,
    },
    state: {
      label: { 'zh-CN': '状态', 'en-US': 'Status' },
      kind: 'enum',
      options: [
        { value: 'open', label: { 'zh-CN': '有效', 'en-US': 'Valid' }, tone: 'success' },
        { value: 'expired', label: { 'zh-CN': '已过期', 'en-US': 'Expired' }, tone: 'default' },
      ],
      readOnly: true,
      list: { width: 90, cell: 'tag' },
    },
    opens: {
      label: { 'zh-CN': '打开次数', 'en-US': 'Opened' },
      kind: 'integer',
      readOnly: true,
      list: { width: 80, align: 'right' },
    },
    lastOpenedTime: {
      label: { 'zh-CN': '最后打开', 'en-US': 'Last opened' },
      kind: 'time',
      readOnly: true,
      list: { width: 170, cell: 'time', hidden: true },
    },
    createdBy: {
      label: { 'zh-CN': '分享人', 'en-US': 'Shared by' },
      kind: 'string',
      readOnly: true,
      list: { width: 120, hidden: true },
    },
    createTime: { ...createTimeField, list: { width: 170, cell: 'time', hidden: true } },
  },
});
