import { z } from 'zod';
import { defineCall } from './call.ts';
import { accessToken, channelNo, deviceSerial, epochMs } from './fields.ts';

/** Other cameras of a broadcast: `SERIAL:CHANNEL`, separated by commas. */
const otherCameras = z
  .string()
  .max(4_096)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(
    z
      .array(
        z
          .string()
          .regex(/^[A-Za-z0-9_-]{1,64}:[1-9][0-9]{0,2}$/)
          .transform((text) => {
            const [serial = '', number = ''] = text.split(':');
            return { deviceSerial: serial, channelNo: Number(number) };
          }),
      )
      .max(63),
  );

/**
 * What a talk needs. `stream` is a ticket, valid once and for a minute: it is the `token` of the gateway's `create`. -1000:
 * the camera does not support talk. 400904: somebody talks to it already. With `cameras` the ticket is for a broadcast to
 * all of them; those that cannot be talked to are reported by the gateway.
 */
export const talkUrl = defineCall({
  path: '/api/lapp/live/talk/url',
  policy: { caller: 'token', camera: 'channel', capability: 'talk' },
  form: z.object({ accessToken, deviceSerial, channelNo, cameras: otherCameras.optional() }),
  data: z.object({
    /** WebSocket address of the gateway. */
    rtcUrl: z.string(),
    /** Base of the talk link. */
    ttsUrl: z.string(),
    stream: z.string(),
    /** Changes the form of the talk link. */
    talkType: z.enum(['gb28181']).optional(),
    /** `half`: hold a key to speak; the camera is silent meanwhile. */
    duplex: z.enum(['full', 'half']),
    /** For `RTCPeerConnection`; empty: host candidates suffice. */
    iceServers: z.array(
      z.object({
        urls: z.array(z.string()),
        username: z.string().optional(),
        credential: z.string().optional(),
      }),
    ),
    /** Use relays only. */
    isRelayOnly: z.boolean(),
    /** Until then, the talk must begin. Epoch ms. */
    expireTime: epochMs,
  }),
  errors: ['10001', '10002', '10031', '20002', '20032', '20007', '400904', '-1000'],
});
