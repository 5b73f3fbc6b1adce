import { defineResource } from '../define-resource.ts';
import type { FieldOption } from '../field.ts';
import { chosenCameras, createTimeField, hexId } from './iot-fields.ts';

/** Labels of capabilities. */
export const capabilityOptions = [
  { value: 'live', label: { 'zh-CN': '直播', 'en-US': 'Live' } },
  { value: 'ptz', label: { 'zh-CN': '云台', 'en-US': 'PTZ' } },
  { value: 'snapshot', label: { 'zh-CN': '抓图', 'en-US': 'Snapshots' } },
  { value: 'record', label: { 'zh-CN': '录像', 'en-US': 'Recording' } },
  { value: 'zoom', label: { 'zh-CN': '电子放大', 'en-US': 'Zoom' } },
  { value: 'playback.cloud', label: { 'zh-CN': '云回放', 'en-US': 'Cloud playback' } },
  { value: 'playback.local', label: { 'zh-CN': '本地回放', 'en-US': 'Local playback' } },
  { value: 'talk', label: { 'zh-CN': '对讲', 'en-US': 'Talk' } },
  { value: 'voice', label: { 'zh-CN': '语音播报', 'en-US': 'Voice messages' } },
] as const satisfies readonly FieldOption[];

/**
 * Access tokens. Creating one returns `accessToken` once; it is not stored. Deleting one revokes it: the row is kept
 * until 30 days after its expiry, so that support can see why a viewer was rejected.
 */
export const iotToken = defineResource({
  key: 'iot.token',
  title: { 'zh-CN': '访问令牌', 'en-US': 'Access token' },
  purpose: {
    'zh-CN': '访问令牌允许网页在有效期内播放所选的摄像头。',
    'en-US': 'An access token allows a page to play the selected cameras until it expires.',
  },
  icon: 'IconTicket',
  base: '/iot/token',
  style: 'rest',
  permission: 'iot:token',
  id: { field: 'id', kind: 'hex' },
  titleField: 'name',
  foundBy: ['id'],
  defaultSort: { field: 'createTime', order: 'desc' },
  can: ['add', 'remove', 'export'],
  choosesFrom: ['iot.device', 'iot.camera'],
  stays: {
    when: { field: 'state', in: ['revoked'] },
    why: {
      'zh-CN': '已吊销，到期 30 天后自动删除',
      'en-US': 'Revoked. Deleted automatically 30 days after expiry.',
    },
  },
  unversioned: true,
  fields: {
    name: {
      label: { 'zh-CN': '名称', 'en-US': 'Name' },
      kind: 'string',
      max: 50,
      immutable: true,
      list: { width: 160 },
      form: {
        help: {
          'zh-CN': '便于在列表和日志中识别，可留空',
          'en-US': 'Identifies the token in lists and logs. Optional.',
        },
      },
      query: 'like',
    },
    id: { ...hexId, list: { width: 280, cell: 'code', copy: true }, query: 'like' },
    applicationId: {
      label: { 'zh-CN': '应用', 'en-US': 'Application' },
      kind: 'relation',
      relation: { resource: 'iot.application' },
      required: true,
      immutable: true,
      list: { width: 140 },
      form: { widget: 'select' },
      query: 'eq',
    },
    cameras: chosenCameras,
    capabilities: {
      label: { 'zh-CN': '能力', 'en-US': 'Capabilities' },
      kind: 'strings',
      options: capabilityOptions,
      max: 9,
      immutable: true,
      default: [],
      list: { cell: 'list', hidden: true },
      form: {
        widget: 'multiSelect',
        help: {
          'zh-CN': '留空表示应用允许的全部能力',
          'en-US': 'Leave blank for all capabilities of the application',
        },
      },
    },
    expireSeconds: {
      label: { 'zh-CN': '有效期（秒）', 'en-US': 'Validity (seconds)' },
      kind: 'integer',
      min: 60,
      max: 604_800,
      immutable: true,
      form: {
        widget: 'number',
        help: {
          'zh-CN': '留空表示应用允许的最长有效期',
          'en-US': 'Leave blank for the maximum validity of the application',
        },
      },
      export: false,
    },
    state: {
      label: { 'zh-CN': '状态', 'en-US': 'Status' },
      kind: 'enum',
      options: [
        { value: 'open', label: { 'zh-CN': '有效', 'en-US': 'Valid' }, tone: 'success' },
        { value: 'expired', label: { 'zh-CN': '已过期', 'en-US': 'Expired' }, tone: 'default' },
        { value: 'revoked', label: { 'zh-CN': '已吊销', 'en-US': 'Revoked' }, tone: 'danger' },
      ],
      readOnly: true,
      list: { width: 100, cell: 'tag' },
    },
    createdBy: {
      label: { 'zh-CN': '签发人', 'en-US': 'Issued by' },
      kind: 'string',
      readOnly: true,
      list: { width: 120, hidden: true },
      query: 'eq',
    },
    expireTime: {
      label: { 'zh-CN': '到期时间', 'en-US': 'Expires' },
      kind: 'time',
      readOnly: true,
      list: { width: 170, cell: 'time' },
      query: 'between',
      sortable: true,
    },
    revokedTime: {
      label: { 'zh-CN': '吊销时间', 'en-US': 'Revoked' },
      kind: 'time',
      readOnly: true,
      list: { width: 170, cell: 'time', hidden: true },
    },
    createTime: { ...createTimeField, list: { width: 170, cell: 'time', hidden: true } },
  },
});
