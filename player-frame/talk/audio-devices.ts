import type { AudioDevices } from '../state/talk-state.ts';
import { microphonePermission } from './microphone.ts';

const maxDevices = 64;
/** The default devices are offered by the player itself. */
const roles = new Set(['', 'default', 'communications']);

/** Microphones and loudspeakers. Without the permission browsers name at most one of each, without id and label. */
export async function listAudioDevices(): Promise<AudioDevices> {
  // Missing on insecure pages, unlike the type says.
  const mediaDevices: MediaDevices | undefined = navigator.mediaDevices;
  const found = (await mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  const devices = found.flatMap(({ deviceId: id, label, kind }) =>
    kind === 'videoinput' || roles.has(id) ? [] : [{ id, label, kind }],
  );
  return { permission: await microphonePermission(), devices: devices.slice(0, maxDevices) };
}
