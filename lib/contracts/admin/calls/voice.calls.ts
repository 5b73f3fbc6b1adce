/** Calls of the page of voice messages besides those of its resource. */
import { z } from 'zod';
import { displayName } from '../../lapp/fields.ts';
import { defineAdminCall } from '../call.ts';

const hexId = z.string().regex(/^[0-9a-f]{32}$/);

/** The recording is a WAV file; from 1 to 60 s. */
export const voiceAdd = defineAdminCall({
  method: 'POST',
  path: '/iot/voice/upload',
  policy: { anyOf: ['iot:voice:add'] },
  summary: { 'zh-CN': '新增语音消息', 'en-US': 'Add a voice message' },
  takes: 'multipart',
  file: 'audio',
  body: z.object({ name: displayName }),
  data: z.object({ id: hexId }),
});

export const voiceAudio = defineAdminCall({
  method: 'GET',
  path: '/iot/voice/{id}/audio',
  policy: { anyOf: ['iot:voice:query'] },
  summary: { 'zh-CN': '试听语音消息', 'en-US': 'Listen to a voice message' },
  params: z.object({ id: hexId }),
  /** A WAV file, base64. */
  data: z.object({ content: z.string() }),
});

/** Answered when the camera has played it. One camera per call; a failure of the camera is part of the answer. */
export const voiceSendTo = defineAdminCall({
  method: 'POST',
  path: '/iot/voice/send',
  policy: { anyOf: ['iot:voice:send'] },
  summary: { 'zh-CN': '播放语音消息', 'en-US': 'Play a voice message' },
  body: z.strictObject({ id: hexId, cameraId: hexId }),
  data: z.object({
    ok: z.boolean(),
    /** As of the open-platform API: 400904, -1000, 20007, voice.failed. */
    code: z.string().nullable(),
    /** In the caller's language. */
    message: z.string().nullable(),
  }),
  rejectsDuplicates: false,
});
