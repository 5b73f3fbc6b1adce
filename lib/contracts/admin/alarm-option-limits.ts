/** Limits and defaults of `AlarmOptions`. Without zod, so that the console does not load it. */
import type { AlarmOptions } from './alarm-options.ts';

export const minSensitivity = 1;
export const maxSensitivity = 5;
/** A day. */
export const maxNoticeMinutes = 1_440;

export const noAlarms: AlarmOptions = { onvif: false, motion: false, sensitivity: 3, noticeMinutes: 0 };
