import { defineResource } from '../define-resource.ts';
import { createTimeField, hexId, requiredName } from './iot-fields.ts';

/**
 * Share links: whoever has one sees live video or one range of the recordings of one camera, without signing in, until it
 * expires or was opened often enough. Creating one returns `shareCode` once; it is not stored. Deleting one ends it for
 * those who are watching, too.
 */
export const iotShare = defineResource({
  key: 'iot.share',
  title: { 'zh-CN': '分享链接', 'en-US': 'Share link' },
  purpose: {
    'zh-CN': '分享链接让没有账号的人在到期前观看一个摄像头的实时画面或一段录像。',
    'en-US':
      'A link shows live video or one range of the recordings of a camera to people without an account, until it expires.',
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
      ...requiredName,
      immutable: true,
      list: { width: 180 },
      form: {
        help: { 'zh-CN': '打开链接的人会看到', 'en-US': 'Shown to those who open the link' },
      },
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
      label: { 'zh-CN': '内容', 'en-US': 'Shows' },
      kind: 'enum',
      options: [
        { value: 'live', label: { 'zh-CN': '实时画面', 'en-US': 'Live video' } },
        { value: 'cloud', label: { 'zh-CN': '云录像', 'en-US': 'Cloud recording' } },
        { value: 'device', label: { 'zh-CN': '存储卡录像', 'en-US': 'Memory card' } },
      ],
      required: true,
      immutable: true,
      default: 'live',
      list: { width: 120 },
      form: { widget: 'radio', span: 2 },
      query: 'eq',
    },
    beginTime: {
      label: { 'zh-CN': '录像开始', 'en-US': 'From' },
      kind: 'time',
      required: true,
      immutable: true,
      list: { width: 170, cell: 'time', hidden: true },
      form: { widget: 'dateTime', visibleWhen: { field: 'store', in: ['cloud', 'device'] } },
    },
    endTime: {
      label: { 'zh-CN': '录像结束', 'en-US': 'To' },
      kind: 'time',
      required: true,
      immutable: true,
      list: { width: 170, cell: 'time', hidden: true },
      form: {
        widget: 'dateTime',
        visibleWhen: { field: 'store', in: ['cloud', 'device'] },
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
    maxOpens: {
      label: { 'zh-CN': '最多打开次数', 'en-US': 'Openings allowed' },
      kind: 'integer',
      min: 1,
      max: 10_000,
      immutable: true,
      list: { width: 120, align: 'right', hidden: true, empty: { 'zh-CN': '不限', 'en-US': 'Any number' } },
      form: {
        widget: 'number',
        help: {
          'zh-CN': '留空不限；重新加载页面也算一次',
          'en-US': 'Blank: any number. Reloading the page counts.',
        },
      },
    },
    pin: {
      label: { 'zh-CN': 'PIN', 'en-US': 'PIN' },
      kind: 'secret',
      max: 12,
      pattern: String.raw`\d{6,12}`,
      patternHint: { 'zh-CN': '6 至 12 位数字', 'en-US': '6 to 12 digits' },
      immutable: true,
      form: {
        widget: 'password',
        help: {
          'zh-CN': '打开链接的人须输入；留空不设',
          'en-US': 'Asked of those who open the link. Blank: none',
        },
      },
      export: false,
    },
    watermark: {
      label: { 'zh-CN': '水印', 'en-US': 'Watermark' },
      kind: 'boolean',
      default: false,
      immutable: true,
      form: {
        widget: 'switch',
        help: { 'zh-CN': '画面上显示链接标记', 'en-US': 'Shows the mark of the link over the video' },
      },
    },
    state: {
      label: { 'zh-CN': '状态', 'en-US': 'Status' },
      kind: 'enum',
      options: [
        { value: 'open', label: { 'zh-CN': '有效', 'en-US': 'Valid' }, tone: 'success' },
        { value: 'expired', label: { 'zh-CN': '已过期', 'en-US': 'Expired' }, tone: 'default' },
        { value: 'used', label: { 'zh-CN': '次数已用完', 'en-US': 'Used up' }, tone: 'default' },
      ],
      readOnly: true,
      list: { width: 110, cell: 'tag' },
    },
    embeddable: {
      label: { 'zh-CN': '允许嵌入', 'en-US': 'May be embedded' },
      kind: 'boolean',
      default: false,
      immutable: true,
      form: {
        widget: 'switch',
        help: { 'zh-CN': '其他网站可以用 iframe 显示', 'en-US': 'Other sites may show it in an iframe' },
      },
    },
    mark: {
      label: { 'zh-CN': '标记', 'en-US': 'Mark' },
      kind: 'string',
      readOnly: true,
      list: { width: 90, cell: 'code' },
      query: 'eq',
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
