import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { maskRules } from '../field.ts';
import {
  idInPath,
  inUse,
  pageOf,
  pageQuery,
  rowId,
  rowIds,
  rowVersion,
  someRowIds,
  treeNode,
  wireTime,
} from './wire.ts';

export const setDataScope = defineAdminCall({
  method: 'PUT',
  path: '/system/role/dataScope',
  policy: { anyOf: ['system:role:edit'] },
  summary: { 'zh-CN': '数据权限', 'en-US': 'Set the data scope of a role' },
  body: z.object({
    roleId: rowId,
    dataScope: z.enum(['1', '2', '3', '4', '5']),
    deptIds: rowIds.default([]),
    deptCheckStrictly: z.boolean().optional(),
    version: rowVersion,
  }),
});

export const setMaskScope = defineAdminCall({
  method: 'PUT',
  path: '/system/role/maskScope',
  policy: { anyOf: ['system:role:edit'] },
  summary: { 'zh-CN': '脱敏权限', 'en-US': 'Set the masking of a role' },
  body: z.object({
    roleId: rowId,
    maskScope: z.enum(['1', '2', '3']),
    maskFields: z.array(z.enum(maskRules)).max(maskRules.length).default([]),
    version: rowVersion,
  }),
});

export const roleOptions = defineAdminCall({
  method: 'GET',
  path: '/system/role/optionselect',
  policy: { anyOf: ['system:role:list', 'system:user:list', 'system:notice:edit'] },
  summary: { 'zh-CN': '角色选项', 'en-US': 'Role options' },
  data: z.array(
    z.object({
      roleId: z.int(),
      roleName: z.string(),
      roleKey: z.string(),
      status: inUse,
      /** The caller may assign it. */
      assignable: z.boolean(),
    }),
  ),
});

export const roleDeptTree = defineAdminCall({
  method: 'GET',
  path: '/system/role/deptTree/{id}',
  policy: { anyOf: ['system:role:query'] },
  summary: { 'zh-CN': '角色的部门树', 'en-US': 'Department tree of a role' },
  params: z.object({ id: idInPath }),
  data: z.object({ depts: z.array(treeNode), checkedKeys: z.array(z.int()) }),
});

const roleUsersQuery = z.strictObject({
  ...pageQuery,
  roleId: z.coerce.number().int().positive(),
  userName: z.string().max(30).optional(),
  /** Masked for most users, so only the full number matches. */
  phonenumber: z.string().max(11).optional(),
});

const roleUser = z.object({
  userId: z.int(),
  userName: z.string(),
  nickName: z.string(),
  deptName: z.string().nullable(),
  email: z.string().nullable(),
  phonenumber: z.string().nullable(),
  status: inUse,
  createTime: wireTime,
});

export const allocatedUsers = defineAdminCall({
  method: 'GET',
  path: '/system/role/authUser/allocatedList',
  policy: { anyOf: ['system:role:list'] },
  summary: { 'zh-CN': '已分配用户', 'en-US': 'Users with the role' },
  query: roleUsersQuery,
  data: pageOf(roleUser),
});

export const unallocatedUsers = defineAdminCall({
  method: 'GET',
  path: '/system/role/authUser/unallocatedList',
  policy: { anyOf: ['system:role:list'] },
  summary: { 'zh-CN': '未分配用户', 'en-US': 'Users without the role' },
  query: roleUsersQuery,
  data: pageOf(roleUser),
});

export const takeRole = defineAdminCall({
  method: 'PUT',
  path: '/system/role/authUser/cancel',
  policy: { anyOf: ['system:role:edit'] },
  summary: { 'zh-CN': '取消授权', 'en-US': 'Unassign a role from a user' },
  body: z.object({ roleId: rowId, userId: rowId }),
  acceptedWhenFull: true,
});

export const takeRoleFromMany = defineAdminCall({
  method: 'PUT',
  path: '/system/role/authUser/cancelAll',
  policy: { anyOf: ['system:role:edit'] },
  summary: { 'zh-CN': '批量取消授权', 'en-US': 'Unassign a role from several users' },
  body: z.object({ roleId: rowId, userIds: someRowIds }),
  acceptedWhenFull: true,
});

export const giveRoleToMany = defineAdminCall({
  method: 'PUT',
  path: '/system/role/authUser/selectAll',
  policy: { anyOf: ['system:role:edit'] },
  summary: { 'zh-CN': '批量授权', 'en-US': 'Assign a role to several users' },
  body: z.object({ roleId: rowId, userIds: someRowIds }),
});

export const systemRoleCalls = [
  setDataScope,
  setMaskScope,
  roleOptions,
  roleDeptTree,
  allocatedUsers,
  unallocatedUsers,
  takeRole,
  takeRoleFromMany,
  giveRoleToMany,
];
