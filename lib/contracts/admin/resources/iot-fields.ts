/** Fields that several camera pages share. */
import type { FieldDef, FieldOption } from '../field.ts';

export const useStatus = [
  { value: '0', label: { 'zh-CN': '正常', 'en-US': 'Active' }, tone: 'success' },
  { value: '1', label: { 'zh-CN': '停用', 'en-US': 'Disabled' }, tone: 'danger' },
] as const satisfies readonly FieldOption[];

/** State of devices and channels, from the last stream, check or status poll. */
export const onlineStatus = [
  { value: '0', label: { 'zh-CN': '从未上线', 'en-US': 'Never online' }, tone: 'default' },
  { value: '1', label: { 'zh-CN': '在线', 'en-US': 'Online' }, tone: 'success' },
  { value: '2', label: { 'zh-CN': '离线', 'en-US': 'Offline' }, tone: 'danger' },
] as const satisfies readonly FieldOption[];

export const hexId = {
  label: { 'zh-CN': '编号', 'en-US': 'ID' },
  kind: 'string',
  readOnly: true,
} as const satisfies FieldDef;

export const statusField = {
  label: { 'zh-CN': '状态', 'en-US': 'Status' },
  kind: 'enum',
  options: useStatus,
  default: '0',
  list: { width: 90, cell: 'switch' },
  form: { widget: 'radio' },
  query: 'eq',
} as const satisfies FieldDef;

export const deptField = {
  label: { 'zh-CN': '所属部门', 'en-US': 'Department' },
  kind: 'relation',
  relation: { resource: 'system.dept' },
  form: { widget: 'treeSelect' },
  query: 'eq',
} as const satisfies FieldDef;

export const stateTimeField = {
  label: { 'zh-CN': '状态时间', 'en-US': 'Status time' },
  kind: 'time',
  readOnly: true,
  list: { width: 170, cell: 'time', hidden: true },
} as const satisfies FieldDef;

export const remarkField = {
  label: { 'zh-CN': '备注', 'en-US': 'Remarks' },
  kind: 'text',
  max: 500,
  form: { widget: 'textarea', span: 2 },
} as const satisfies FieldDef;

export const createTimeField = {
  label: { 'zh-CN': '创建时间', 'en-US': 'Created' },
  kind: 'time',
  readOnly: true,
  list: { width: 170, cell: 'time' },
  query: 'between',
  sortable: true,
} as const satisfies FieldDef;

/** Names on a single line. */
export const plainName = String.raw`\P{Cc}*`;

/** The cameras a token is valid for. */
export const chosenCameras = {
  label: { 'zh-CN': '摄像头', 'en-US': 'Cameras' },
  kind: 'strings',
  // An empty list is rejected: only a token without a list covers every camera.
  min: 1,
  max: 256,
  immutable: true,
  list: { cell: 'list', empty: { 'zh-CN': '全部摄像头', 'en-US': 'All cameras' } },
  form: {
    widget: 'tags',
    span: 2,
    help: {
      'zh-CN': '设备序列号，或“序列号:通道号”。不填为全部摄像头',
      'en-US': 'Serial numbers, or SERIAL:CHANNEL. None: every camera',
    },
  },
} as const satisfies FieldDef;

/** Names that tell the rows of a list apart. */
export const requiredName = {
  label: { 'zh-CN': '名称', 'en-US': 'Name' },
  kind: 'string',
  required: true,
  min: 1,
  max: 64,
  pattern: plainName,
  query: 'like',
} as const satisfies FieldDef;
