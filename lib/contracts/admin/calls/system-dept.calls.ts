import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { idInPath, inUse, treeNode } from './wire.ts';

export const deptTree = defineAdminCall({
  method: 'GET',
  path: '/system/dept/treeselect',
  policy: 'signedIn',
  summary: { 'zh-CN': '部门树', 'en-US': 'Department tree within the data scope' },
  data: z.array(treeNode),
});

export const deptsExcept = defineAdminCall({
  method: 'GET',
  path: '/system/dept/list/exclude/{id}',
  policy: { anyOf: ['system:dept:list'] },
  summary: { 'zh-CN': '可选的上级部门', 'en-US': 'Possible parent departments' },
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

export const systemDeptCalls = [deptTree, deptsExcept];
