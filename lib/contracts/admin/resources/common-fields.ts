/** Fields that many resources have in common. */
import type { FieldDef, FieldOption } from '../field.ts';

export const inUseOptions = [
  { value: '0', label: { 'zh-CN': '正常', 'en-US': 'Active' }, tone: 'success' },
  { value: '1', label: { 'zh-CN': '停用', 'en-US': 'Disabled' }, tone: 'danger' },
] as const satisfies readonly FieldOption[];

/** Whom a notice or a message is for; `targetIds` lists them. */
export const audienceOptions = [
  { value: '0', label: { 'zh-CN': '全部', 'en-US': 'Everyone' } },
  { value: '1', label: { 'zh-CN': '部门', 'en-US': 'Departments' } },
  { value: '2', label: { 'zh-CN': '角色', 'en-US': 'Roles' } },
  { value: '3', label: { 'zh-CN': '用户', 'en-US': 'Users' } },
] as const satisfies readonly FieldOption[];

/** '0' enabled, '1' disabled. */
export const statusField = {
  label: { 'zh-CN': '状态', 'en-US': 'Status' },
  kind: 'enum',
  options: inUseOptions,
  default: '0',
  required: true,
  list: { width: 90, cell: 'switch' },
  form: { widget: 'radio' },
  query: 'eq',
} as const satisfies FieldDef;

export const remarkField = {
  label: { 'zh-CN': '备注', 'en-US': 'Remarks' },
  kind: 'text',
  max: 500,
  list: { hidden: true },
  form: { widget: 'textarea', span: 2 },
} as const satisfies FieldDef;

export const createByField = {
  label: { 'zh-CN': '创建者', 'en-US': 'Created by' },
  kind: 'string',
  readOnly: true,
  list: { width: 110, hidden: true },
} as const satisfies FieldDef;

export const createTimeField = {
  label: { 'zh-CN': '创建时间', 'en-US': 'Created' },
  kind: 'time',
  readOnly: true,
  list: { width: 170, cell: 'time' },
  query: 'between',
  sortable: true,
} as const satisfies FieldDef;

/** The row's id; hidden by default. */
export const idField = {
  label: { 'zh-CN': '编号', 'en-US': 'ID' },
  kind: 'integer',
  readOnly: true,
  list: { width: 90, hidden: true },
  sortable: true,
} as const satisfies FieldDef;

/** Ascending order. */
export const orderField = {
  label: { 'zh-CN': '显示顺序', 'en-US': 'Order' },
  kind: 'integer',
  min: 0,
  max: 9999,
  required: true,
  default: 0,
  list: { width: 100, align: 'right' },
  form: { widget: 'number' },
  sortable: true,
} as const satisfies FieldDef;
