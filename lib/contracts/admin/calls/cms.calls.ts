/** Calls of articles besides those of their resources: for readers, who have no session, and to publish. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { idInPath, pageOf, pageQuery, rowId, wireTime } from './wire.ts';

const listed = z.object({
  articleId: z.int(),
  categoryId: z.int(),
  categoryName: z.string(),
  title: z.string(),
  /** Path of the image on this server. */
  cover: z.string().nullable(),
  summary: z.string().nullable(),
  author: z.string().nullable(),
  source: z.string().nullable(),
  tags: z.array(z.string()),
  isTop: z.boolean(),
  isHot: z.boolean(),
  /** Some seconds old. */
  viewCount: z.int(),
  publishTime: wireTime,
});

const article = listed.extend({
  /** Sanitised HTML. */
  content: z.string(),
  seoTitle: z.string().nullable(),
  seoDesc: z.string().nullable(),
});

/** Enabled categories, also above; in order, parents first. */
export const publicCategories = defineAdminCall({
  method: 'GET',
  path: '/cms/public/category',
  policy: 'public',
  summary: { 'zh-CN': '公开的文章分类', 'en-US': 'Categories of published articles' },
  data: z.array(z.object({ id: z.int(), parentId: z.int(), name: z.string() })),
});

/** Published articles whose time has come: pinned ones first, then by order, the newest first. */
export const publicArticles = defineAdminCall({
  method: 'GET',
  path: '/cms/public/article',
  policy: 'public',
  summary: { 'zh-CN': '公开的文章', 'en-US': 'Published articles' },
  query: z.object({
    ...pageQuery,
    /** With the categories below it. */
    categoryId: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    /** Part of the title. */
    keyword: z.string().trim().max(100).optional(),
  }),
  data: pageOf(listed),
});

/** Counts a view. 404 for one that is unknown or not published. */
export const publicArticle = defineAdminCall({
  method: 'GET',
  path: '/cms/public/article/{id}',
  policy: 'public',
  summary: { 'zh-CN': '公开的文章内容', 'en-US': 'A published article' },
  params: z.object({ id: idInPath }),
  data: article,
});

const body = z.strictObject({ id: rowId });

export const submitArticle = defineAdminCall({
  method: 'PUT',
  path: '/cms/article/submit',
  policy: { anyOf: ['cms:article:edit'] },
  summary: { 'zh-CN': '提交文章审核', 'en-US': 'Submit an article for approval' },
  body,
});

export const publishArticle = defineAdminCall({
  method: 'PUT',
  path: '/cms/article/publish',
  policy: { anyOf: ['cms:article:publish'] },
  summary: { 'zh-CN': '发布文章', 'en-US': 'Publish an article' },
  body,
});

export const rejectArticle = defineAdminCall({
  method: 'PUT',
  path: '/cms/article/reject',
  policy: { anyOf: ['cms:article:publish'] },
  summary: { 'zh-CN': '退回文章', 'en-US': 'Return an article to draft' },
  body,
});

export const withdrawArticle = defineAdminCall({
  method: 'PUT',
  path: '/cms/article/withdraw',
  policy: { anyOf: ['cms:article:publish'] },
  summary: { 'zh-CN': '下架文章', 'en-US': 'Withdraw an article' },
  body,
});
