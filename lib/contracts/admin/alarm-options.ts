/** Which sources of alarms of a channel are on. Alarms that are reported over HTTP need no option. */
import { z } from 'zod';
import { maxSensitivity, minSensitivity } from './alarm-option-limits.ts';

export const alarmOptions = z.strictObject({
  /** Events of the camera, over its ONVIF address. */
  onvif: z.boolean(),
  /** Motion, found in the encoded stream by the server. */
  motion: z.boolean(),
  /** Of motion: 1 finds large movements only, 5 small ones too. */
  sensitivity: z.number().int().min(minSensitivity).max(maxSensitivity),
});
export type AlarmOptions = z.output<typeof alarmOptions>;
