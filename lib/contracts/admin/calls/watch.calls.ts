/** Calls of the page of one camera (`/watch/SERIAL/CHANNEL`). Cameras are those within the caller's data scope. */
import { z } from 'zod';
import { capabilities } from '../../lapp/capabilities.ts';
import { defineAdminCall } from '../call.ts';
import { maxNoteLength, serialPattern } from '../watch-limits.ts';

const hexId = z.string().regex(/^[0-9a-f]{32}$/);
const noteId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const playPolicy = { anyOf: ['iot:camera:play', 'iot:recording:play'] } as const;
const params = z.object({ id: hexId });
const time = z.string().max(40).optional();

const access = z.object({
  /** For the player's `accessToken`. Short-lived; also ends with the session. */
  accessToken: z.string(),
  /** For the player's `app`. */
  appKey: z.string(),
  /** Epoch ms, for the player. */
  expireTime: z.number(),
  capabilities: z.array(z.enum(capabilities)),
});

/**
 * Opens a link to a camera; each is in the operation log, with the time of the link. A camera outside the data scope is
 * answered as one that does not exist.
 */
export const watchOpen = defineAdminCall({
  method: 'POST',
  path: '/iot/watch/open',
  policy: playPolicy,
  summary: { 'zh-CN': '打开摄像头链接', 'en-US': 'Open a camera link' },
  body: z.strictObject({
    serial: z.string().regex(serialPattern),
    channelNo: z.number().int().min(1).max(256),
    /** As in the link. For the log only: the player gets the time. */
    ...{ at: time, from: time, to: time },
  }),
  data: access.extend({
    /** Of the channel. */
    id: hexId,
    deviceId: hexId,
    name: z.string(),
    /** For the player's `url`, without the host and the mode: `SERIAL/CHANNEL`. */
    path: z.string(),
  }),
  rejectsDuplicates: false,
});

/** Repeated before `expireTime` while the page is open. */
export const watchRenew = defineAdminCall({
  method: 'POST',
  path: '/iot/watch/renew',
  policy: playPolicy,
  summary: { 'zh-CN': '继续观看摄像头链接', 'en-US': 'Continue a camera link' },
  body: z.strictObject({ id: hexId }),
  data: access,
  rejectsDuplicates: false,
});

/** When the camera went online and offline, newest first; at most 50. */
export const watchOnline = defineAdminCall({
  method: 'GET',
  path: '/iot/watch/{id}/online',
  policy: { anyOf: ['iot:camera:query'] },
  summary: { 'zh-CN': '在线历史', 'en-US': 'Online history' },
  params,
  data: z.array(
    z.object({
      id: z.number(),
      time: z.string(),
      isOnline: z.boolean(),
      /** Why it went offline. Null: it is not known. */
      reason: z.string().nullable(),
    }),
  ),
});

/** Who receives pictures of the camera now, from the process that answers. */
export const watchViewers = defineAdminCall({
  method: 'GET',
  path: '/iot/watch/{id}/viewers',
  policy: { anyOf: ['iot:camera:viewers'] },
  summary: { 'zh-CN': '查看观看者', 'en-US': 'See who watches' },
  params,
  data: z.array(
    z.object({
      /** A user of the console, an application, or a link to a recording. */
      kind: z.enum(['user', 'application', 'share']),
      name: z.string(),
      /** Of an application: the name of its token; empty: it has none. */
      token: z.string(),
      shows: z.enum(['live', 'recorded']),
      views: z.number(),
    }),
  ),
});

/** Newest first; at most 100. */
export const watchNotes = defineAdminCall({
  method: 'GET',
  path: '/iot/watch/{id}/notes',
  policy: { anyOf: ['iot:camera:notes'] },
  summary: { 'zh-CN': '摄像头备注', 'en-US': 'Notes of a camera' },
  params,
  data: z.array(
    z.object({
      id: z.number(),
      text: z.string(),
      author: z.string(),
      time: z.string(),
      /** The caller may delete it. */
      canRemove: z.boolean(),
    }),
  ),
});

export const watchAddNote = defineAdminCall({
  method: 'POST',
  path: '/iot/watch/{id}/notes',
  policy: { anyOf: ['iot:camera:addNote'] },
  summary: { 'zh-CN': '添加摄像头备注', 'en-US': 'Add a note to a camera' },
  params,
  body: z.strictObject({ text: z.string().trim().min(1).max(maxNoteLength) }),
  data: z.object({ id: z.number() }),
});

/** One's own with the permission to add notes; those of others with the permission to delete them. */
export const watchRemoveNote = defineAdminCall({
  method: 'DELETE',
  path: '/iot/watch/{id}/notes/{noteId}',
  policy: { anyOf: ['iot:camera:addNote', 'iot:camera:removeNote'] },
  summary: { 'zh-CN': '删除摄像头备注', 'en-US': 'Delete a note of a camera' },
  params: z.object({ id: hexId, noteId }),
});
