/** Display settings per user: preferences by name, and views of lists. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { idInPath, rowId } from './wire.ts';

/** For instance `table.system.post`. */
const preferenceName = z.string().regex(/^[A-Za-z][\w.-]{0,99}$/);
/** Key of a definition. */
const resourceKey = z.string().regex(/^[a-z]\w{0,30}\.[A-Za-z]\w{0,50}$/);

/** Null: nothing is stored under that name. */
export const readPreference = defineAdminCall({
  method: 'GET',
  path: '/preference/{name}',
  policy: 'signedIn',
  summary: { 'zh-CN': '读取个人偏好', 'en-US': 'Read a personal preference' },
  params: z.object({ name: preferenceName }),
  data: z.json().nullable(),
});

/** Null deletes it. At most 16 KB of JSON. */
export const writePreference = defineAdminCall({
  method: 'PUT',
  path: '/preference/{name}',
  policy: 'signedIn',
  summary: { 'zh-CN': '保存个人偏好', 'en-US': 'Save a personal preference' },
  params: z.object({ name: preferenceName }),
  body: z.object({ value: z.json().nullable() }),
  rejectsDuplicates: false,
});

/** Same as writing null. */
export const removePreference = defineAdminCall({
  method: 'DELETE',
  path: '/preference/{name}',
  policy: 'signedIn',
  summary: { 'zh-CN': '删除个人偏好', 'en-US': 'Delete a personal preference' },
  params: z.object({ name: preferenceName }),
});

/** Filters, sorting and columns of a list, under a name. */
export const savedView = z.object({
  id: z.int(),
  name: z.string(),
  /** The list's part of the query string, without the question mark. */
  query: z.string(),
  /** In the page's own format; null: default columns. */
  columns: z.json().nullable(),
  /** Roles whose users see it too. */
  sharedWith: z.array(z.int()),
  /** Applied when the owner opens the list without a query. */
  isDefault: z.boolean(),
  isMine: z.boolean(),
  /** Display name of the owner. */
  owner: z.string(),
});
export type SavedView = z.infer<typeof savedView>;

const savedViewBody = z.object({
  name: z.string().trim().min(1).max(50),
  query: z.string().max(2000),
  columns: z.json().nullable(),
  sharedWith: z.array(rowId).max(50),
  isDefault: z.boolean(),
});

/** The caller's own views, and those shared with one of their roles. */
export const listViews = defineAdminCall({
  method: 'GET',
  path: '/savedView/{resource}',
  policy: 'signedIn',
  summary: { 'zh-CN': '列表视图', 'en-US': 'List views' },
  params: z.object({ resource: resourceKey }),
  data: z.array(savedView),
});

/** Names are unique per user and list: saving under an existing name replaces the view. */
export const saveView = defineAdminCall({
  method: 'POST',
  path: '/savedView/{resource}',
  policy: 'signedIn',
  summary: { 'zh-CN': '保存视图', 'en-US': 'Save a list view' },
  params: z.object({ resource: resourceKey }),
  body: savedViewBody,
  data: z.object({ id: z.int() }),
});

/** Only the caller's own; others return 404. */
export const removeView = defineAdminCall({
  method: 'DELETE',
  path: '/savedView/{resource}/{id}',
  policy: 'signedIn',
  summary: { 'zh-CN': '删除视图', 'en-US': 'Delete a list view' },
  params: z.object({ resource: resourceKey, id: idInPath }),
});

export const preferenceCalls = [
  readPreference,
  writePreference,
  removePreference,
  listViews,
  saveView,
  removeView,
];
