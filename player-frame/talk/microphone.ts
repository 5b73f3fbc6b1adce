import { err, ok, type Result } from '../../lib/kernel/result.ts';

/** Why there is no microphone; codes of the error catalogue. */
export type MicrophoneProblem =
  /** The browser has no audio capture. */
  | 'talk.noAudio'
  /** Browsers offer audio capture on secure pages only. */
  | 'talk.insecure'
  /** The page that embeds the player does not delegate the microphone to it. */
  | 'talk.microphoneForbidden'
  /** The viewer refused, now or earlier. */
  | 'talk.microphoneDenied'
  /** The viewer closed the question of the browser. */
  | 'talk.microphoneDismissed'
  /** The operating system refuses. */
  | 'talk.microphoneBlocked'
  | 'talk.microphoneMissing'
  /** It was there and is gone. */
  | 'talk.microphoneUnplugged'
  /** Another program uses it exclusively. */
  | 'talk.microphoneBusy'
  | 'talk.microphoneFailed';

/**
 * Opens the microphone, which asks the viewer for the permission if it is needed. The stream has one audio track; stop its
 * tracks to release the microphone. Echo cancellation, noise suppression and automatic gain are those of the browser.
 * `deviceId`: an id of `enumerateDevices`; absent, empty, or that of a device that is gone: the default microphone.
 */
export async function openMicrophone(deviceId?: string): Promise<Result<MediaStream, MicrophoneProblem>> {
  // Missing in old browsers and on insecure pages, unlike the types say.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (typeof devices?.getUserMedia !== 'function') {
    return err(globalThis.isSecureContext === false ? 'talk.insecure' : 'talk.noAudio');
  }
  const audio: MediaTrackConstraints = {
    channelCount: 1,
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    ...(deviceId ? { deviceId: { exact: deviceId } } : {}),
  };
  try {
    return ok(await devices.getUserMedia({ audio }));
  } catch (error) {
    const [name, message] = textOf(error);
    const isGone = Boolean(deviceId) && (name === 'NotFoundError' || name === 'OverconstrainedError');
    return isGone ? openMicrophone() : err(await problemOf(name, message));
  }
}

/** Why the track of a microphone has ended by itself. */
export async function whyMicrophoneEnded(): Promise<MicrophoneProblem> {
  return (await microphonePermission()) === 'denied' ? 'talk.microphoneDenied' : 'talk.microphoneUnplugged';
}

/** `prompt` where the browser does not tell. */
export async function microphonePermission(): Promise<PermissionState> {
  if (!isDelegated()) return 'denied';
  try {
    return (await navigator.permissions.query({ name: 'microphone' as PermissionName })).state;
  } catch {
    return 'prompt';
  }
}

const textOf = (error: unknown): readonly [name: string, message: string] =>
  error instanceof Error || error instanceof DOMException ? [error.name, error.message] : ['', ''];

async function problemOf(name: string, message: string): Promise<MicrophoneProblem> {
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      if (!isDelegated()) return 'talk.microphoneForbidden';
      if (/system/i.test(message)) return 'talk.microphoneBlocked';
      // Chromium says so, and asks again the next time.
      return /dismissed/i.test(message) && (await microphonePermission()) !== 'denied'
        ? 'talk.microphoneDismissed'
        : 'talk.microphoneDenied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'talk.microphoneMissing';
    case 'NotReadableError':
    case 'AbortError':
      return 'talk.microphoneBusy';
    default:
      return 'talk.microphoneFailed';
  }
}

/** Only Chromium distinguishes them; others report the same error for both. */
function isDelegated(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
  return featurePolicy?.allowsFeature('microphone') ?? true;
}
