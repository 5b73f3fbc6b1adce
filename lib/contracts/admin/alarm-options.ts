/**
 * Which sources of alarms of a channel are on, and how often people are notified. Alarms that are reported over HTTP need
 * no source.
 */
import { z } from 'zod';
import { maxNoticeMinutes, maxSensitivity, minSensitivity } from './alarm-option-limits.ts';

export const alarmOptions = z.strictObject({
  /** Events of the camera, over its ONVIF address. */
  onvif: z.boolean(),
  /** Motion, found in the encoded stream by the server. */
  motion: z.boolean(),
  /** Of motion: 1 finds large movements only, 5 small ones too. */
  sensitivity: z.number().int().min(minSensitivity).max(maxSensitivity),
  /** After a notice of an alarm of this channel, people are notified of no other one for as long. 0: of each alarm. */
  noticeMinutes: z.number().int().min(0).max(maxNoticeMinutes).default(0),
});
export type AlarmOptions = z.output<typeof alarmOptions>;
