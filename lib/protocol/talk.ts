import * as z from 'zod/mini';
import { integer, list, name, openWord, sentence } from './fields.ts';
import { limits } from './limits.ts';

/** A camera of a talk. `code` says why it failed. */
export const talkCamera = z.object({
  deviceSerial: name,
  channelNo: integer,
  state: openWord<'waiting' | 'receiving' | 'failed'>(),
  code: z.optional(name),
  message: z.optional(sentence),
});

/** Labels are empty without the permission. */
export const audioDevices = z.object({
  permission: openWord<'granted' | 'denied' | 'prompt'>(),
  devices: list(
    z.object({ id: sentence, label: sentence, kind: openWord<'audioinput' | 'audiooutput'>() }),
    limits.audioDevices,
  ),
});

export const voiceList = z.object({
  voices: list(
    z.object({
      name: sentence,
      fileUrl: sentence,
      /** Seconds. */
      duration: integer,
    }),
    limits.voices,
  ),
  total: integer,
});
