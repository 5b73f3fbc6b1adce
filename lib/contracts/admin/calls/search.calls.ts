/** Records of all kinds, for the command palette. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

/** Records of each kind that are returned; its list has more. */
export const foundPerKind = 5;

/** One call for all kinds that the caller may list. `fields`: values that tell records with the same title apart. */
export const searchRecords = defineAdminCall({
  method: 'GET',
  path: '/search',
  policy: 'signedIn',
  summary: { 'zh-CN': '搜索各类记录', 'en-US': 'Search records of every kind' },
  query: z.strictObject({ keyword: z.string().trim().min(1).max(200) }),
  data: z.array(
    z.object({
      /** Key of the definition. */
      resource: z.string(),
      records: z.array(
        z.object({
          id: z.union([z.int(), z.string()]),
          title: z.string(),
          detail: z.string().optional(),
          fields: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  ),
});

export const searchCalls = [searchRecords];
