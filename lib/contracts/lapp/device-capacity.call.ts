import { z } from 'zod';
import { defineCall } from './call.ts';
import { accessToken, deviceSerial } from './fields.ts';

/** `support_talk` 1 or 3 means that talk works; other keys are `support_<what>` with '0' or '1'. */
export const deviceCapacity = defineCall({
  path: '/api/lapp/device/capacity',
  policy: { caller: 'token', camera: 'deviceSerial', capability: null },
  form: z.object({ accessToken, deviceSerial }),
  data: z.record(z.string(), z.string()),
  errors: ['10001', '10002', '10031', '20002'],
});
