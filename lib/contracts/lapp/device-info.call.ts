import { z } from 'zod';
import { defineCall } from './call.ts';
import { accessToken, deviceSerial } from './fields.ts';

export const deviceInfo = defineCall({
  path: '/api/lapp/device/info',
  policy: { caller: 'token', camera: 'deviceSerial', capability: null },
  form: z.object({ accessToken, deviceSerial }),
  data: z.object({
    deviceSerial: z.string(),
    deviceName: z.string(),
    /** 1 online, 0 offline. */
    status: z.union([z.literal(0), z.literal(1)]),
    /** 1: the video is encrypted and requires the verification code. */
    isEncrypt: z.union([z.literal(0), z.literal(1)]),
  }),
  errors: ['10001', '10002', '10031', '20002'],
});
