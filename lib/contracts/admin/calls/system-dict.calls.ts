import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

const dictType = z
  .string()
  .max(100)
  .regex(/^[a-z][a-z0-9_]*$/);

/** A dictionary entry for display and selection. `dictLabel` is in the caller's language. */
export const dictEntry = z.object({
  dictLabel: z.string(),
  dictValue: z.string(),
  listClass: z.string(),
  cssClass: z.string().nullable(),
  isDefault: z.enum(['Y', 'N']),
});
export type DictEntry = z.infer<typeof dictEntry>;

export const dictEntries = defineAdminCall({
  method: 'GET',
  path: '/system/dict/data/type/{type}',
  policy: 'signedIn',
  summary: { 'zh-CN': '字典项', 'en-US': 'Entries of a dictionary' },
  params: z.object({ type: dictType }),
  data: z.array(dictEntry),
});

export const manyDictEntries = defineAdminCall({
  method: 'GET',
  path: '/system/dict/data/types',
  policy: 'signedIn',
  summary: { 'zh-CN': '多个字典的项', 'en-US': 'Entries of several dictionaries' },
  query: z.object({
    types: z
      .string()
      .max(2000)
      .transform((text) => text.split(','))
      .pipe(z.array(dictType).min(1).max(50)),
  }),
  data: z.record(z.string(), z.array(dictEntry)),
});

export const dictTypeOptions = defineAdminCall({
  method: 'GET',
  path: '/system/dict/type/optionselect',
  policy: { anyOf: ['system:dict:list'] },
  summary: { 'zh-CN': '字典类型选项', 'en-US': 'Dictionary options' },
  data: z.array(z.object({ dictId: z.int(), dictName: z.string(), dictType: z.string() })),
});

export const refreshDicts = defineAdminCall({
  method: 'DELETE',
  path: '/system/dict/type/refreshCache',
  policy: { anyOf: ['system:dict:refresh'] },
  summary: { 'zh-CN': '刷新字典缓存', 'en-US': 'Refresh the dictionary cache' },
});

export const systemDictCalls = [dictEntries, manyDictEntries, dictTypeOptions, refreshDicts];
