import { z } from 'zod';
import { timeZonePattern } from '../../ezopen/address.ts';
import { defineCall } from './call.ts';
import { accessToken, channelNo, deviceSerial, epochMs, epochMsText, recType } from './fields.ts';

const policy = { caller: 'token', camera: 'channel', capability: 'byStore' } as const;

/** A recorded stretch without a gap above 1 s. */
export const recordedFile = z.object({
  /** The same for all files of a channel in a store, so adjacent ones can be played as one. */
  downloadPath: z.string(),
  /** The device serial. */
  ownerId: z.string(),
  iStorageVersion: z.number().int(),
  /** 1 by schedule, 2 because of an alarm. */
  videoType: z.union([z.literal(1), z.literal(2)]),
  /** Epoch ms; `endTime` is exclusive. */
  startTime: epochMs,
  endTime: epochMs,
  recType: z.union([z.literal(1), z.literal(2)]),
});
export type RecordedFile = z.output<typeof recordedFile>;

/** The longest range without `version`, whose answer has no pages. */
export const maxPlainRangeMs = 31 * 24 * 60 * 60_000;

/**
 * What was recorded in [startTime, endTime). With `version` 2.0 in pages: while `isAll` is false, repeat the call with
 * `startTime` set to `nextFileTime`. Otherwise all at once, for 31 days at most.
 */
export const videoByTime = defineCall({
  path: '/api/lapp/video/by/time',
  policy,
  form: z
    .object({
      accessToken,
      deviceSerial,
      channelNo,
      recType,
      startTime: epochMsText,
      endTime: epochMsText,
      version: z.string().max(8).optional(),
    })
    .refine(({ startTime, endTime }) => startTime < endTime, { path: ['endTime'] })
    .refine(
      ({ version, startTime, endTime }) => version === '2.0' || endTime - startTime <= maxPlainRangeMs,
      {
        path: ['version'],
      },
    ),
  data: z.union([
    z.array(recordedFile).readonly(),
    z.object({
      files: z.array(recordedFile).readonly(),
      isAll: z.boolean(),
      nextFileTime: epochMs.nullable(),
    }),
  ]),
  errors: ['10001', '10002', '10031', '20002', '20007', '20015', '20032', '1052674'],
});

/** The days of a month on which something was recorded, for a calendar. */
export const videoDays = defineCall({
  path: '/api/lapp/video/days',
  policy,
  form: z.object({
    accessToken,
    deviceSerial,
    channelNo,
    recType,
    /** `yyyyMM` */
    month: z.string().regex(/^[12][0-9]{3}(?:0[1-9]|1[0-2])$/),
    /** As in addresses: hours from UTC, an offset, or the name of a zone. Absent: the zone of the organisation. */
    timeZone: z.string().regex(timeZonePattern).optional(),
  }),
  data: z.object({
    /** `yyyyMMdd`, in order. */
    days: z.array(z.string()).readonly(),
    /** IANA name of the zone of the days, or its offset, `+05:30`. */
    timeZone: z.string(),
  }),
  errors: ['10001', '10002', '10031', '20002', '20007', '20015', '20032', '1052674'],
});

/** The recording of an alarm in our own storage. 120301: no such alarm of this channel. 395402: it was not recorded. */
export const videoById = defineCall({
  path: '/api/lapp/video/by/id',
  policy: { caller: 'token', camera: 'channel', capability: 'playback.cloud' },
  form: z.object({ accessToken, deviceSerial, channelNo, alarmId: z.string().min(1).max(64) }),
  data: recordedFile,
  errors: ['10001', '10002', '10031', '20002', '20032', '120301', '395402'],
});
