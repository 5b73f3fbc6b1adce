/** The call of the video wall. Cameras are those within the caller's data scope. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { maxBroadcastCameras, maxSavedCameras, maxWallCameras } from '../wall-layout.ts';

const hexId = z.string().regex(/^[0-9a-f]{32}$/);

/**
 * One token for all cameras of a wall. Repeated before `expireTime` while the wall is open, and when its cameras change.
 * Cameras that the user may not see, or that are disabled, are left out.
 */
const access = z.object({
  /** For the players' `accessToken`. Short-lived; also ends with the session. */
  accessToken: z.string(),
  /** For the players' `app`. */
  appKey: z.string(),
  /** Epoch ms, for the players. */
  expireTime: z.number(),
  /** Whether the user may see recordings. */
  hasRecordings: z.boolean(),
  /** What the token permits, in the requested order. */
  cameras: z.array(
    z.object({
      id: hexId,
      name: z.string(),
      /** For a player's `url`, without the host and the mode: `SERIAL/CHANNEL`. */
      path: z.string(),
    }),
  ),
});

export const wallPlay = defineAdminCall({
  method: 'POST',
  path: '/iot/wall/play',
  policy: { anyOf: ['iot:camera:play'] },
  summary: { 'zh-CN': '播放视频墙', 'en-US': 'Play a video wall' },
  more: { 'iot:recording:play': { 'zh-CN': '播放录像', 'en-US': 'Play recordings' } },
  body: z.strictObject({ ids: z.array(hexId).min(1).max(maxWallCameras) }),
  data: access,
  rejectsDuplicates: false,
});

/**
 * Opens a link to a wall: `cameras` of an address, or a saved wall. Cameras that the user may not see are left out, like
 * those that do not exist; without any other, the answer is 404.
 */
export const wallOpen = defineAdminCall({
  method: 'POST',
  path: '/iot/wall/open',
  policy: { anyOf: ['iot:camera:play'] },
  summary: { 'zh-CN': '打开视频墙链接', 'en-US': 'Open a link to a wall' },
  body: z.strictObject({
    /** `SERIAL`, with all channels, or `SERIAL:CHANNEL`. */
    cameras: z
      .array(z.string().regex(/^[A-Za-z0-9_-]{1,64}(?::[1-9]\d{0,2})?$/))
      .min(1)
      .max(maxSavedCameras)
      .optional(),
    /** Id of a saved wall. */
    wall: z.number().int().positive().optional(),
  }),
  data: z.object({
    /** Null: it is no saved one. */
    name: z.string().nullable(),
    /** Channels, in order. */
    ids: z.array(hexId),
    size: z.union([z.literal(1), z.literal(4), z.literal(9)]),
    /** 0: none. */
    rotateSec: z.number(),
  }),
  rejectsDuplicates: false,
});

/** One token for a broadcast to these cameras, whose first one is played meanwhile. Otherwise as `wallPlay`. */
export const broadcastPlay = defineAdminCall({
  method: 'POST',
  path: '/iot/camera/broadcast',
  policy: { anyOf: ['iot:camera:talk'] },
  summary: { 'zh-CN': '对讲和广播', 'en-US': 'Talk and broadcast' },
  body: z.strictObject({ ids: z.array(hexId).min(1).max(maxBroadcastCameras) }),
  data: access,
  rejectsDuplicates: false,
});
