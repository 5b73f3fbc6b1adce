/** Which sources of alarms of a channel are on. Alarms that are reported over HTTP need no option. */
import { z } from 'zod';

export const minSensitivity = 1;
export const maxSensitivity = 5;

export const alarmOptions = z.strictObject({
  /** Events of the camera, over its ONVIF address. */
  onvif: z.boolean(),
  /** Motion, found in the encoded stream by the server. */
  motion: z.boolean(),
  /** Of motion: 1 finds large movements only, 5 small ones too. */
  sensitivity: z.number().int().min(minSensitivity).max(maxSensitivity),
});
export type AlarmOptions = z.output<typeof alarmOptions>;

export const noAlarms: AlarmOptions = { onvif: false, motion: false, sensitivity: 3 };
