import { z } from 'zod';
import { defineCall } from './call.ts';
import { accessToken, channelNo, deviceSerial, epochMs } from './fields.ts';

const moment = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const whole = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);

/** Alarms of one device, newest first, of the channels that the token covers. */
export const alarmDeviceList = defineCall({
  path: '/api/lapp/alarm/device/list',
  policy: { caller: 'token', camera: 'deviceSerial', capability: 'playback.cloud' },
  isPaged: true,
  form: z.object({
    accessToken,
    deviceSerial,
    channelNo: channelNo.optional(),
    /** Epoch ms; default: the last 24 hours. The end is exclusive. */
    startTime: moment.optional(),
    endTime: moment.optional(),
    /** A kind of alarm. `-1` and empty: all of them. */
    alarmType: z.string().max(64).default('-1'),
    /** 0 not acknowledged, 1 acknowledged, 2 both. */
    status: z.enum(['0', '1', '2']).default('2'),
    /** From 0. */
    pageStart: whole.default(0),
    pageSize: whole.pipe(z.number().min(1).max(500)).default(10),
  }),
  data: z.object({
    data: z.array(
      z.object({
        alarmId: z.string(),
        /** In the language of the call. */
        alarmName: z.string(),
        alarmType: z.string(),
        alarmTime: epochMs,
        /** When it was last reported. */
        endTime: epochMs,
        deviceSerial: z.string(),
        deviceName: z.string(),
        channelNo: z.number(),
        /** 1: acknowledged. */
        isChecked: z.union([z.literal(0), z.literal(1)]),
        /** 1: the video of the device is encrypted. */
        isEncrypt: z.union([z.literal(0), z.literal(1)]),
        /** Seconds of its recording before `alarmTime` and after `endTime`. */
        preTime: z.number(),
        delayTime: z.number(),
      }),
    ),
    page: z.object({ total: z.number(), page: z.number(), size: z.number() }),
  }),
  errors: ['10001', '10002', '10031', '20002'],
});
