/** Calls of themes besides those of their resource: what is published, by whom it is used, and records from files. */
import { z } from 'zod';
import { themeLimits } from '../../theme/theme-limits.ts';
import { defineAdminCall } from '../call.ts';
import { idInPath, wireTime } from './wire.ts';

const themeId = z.string().regex(/^[0-9A-Za-z]{32}$/);
const versionNumber = z.coerce.number().int().min(1).max(2_147_483_647);
const params = z.object({ id: themeId });
const localText = z.object({ 'zh-CN': z.string(), 'en-US': z.string() });

/** Players receive the draft from now on. `version`: of the row, as the caller has read it. */
export const publishTheme = defineAdminCall({
  method: 'PUT',
  path: '/iot/theme/publish',
  policy: { anyOf: ['iot:theme:publish'] },
  summary: { 'zh-CN': '发布主题', 'en-US': 'Publish a theme' },
  body: z.strictObject({ id: themeId, version: z.int().min(1).optional() }),
});

/** Publishes an earlier version again, as a new one. The draft follows if it had no changes of its own. */
export const rollBackTheme = defineAdminCall({
  method: 'PUT',
  path: '/iot/theme/rollback',
  policy: { anyOf: ['iot:theme:publish'] },
  summary: { 'zh-CN': '回滚主题', 'en-US': 'Roll back a theme' },
  body: z.strictObject({ id: themeId, number: z.int().min(1).max(2_147_483_647) }),
});

/** The newest first; at most 200 are kept. */
export const themeVersionList = defineAdminCall({
  method: 'GET',
  path: '/iot/theme/{id}/versions',
  policy: { anyOf: ['iot:theme:query'] },
  summary: { 'zh-CN': '主题的发布版本', 'en-US': 'Published versions of a theme' },
  params,
  data: z.array(
    z.object({
      number: z.int(),
      /** The version that was published again. */
      restoredFrom: z.int().nullable(),
      /** Account name; empty: the command line. */
      publishedBy: z.string(),
      publishTime: wireTime,
      isCurrent: z.boolean(),
    }),
  ),
});

/** The record of a version. */
export const themeVersion = defineAdminCall({
  method: 'GET',
  path: '/iot/theme/{id}/version',
  policy: { anyOf: ['iot:theme:query'] },
  summary: { 'zh-CN': '主题发布版本的内容', 'en-US': 'Record of a published version' },
  params,
  query: z.object({ number: versionNumber }),
  data: z.unknown(),
});

/** Applications whose pages asked for the theme in the last 30 days, some seconds old. */
export const themeUsers = defineAdminCall({
  method: 'GET',
  path: '/iot/theme/{id}/uses',
  policy: { anyOf: ['iot:theme:query'] },
  summary: { 'zh-CN': '使用主题的应用', 'en-US': 'Applications that use a theme' },
  params,
  data: z.array(
    z.object({
      applicationId: z.string(),
      name: z.string(),
      requests: z.int(),
      lastTime: wireTime,
    }),
  ),
});

/**
 * A new draft from a record of any version of the player. Refused with the path and reason of every problem;
 * `isLenient` leaves out what is unknown, and answers it in `notes`. The record's id of 32 letters and digits is kept:
 * 409 if it exists, unless `asCopy`.
 */
export const importTheme = defineAdminCall({
  method: 'POST',
  path: '/iot/theme/importRecord',
  policy: { anyOf: ['iot:theme:add'] },
  summary: { 'zh-CN': '导入主题', 'en-US': 'Import a theme' },
  body: z.strictObject({
    theme: z.json(),
    /** Instead of the record's. */
    themeName: z.string().trim().max(themeLimits.maxNameChars).optional(),
    isLenient: z.boolean().default(false),
    asCopy: z.boolean().default(false),
  }),
  data: z.object({
    themeId,
    notes: z.array(z.object({ path: z.string(), code: z.string(), messages: localText })),
  }),
});

const draftLink = z.object({
  linkId: z.int(),
  createdBy: z.string(),
  createTime: wireTime,
  expireTime: wireTime,
  /** Times that the page was opened. */
  opens: z.int(),
  lastOpenedTime: wireTime.nullable(),
});

/** A link to the draft for people without an account, valid for 24 h. `draftCode`, of `/t/<code>`, is returned once. */
export const makeDraftLink = defineAdminCall({
  method: 'POST',
  path: '/iot/theme/{id}/links',
  policy: { anyOf: ['iot:theme:share'] },
  summary: { 'zh-CN': '分享草稿', 'en-US': 'Share a draft' },
  params,
  data: draftLink.extend({ draftCode: z.string() }),
});

/** Those that have not ended, the newest first. */
export const draftLinkList = defineAdminCall({
  method: 'GET',
  path: '/iot/theme/{id}/links',
  policy: { anyOf: ['iot:theme:share'] },
  summary: { 'zh-CN': '主题的草稿链接', 'en-US': 'Links to the draft of a theme' },
  params,
  data: z.array(draftLink),
});

export const endDraftLink = defineAdminCall({
  method: 'DELETE',
  path: '/iot/theme/{id}/links/{linkId}',
  policy: { anyOf: ['iot:theme:share'] },
  summary: { 'zh-CN': '结束草稿链接', 'en-US': 'End a link to a draft' },
  params: z.object({ id: themeId, linkId: idInPath }),
});

/**
 * The draft that a link shows, as it is saved now. Links that are unknown, expired or ended have one answer. Pages repeat
 * it every few seconds with the version that they have.
 */
export const openDraft = defineAdminCall({
  method: 'POST',
  path: '/themeDraft/open',
  policy: 'public',
  summary: { 'zh-CN': '打开主题草稿链接', 'en-US': 'Open a link to a draft theme' },
  body: z.strictObject({
    /** Of the address `/t/<code>`. Any text: what is no code has the same answer as an unknown one. */
    code: z.string().max(64),
    /** The version that the page has. Absent: the page was opened, which is counted. */
    known: z.int().optional(),
  }),
  data: z.object({
    themeName: z.string(),
    version: z.int(),
    /** The record; null if `known` is this version. */
    theme: z.unknown(),
    /** Ms until the link expires. */
    expireInMs: z.number(),
    player: z.object({
      /** For the player's `app`. */
      appKey: z.string(),
      /** The demo camera of the installation. Null: there is none, and the player shows its buttons only. */
      camera: z
        .object({
          accessToken: z.string(),
          /** `SERIAL/CHANNEL` */
          path: z.string(),
        })
        .nullable(),
    }),
  }),
  rejectsDuplicates: false,
});
