/** A resource over the user table that uses each feature of a resource definition once. */
import { defineResource } from '../../lib/contracts/admin/define-resource.ts';
import type { ServerResource } from '../../lib/domain/resource/server-resource.ts';

/** Users with their department and masked fields. */
export const people = defineResource({
  key: 'test.people',
  title: { 'zh-CN': '人员', 'en-US': 'People' },
  icon: 'IconUser',
  base: '/test/people',
  style: 'rest',
  permission: 'test:people',
  id: { field: 'userId', kind: 'integer' },
  titleField: 'nickName',
  foundBy: ['accountNo', 'phone'],
  defaultSort: { field: 'userId', order: 'asc' },
  can: ['add', 'edit', 'remove', 'export', 'import'],
  tabs: 'status',
  statusSwitch: 'status',
  fields: {
    userId: { label: { 'zh-CN': '编号', 'en-US': 'No.' }, kind: 'integer', readOnly: true },
    accountNo: {
      label: { 'zh-CN': '账号', 'en-US': 'Account' },
      kind: 'string',
      required: true,
      unique: true,
      immutable: true,
      max: 30,
      query: 'like',
      sortable: true,
      list: {},
    },
    nickName: {
      label: { 'zh-CN': '昵称', 'en-US': 'Name' },
      kind: 'string',
      required: true,
      query: 'like',
      list: {},
      sortable: true,
    },
    deptId: { label: { 'zh-CN': '部门', 'en-US': 'Department' }, kind: 'integer', query: 'in' },
    phone: {
      label: { 'zh-CN': '手机', 'en-US': 'Phone' },
      kind: 'string',
      pattern: '1[3-9]\\d{9}',
      mask: 'phone',
      query: 'like',
      sortable: true,
      list: {},
    },
    status: {
      label: { 'zh-CN': '状态', 'en-US': 'Status' },
      kind: 'enum',
      options: [
        { value: '0', label: { 'zh-CN': '正常', 'en-US': 'In use' } },
        { value: '1', label: { 'zh-CN': '停用', 'en-US': 'Off' } },
      ],
      default: '0',
      query: 'eq',
      list: {},
    },
    createTime: {
      label: { 'zh-CN': '创建时间', 'en-US': 'Made' },
      kind: 'time',
      readOnly: true,
      query: 'between',
      list: {},
    },
  },
});

export const peopleInTable: ServerResource = {
  definition: people,
  table: 'user',
  columns: { accountNo: 'username', nickName: 'displayName' },
  dataScope: { dept: 'deptId', owner: 'id' },
  madeWith: () => ({ sex: '2', isRoot: 0, mustChangePassword: 0 }),
};
