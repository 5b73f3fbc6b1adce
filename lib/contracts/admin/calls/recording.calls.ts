/** Calls of the page of recordings. Cameras are those within the caller's data scope. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

const hexId = z.string().regex(/^[0-9a-f]{32}$/);
const store = z.enum(['cloud', 'device']);
const listPolicy = { anyOf: ['iot:recording:list'] } as const;

/** Storage used by camera and store, most first, and when it will be full. */
export const recordingUsage = defineAdminCall({
  method: 'GET',
  path: '/iot/recording/usage',
  policy: { anyOf: ['iot:recording:list'] },
  summary: { 'zh-CN': '录像存储用量', 'en-US': 'Storage used by recordings' },
  data: z.object({
    /** Days until the disk is full at the rate of the last 24 h. Null: it will not fill up. */
    fullInDays: z.number().nullable(),
    recordings: z.array(
      z.object({
        /** Of the channel. */
        id: z.string(),
        name: z.string(),
        serial: z.string(),
        channelNo: z.number(),
        store,
        bytes: z.number(),
        /** Recorded in the last 24 h, or what that will be for a camera that records for a shorter time. */
        bytesPerDay: z.number(),
        /** Of the oldest and the newest recording, in the organisation's zone. Null: nothing is recorded yet. */
        firstTime: z.string().nullable(),
        lastTime: z.string().nullable(),
        /** Null: no plan. */
        keepDays: z.number().nullable(),
        /** Null: no limit of its own. */
        maxBytes: z.number().nullable(),
        /** Days until `maxBytes` is reached, from when on the oldest recordings are deleted before `keepDays`. */
        limitInDays: z.number().nullable(),
      }),
    ),
  }),
});

/** Days of a month with recordings. */
export const recordingDays = defineAdminCall({
  method: 'GET',
  path: '/iot/recording/{id}/days',
  policy: listPolicy,
  summary: { 'zh-CN': '有录像的日期', 'en-US': 'Days with recordings' },
  params: z.object({ id: hexId }),
  query: z.object({ store, month: z.string().regex(/^[12]\d{3}(?:0[1-9]|1[0-2])$/) }),
  /** `yyyy-MM-dd` */
  data: z.object({ days: z.array(z.string()) }),
});

/** What was recorded on a day, and why the rest was not. */
export const recordingDay = defineAdminCall({
  method: 'GET',
  path: '/iot/recording/{id}/day',
  policy: listPolicy,
  summary: { 'zh-CN': '一天的录像', 'en-US': 'Recordings of a day' },
  params: z.object({ id: hexId }),
  query: z.object({ store, day: z.iso.date() }),
  data: z.object({
    /** Length of the day in ms: 23 or 25 h when daylight saving time changes. */
    dayMs: z.number(),
    stretches: z.array(
      z.object({
        /** Ms since the day began; `endMs` is exclusive. */
        beginMs: z.number(),
        endMs: z.number(),
        beginTime: z.string(),
        endTime: z.string(),
        /** `schedule`, `alarm`: recorded. `plan`: the plan does not record then. `missing`: it should have. */
        kind: z.enum(['schedule', 'alarm', 'plan', 'missing']),
        /** Why it was not recorded, as far as the server knows: failures of camera or disk, a stop, a plan that was off. */
        reasons: z.array(z.string()),
      }),
    ),
  }),
});

/** Repeated before `expireTime` while recordings are played. */
export const recordingPlay = defineAdminCall({
  method: 'POST',
  path: '/iot/recording/play',
  policy: { anyOf: ['iot:recording:play'] },
  summary: { 'zh-CN': '播放录像', 'en-US': 'Play recordings' },
  body: z.strictObject({ id: hexId }),
  data: z.object({
    /** For the player's `accessToken`. Short-lived; also ends with the session. */
    accessToken: z.string(),
    /** For the player's `app`. */
    appKey: z.string(),
    /** Epoch ms, for the player. */
    expireTime: z.number(),
    /** For the player's `url`, without the host and the mode: `SERIAL/CHANNEL`. */
    path: z.string(),
  }),
  rejectsDuplicates: false,
});
