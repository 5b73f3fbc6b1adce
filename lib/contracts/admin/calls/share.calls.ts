/** Calls of the page of a share link, which needs no session: the code of the link is the permission. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { wireBrand } from './wire.ts';

/**
 * Counts the opening, and answers what the player needs. Repeated when its token expires. A link that is unknown, expired,
 * deleted or used up, and a wrong PIN, have one answer; a missing one is an error of `pin`.
 */
export const shareOpen = defineAdminCall({
  method: 'POST',
  path: '/share/open',
  policy: 'public',
  summary: { 'zh-CN': '打开分享链接', 'en-US': 'Open a share link' },
  body: z.union([
    z.strictObject({
      /** Of the address `/s/<code>`. Any text: what is no code has the same answer as an unknown one. */
      code: z.string().max(64),
      pin: z.string().max(64).optional(),
      /** The page may be inside of a page of another site, which the link must permit. */
      embedded: z.literal(true).optional(),
    }),
    // From the fragment of an older link, `/share#<token>`, which browsers do not send.
    z.strictObject({ shareToken: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  ]),
  data: z.object({
    /** For the player's `accessToken`: permits what the link shows only, and ends with it. */
    accessToken: z.string(),
    /** For the player's `app`. */
    appKey: z.string(),
    /** For the player's `url`, without the host: `SERIAL/CHANNEL.live`, `SERIAL/CHANNEL.cloud.rec?begin=…&end=…`. */
    path: z.string(),
    name: z.string(),
    /** The range in the zone of the organisation, `yyyy-MM-dd HH:mm:ss`; `end` exclusive. Null for live video. */
    begin: z.string().nullable(),
    end: z.string().nullable(),
    /** Ms until the link expires. */
    expireInMs: z.number(),
    /** The mark of the link, if it is to be shown over the video. */
    watermark: z.string().nullable(),
    brand: wireBrand,
  }),
  rejectsDuplicates: false,
});

/** Asked every few seconds while the video plays: what is in the player must not outlive the link. */
export const shareState = defineAdminCall({
  method: 'POST',
  path: '/share/state',
  policy: 'public',
  summary: { 'zh-CN': '分享的视频是否仍可观看', 'en-US': 'Whether shared video is still available' },
  body: z.strictObject({
    /** Of `share/open`. */
    accessToken: z.string().max(128),
  }),
  data: z.object({ isOpen: z.boolean() }),
  rejectsDuplicates: false,
});
