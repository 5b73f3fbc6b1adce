import { z } from 'zod';
import { defineCall } from './call.ts';
import { channelNo, deviceSerial, displayName } from './fields.ts';

/** Epoch ms, or ISO 8601 with its offset from UTC. */
const moment = z
  .string()
  .max(40)
  .regex(/^(?:\d{10,15}|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))$/)
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : Date.parse(text)))
  .pipe(z.number().int().positive());

/**
 * For outside systems: detectors, access control, video analysis. The token is one for alarms: in the header
 * `Authorization: Bearer …`, or in the field `alarmToken`.
 */
export const alarmReport = defineCall({
  path: '/api/lapp/alarm/report',
  policy: { caller: 'alarmToken' },
  acceptsJson: true,
  form: z.object({
    alarmToken: z.string().max(512).optional(),
    deviceSerial,
    channelNo: channelNo.default(1),
    /** A kind of alarm, or any other name, which is shown as it is. */
    alarmType: displayName,
    /** Default: now. At most a day ago. */
    time: moment.optional(),
    /** Absent: the alarm has no duration. */
    endTime: moment.optional(),
    /** Identifies the alarm in the system that reports it: a repeated report has no effect. */
    externalId: z
      .string()
      .min(1)
      .max(128)
      .regex(/^[\x21-\x7e]+$/)
      .optional(),
  }),
  data: z.object({
    alarmId: z.string(),
    /** False: it was known, or prolonged an alarm that is still running. */
    isNew: z.boolean(),
  }),
  errors: ['10001', '10002', '10029', '10031', '20002', '20032'],
});
