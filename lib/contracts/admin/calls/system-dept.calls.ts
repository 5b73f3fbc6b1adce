import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { idInPath, inUse, rowId, treeNode } from './wire.ts';

export const deptTree = defineAdminCall({
  method: 'GET',
  path: '/system/dept/treeselect',
  policy: 'signedIn',
  summary: { 'zh-CN': '部门树', 'en-US': 'Departments within reach, as a tree' },
  data: z.array(treeNode),
});

export const deptsExcept = defineAdminCall({
  method: 'GET',
  path: '/system/dept/list/exclude/{id}',
  policy: { anyOf: ['system:dept:list'] },
  summary: { 'zh-CN': '可选的上级部门', 'en-US': 'Departments but one and those below it' },
  params: z.object({ id: idInPath }),
  data: z.array(
    z.object({
      deptId: z.int(),
      parentId: z.int(),
      deptName: z.string(),
      orderNum: z.int(),
      status: inUse,
    }),
  ),
});

export const sortDepts = defineAdminCall({
  method: 'PUT',
  path: '/system/dept/updateSort',
  policy: { anyOf: ['system:dept:edit'] },
  summary: { 'zh-CN': '部门排序', 'en-US': 'Put departments in order' },
  body: z
    .array(z.object({ deptId: rowId, orderNum: z.int().min(0).max(9999) }))
    .min(1)
    .max(500),
});

export const systemDeptCalls = [deptTree, deptsExcept, sortDepts];
