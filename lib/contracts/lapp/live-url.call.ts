import { z } from 'zod';
import { defineCall } from './call.ts';
import { accessToken, epochMs } from './fields.ts';

/**
 * Where recordings of one type are: on this `server`, in the `camera`, which plays them while it is reachable, or `none`:
 * nothing is recorded and no plan is enabled, or the camera keeps none that can be read. `denied`: the token lacks the
 * capability.
 */
const storeState = z.enum(['server', 'camera', 'none', 'denied']);
export type StoreState = z.infer<typeof storeState>;

/**
 * Where to load a live stream, or recordings. Recorded addresses require `playback.cloud` (`cloud.rec`) or
 * `playback.local` (`rec`). `url` is absolute and contains no secret; `token` is for live video a media ticket that
 * starts one stream within a minute, sent as `Authorization: Bearer` or as the first WebSocket message. Sent as a later
 * message, it extends a running stream beyond the access token it was started with. For recordings it is a playback
 * ticket, sent as `Authorization: Bearer` with each request for a day at most.
 */
export const liveUrl = defineCall({
  path: '/api/lapp/live/url/ezopen',
  policy: { caller: 'token', camera: 'ezopen', capability: 'byStore' },
  form: z.object({
    ezopen: z.string().min(1).max(1024),
    accessToken,
    isFlv: z.string().optional(),
    isHttp: z.string().optional(),
    userAgent: z.string().max(1024).optional(),
  }),
  data: z.object({
    url: z.url(),
    token: z.string(),
    /** As in the call `device/info`, which needs no other permission. */
    deviceName: z.string(),
    /** When the access token expires, and with it the stream. Epoch ms. */
    expireTime: z.number().int(),
    /** The same as ms from this response, for clients whose clock is wrong. */
    expireInMs: z.number().int().nonnegative(),
    /**
     * Of an encrypted device: how the key of its media is derived from the verification code, by PBKDF2-HMAC-SHA-256.
     * `keyId`: second half of the 32 bytes, in hex, which tells whether the code was right. `salt`: base64. Recordings
     * with a code in the address also have it if the device is not encrypted now, without `keyId`, which is in the files.
     */
    encryption: z
      .object({ keyId: z.string().optional(), salt: z.string(), iterations: z.number().int() })
      .optional(),
    /** Of a recorded address: what may be played, in epoch ms; `end` is exclusive. */
    range: z.object({ begin: epochMs, end: epochMs }).optional(),
    /** Of a recorded address: the token also permits live video. Other backends may omit it. */
    hasLive: z.boolean().optional(),
    /** IANA name, or offset (`+05:30`), of the zone of the camera's civil times, in recorded addresses. Other backends may omit it. */
    timeZone: z.string().optional(),
    /** Of this camera and token. Other backends may omit it. */
    recordings: z.object({ cloud: storeState, device: storeState }).optional(),
  }),
  errors: [
    ...['10001', '10002', '10029', '10031', '20002', '20007', '20015', '20032'],
    ...['120301', '400035', '400036'],
  ],
});
