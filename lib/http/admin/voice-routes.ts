/** Calls of the page of voice messages besides those of its resource. */
import { voiceAdd, voiceAudio, voiceSendTo } from '../../contracts/admin/calls/voice.calls.ts';
import type { CameraPages } from '../../domain/console/camera-pages.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function voiceRoutes(voices: CameraPages['voices']): readonly AdminRoute[] {
  return [
    bindAdminCall(voiceAdd, ({ body, file }, call) => voices.add(call, body.name, file?.bytes ?? null)),
    bindAdminCall(voiceAudio, ({ params }, call) => voices.audio(call, params.id)),
    bindAdminCall(voiceSendTo, ({ body, locale }, call) => voices.send(call, body, locale)),
  ];
}
