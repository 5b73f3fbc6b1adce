import { z } from 'zod';
import { defineCall } from './call.ts';
import { accessToken, epochMs } from './fields.ts';

/**
 * An HLS playlist of recordings for players that cannot send a ticket, such as Safari, VLC and ffmpeg. Its `url` contains
 * a signature, which permits exactly this range: it is a secret. Playback must begin within a minute, and may then last as
 * long as the range and an hour. Not available for encrypted devices, and for cameras that keep their recordings
 * themselves.
 */
export const playlistUrl = defineCall({
  path: '/api/lapp/live/url/hls',
  policy: { caller: 'token', camera: 'ezopen', capability: 'byStore' },
  form: z.object({ ezopen: z.string().min(1).max(1024), accessToken }),
  data: z.object({
    url: z.url(),
    /** Until then, playback must begin. Epoch ms. */
    expireTime: epochMs,
    /** What is played, in epoch ms; `end` is exclusive. */
    range: z.object({ begin: epochMs, end: epochMs }),
    /** IANA name, or offset (`+05:30`), of the zone of the address's civil times. */
    timeZone: z.string(),
  }),
  errors: [...['10001', '10002', '10029', '10031', '20002', '20015', '20032', '120301', '400035', '400036']],
});
