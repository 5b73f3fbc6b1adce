import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { idInPath, inUse, rowId, rowIds, rowVersion, someRowIds, treeNode, wireTime } from './wire.ts';

export const userDeptTree = defineAdminCall({
  method: 'GET',
  path: '/system/user/deptTree',
  policy: { anyOf: ['system:user:list'] },
  summary: { 'zh-CN': '用户页的部门树', 'en-US': 'Department tree of the users page' },
  data: z.array(treeNode),
});

/** The new password is only in this response. It must be changed at the next sign-in. */
export const resetPassword = defineAdminCall({
  method: 'PUT',
  path: '/system/user/resetPwd',
  policy: { anyOf: ['system:user:resetPwd'] },
  summary: { 'zh-CN': '重置密码', 'en-US': 'Reset a password to a one-time password' },
  body: z.object({ id: rowId }),
  data: z.object({
    userName: z.string(),
    nickName: z.string(),
    password: z.string(),
    /** The password works for one sign-in until then. */
    validUntil: wireTime,
  }),
  acceptedWhenFull: true,
});

/** For users who lost the device with their authenticator app. */
export const resetTotp = defineAdminCall({
  method: 'PUT',
  path: '/system/user/resetTotp',
  policy: { anyOf: ['system:user:resetPwd'] },
  summary: { 'zh-CN': '停用两步验证', 'en-US': 'Disable two-step verification of a user' },
  body: z.object({ id: rowId }),
});

/** What disabling these users would end. Users outside the caller's data scope are not counted. */
export const openSessionsOfUsers = defineAdminCall({
  method: 'GET',
  path: '/system/user/sessions',
  policy: { anyOf: ['system:user:edit'] },
  summary: { 'zh-CN': '用户的会话数', 'en-US': 'Number of open sessions of users' },
  query: z.object({
    /** Comma separated. */
    ids: z
      .string()
      .regex(/^\d{1,10}(,\d{1,10}){0,99}$/)
      .transform((text) => text.split(',').map(Number))
      .pipe(someRowIds),
  }),
  data: z.object({ count: z.int() }),
});

export const unlockUser = defineAdminCall({
  method: 'PUT',
  path: '/system/user/unlock',
  policy: { anyOf: ['system:user:unlock'] },
  summary: { 'zh-CN': '解除锁定', 'en-US': 'Unlock an account' },
  body: z.object({ id: rowId }),
});

const assignableRole = z.object({
  roleId: z.int(),
  roleName: z.string(),
  roleKey: z.string(),
  status: inUse,
  /** The user has this role. */
  flag: z.boolean(),
  /** The caller may assign and remove it. */
  assignable: z.boolean(),
});

export const rolesOfUser = defineAdminCall({
  method: 'GET',
  path: '/system/user/authRole/{id}',
  policy: { anyOf: ['system:user:edit'] },
  summary: { 'zh-CN': '用户的角色', 'en-US': 'Roles of a user' },
  params: z.object({ id: idInPath }),
  data: z.object({
    user: z.object({ userId: z.int(), userName: z.string(), nickName: z.string(), version: z.int() }),
    roles: z.array(assignableRole),
  }),
});

export const giveRolesToUser = defineAdminCall({
  method: 'PUT',
  path: '/system/user/authRole/{id}',
  policy: { anyOf: ['system:user:edit'] },
  summary: { 'zh-CN': '分配角色', 'en-US': 'Assign roles to a user' },
  params: z.object({ id: idInPath }),
  body: z.object({ roleIds: rowIds.max(20), version: rowVersion }),
  acceptedWhenFull: true,
});

export const systemUserCalls = [
  userDeptTree,
  resetPassword,
  resetTotp,
  openSessionsOfUsers,
  unlockUser,
  rolesOfUser,
  giveRolesToUser,
];
