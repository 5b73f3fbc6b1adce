import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

/** OpenAPI 3.1 of the calls that the caller is allowed to make. */
export const readApiDocs = defineAdminCall({
  method: 'GET',
  path: '/v3/api-docs',
  policy: { anyOf: ['tool:swagger:list'] },
  summary: { 'zh-CN': '接口文档', 'en-US': 'API document' },
  data: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
});

export const apiDocsCalls = [readApiDocs];
