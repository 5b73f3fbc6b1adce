import { z } from 'zod';
import { maxSpokenLength, voicePageSize } from '../../kernel/voice.ts';
import { defineCall } from './call.ts';
import { accessToken, channelNo, deviceSerial } from './fields.ts';

const count = (max: number) =>
  z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,5})$/)
    .transform(Number)
    .pipe(z.number().max(max));

export const voiceItem = z.object({
  voiceName: z.string(),
  /** Address to listen to it, valid for some hours, and what `voice/send` takes. */
  fileUrl: z.string(),
  /** Seconds. */
  duration: z.number().int().nonnegative(),
});

/**
 * Saved voice messages of the organisation, newest first. `default` true: those of the product. `pageStart` counts from 0.
 */
export const voiceQuery = defineCall({
  path: '/api/lapp/voice/query',
  policy: { caller: 'token', camera: 'none', capability: 'voice' },
  form: z.object({
    accessToken,
    pageStart: count(999_999).default(0),
    pageSize: count(50).default(voicePageSize),
    default: z.enum(['true', 'false']).default('false'),
  }),
  data: z.object({
    data: z.array(voiceItem),
    page: z.object({ total: z.number(), page: z.number(), size: z.number() }),
    /** Whether `voice/sendonce` accepts a text. */
    ext: z.object({ canSpeak: z.boolean() }),
  }),
  isPaged: true,
  errors: ['10001', '10002', '10031'],
});

const voicePolicy = { caller: 'token', camera: 'channel', capability: 'voice' } as const;
const voiceErrors = [
  ...['10001', '10002', '10029', '10031', '20002', '20032', '20007', '400904', '-1000'],
  'voice.failed',
];

/**
 * Plays a saved voice message on the camera. Answered when the camera has accepted it. 10001 (未找到当前语音): there is no
 * such message.
 */
export const voiceSend = defineCall({
  path: '/api/lapp/voice/send',
  policy: voicePolicy,
  form: z.object({ accessToken, deviceSerial, channelNo, fileUrl: z.string().min(1).max(2_048) }),
  data: z.void(),
  errors: voiceErrors,
});

/**
 * Plays a message on the camera once, without storing it: multipart, with the recorded audio as the file `voiceFile`, or
 * with `voiceText` in its place, which the server speaks if it has an engine. Answered like `voice/send`.
 */
export const voiceSendOnce = defineCall({
  path: '/api/lapp/voice/sendonce',
  policy: voicePolicy,
  form: z.object({
    accessToken,
    deviceSerial,
    channelNo,
    voiceText: z.string().trim().min(1).max(maxSpokenLength).optional(),
  }),
  data: z.void(),
  file: 'voiceFile',
  errors: [...voiceErrors, 'voice.tooShort', 'voice.tooSmall', 'voice.tooLong'],
});
