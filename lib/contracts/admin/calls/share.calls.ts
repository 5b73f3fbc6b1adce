/** Calls of the page of a shared recording, which needs no session: the token of the link is the permission. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

/** From the fragment of the link, which browsers do not send. */
const shareToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** Counts the opening, and answers what the player needs. Repeated when its token expires. */
export const shareOpen = defineAdminCall({
  method: 'POST',
  path: '/share/open',
  policy: 'public',
  summary: { 'zh-CN': '打开录像分享', 'en-US': 'Open a shared recording' },
  body: z.strictObject({ shareToken }),
  data: z.object({
    /** For the player's `accessToken`: permits this range only, and ends with the share. */
    accessToken: z.string(),
    /** For the player's `app`. */
    appKey: z.string(),
    /** For the player's `url`, without the host: `SERIAL/CHANNEL.cloud.rec?begin=…&end=…`. */
    path: z.string(),
    name: z.string(),
    /** The range in the zone of the organisation, `yyyy-MM-dd HH:mm:ss`; `end` exclusive. */
    begin: z.string(),
    end: z.string(),
    /** Ms until the link expires. */
    expireInMs: z.number(),
  }),
  rejectsDuplicates: false,
});

/** Asked every few seconds while the recording plays: what is in the player must not outlive the link. */
export const shareState = defineAdminCall({
  method: 'POST',
  path: '/share/state',
  policy: 'public',
  summary: { 'zh-CN': '录像分享是否有效', 'en-US': 'Whether a shared recording is available' },
  body: z.strictObject({ shareToken }),
  data: z.object({ isOpen: z.boolean() }),
  rejectsDuplicates: false,
});
