import { z } from 'zod';
import { defineCall } from './call.ts';
import { accessToken, channelNo, deviceSerial } from './fields.ts';

/**
 * `support_talk` 1 or 3 means that talk works; other keys are '0' or '1'. `support_ptz`, `ptz_top_bottom` and
 * `ptz_left_right` refer to the channels that the token covers, or to the given one, and are '0' for a token without
 * `ptz`.
 */
export const deviceCapacity = defineCall({
  path: '/api/lapp/device/capacity',
  policy: { caller: 'token', camera: 'deviceSerial', capability: null },
  form: z.object({ accessToken, deviceSerial, channelNo: channelNo.optional() }),
  data: z.record(z.string(), z.string()),
  errors: ['10001', '10002', '10031', '20002'],
});
