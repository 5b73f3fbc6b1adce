import { defineResource } from '../define-resource.ts';
import { maxSavedCameras } from '../wall-layout.ts';
import { createTimeField, idField } from './common-fields.ts';
import { requiredName } from './iot-fields.ts';

/**
 * Video walls with a name: cameras, tiles and rotation. Seen by their owner and by the users of one role; changed by their
 * owner. A wall permits nothing: each user sees the cameras within their own data scope.
 */
export const iotSavedWall = defineResource({
  key: 'iot.savedWall',
  title: { 'zh-CN': '已存视频墙', 'en-US': 'Saved wall' },
  purpose: {
    'zh-CN': '把一组摄像头存为视频墙，一次点击即可打开，也可以给一个角色使用。',
    'en-US': 'A saved wall opens a set of cameras with one click, for you or for a role.',
  },
  icon: 'IconLayoutGrid',
  base: '/iot/savedWall',
  style: 'rest',
  permission: 'iot:savedWall',
  id: { field: 'id', kind: 'integer' },
  titleField: 'name',
  defaultSort: { field: 'createTime', order: 'desc' },
  can: ['add', 'edit', 'remove'],
  choosesFrom: ['iot.camera', 'system.role'],
  fields: {
    id: idField,
    name: { ...requiredName, unique: true, list: { width: 220 } },
    cameras: {
      label: { 'zh-CN': '摄像头', 'en-US': 'Cameras' },
      kind: 'relation',
      relation: { resource: 'iot.camera', multiple: true },
      required: true,
      max: maxSavedCameras,
      list: {},
      form: {
        widget: 'multiSelect',
        span: 2,
        help: {
          'zh-CN': '按选择的顺序排列。多于画面数时轮换',
          'en-US': 'In the order of selection. More cameras than tiles are shown in turn',
        },
      },
    },
    size: {
      label: { 'zh-CN': '画面数', 'en-US': 'Tiles' },
      kind: 'enum',
      options: [
        { value: '1', label: { 'zh-CN': '1', 'en-US': '1' } },
        { value: '4', label: { 'zh-CN': '4', 'en-US': '4' } },
        { value: '9', label: { 'zh-CN': '9', 'en-US': '9' } },
      ],
      required: true,
      default: '4',
      list: { width: 80 },
      form: { widget: 'radio' },
    },
    rotateSec: {
      label: { 'zh-CN': '轮换', 'en-US': 'Rotation' },
      kind: 'enum',
      options: [
        { value: '0', label: { 'zh-CN': '不轮换', 'en-US': 'None' } },
        { value: '10', label: { 'zh-CN': '10 秒', 'en-US': '10 s' } },
        { value: '30', label: { 'zh-CN': '30 秒', 'en-US': '30 s' } },
        { value: '60', label: { 'zh-CN': '1 分钟', 'en-US': '1 min' } },
        { value: '300', label: { 'zh-CN': '5 分钟', 'en-US': '5 min' } },
      ],
      required: true,
      default: '30',
      list: { width: 100 },
      form: { widget: 'select' },
    },
    roleId: {
      label: { 'zh-CN': '使用的角色', 'en-US': 'For the role' },
      kind: 'relation',
      relation: { resource: 'system.role' },
      list: { width: 140, empty: { 'zh-CN': '仅自己', 'en-US': 'Only the owner' } },
      form: {
        widget: 'select',
        help: { 'zh-CN': '不选为仅自己', 'en-US': 'None: only you' },
      },
    },
    createdBy: {
      label: { 'zh-CN': '创建人', 'en-US': 'Owner' },
      kind: 'string',
      readOnly: true,
      list: { width: 120 },
    },
    createTime: { ...createTimeField, list: { width: 170, cell: 'time', hidden: true } },
  },
});
