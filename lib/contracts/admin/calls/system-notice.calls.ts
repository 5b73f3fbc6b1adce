import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { idInPath, inUse, pageOf, pageQuery, someRowIds, wireTime } from './wire.ts';

/** A notice as its readers see it. */
export const readNotice = z.object({
  noticeId: z.int(),
  noticeTitle: z.string(),
  noticeType: z.string(),
  /** Sanitised HTML. */
  noticeContent: z.string(),
  status: inUse,
  isTop: inUse,
  publishTime: wireTime.nullable(),
  createBy: z.string(),
  createTime: wireTime,
  /** By the caller. */
  read: z.boolean(),
});
export type ReadNotice = z.infer<typeof readNotice>;

export const myNotices = defineAdminCall({
  method: 'GET',
  path: '/system/notice/list',
  policy: 'signedIn',
  summary: { 'zh-CN': '我的通知公告', 'en-US': "The caller's notices" },
  query: z.strictObject({
    ...pageQuery,
    /** Only '0' returns any: disabled notices are hidden. */
    status: inUse.optional(),
    noticeType: z.string().max(100).optional(),
  }),
  data: pageOf(readNotice),
});

/**
 * Users who manage notices can read every notice in their data scope, with the fields of its form (`expireTime`,
 * `targetType`, `targetIds`, `version`); all others only notices addressed to them.
 */
export const oneNotice = defineAdminCall({
  method: 'GET',
  path: '/system/notice/{id}',
  policy: 'signedIn',
  summary: { 'zh-CN': '通知公告详情', 'en-US': 'Notice details' },
  params: z.object({ id: idInPath }),
  data: z.looseObject(readNotice.partial({ read: true }).shape),
});

export const markNoticesRead = defineAdminCall({
  method: 'POST',
  path: '/system/notice/markRead',
  policy: 'signedIn',
  summary: { 'zh-CN': '标记已读', 'en-US': 'Mark notices as read' },
  body: z.object({ ids: someRowIds }),
  rejectsDuplicates: false,
});

export const markAllNoticesRead = defineAdminCall({
  method: 'POST',
  path: '/system/notice/markReadAll',
  policy: 'signedIn',
  summary: { 'zh-CN': '全部标记已读', 'en-US': 'Mark all notices as read' },
  body: z.object({ noticeType: z.string().max(100).optional() }).optional(),
  rejectsDuplicates: false,
});

export const unreadNotices = defineAdminCall({
  method: 'GET',
  path: '/system/notice/unreadCount',
  policy: 'signedIn',
  summary: { 'zh-CN': '未读数量', 'en-US': 'Number of unread notices' },
  data: z.object({
    total: z.int(),
    /** By notice type. */
    types: z.record(z.string(), z.int()),
    /** Unread messages of the caller; the bell shows them beside notices. */
    messages: z.int(),
  }),
});

export const noticeReaders = defineAdminCall({
  method: 'GET',
  path: '/system/notice/{id}/readers',
  policy: { anyOf: ['system:notice:list'] },
  summary: { 'zh-CN': '已读用户', 'en-US': 'Users who have read a notice' },
  params: z.object({ id: idInPath }),
  query: z.strictObject({ ...pageQuery, userName: z.string().max(50).optional() }),
  data: pageOf(
    z.object({
      userId: z.int(),
      userName: z.string(),
      nickName: z.string(),
      deptName: z.string().nullable(),
      readTime: wireTime,
    }),
  ),
});

export const systemNoticeCalls = [
  myNotices,
  oneNotice,
  markNoticesRead,
  markAllNoticesRead,
  unreadNotices,
  noticeReaders,
];
