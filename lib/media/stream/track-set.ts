import type { MediaKey, TrackSet } from '../ports.ts';

/**
 * False if players must be set up again: other tracks, codecs, audio format or key. A new frame size or encoder
 * setting needs only new sequence headers.
 */
export function isSameTrackSet(one: TrackSet, other: TrackSet): boolean {
  return (
    one.video?.codec === other.video?.codec &&
    one.audio?.codec === other.audio?.codec &&
    one.audio?.sampleRate === other.audio?.sampleRate &&
    one.audio?.channels === other.audio?.channels &&
    isSameKey(one.encryption, other.encryption)
  );
}

export function isSameKey(one: MediaKey | null | undefined, other: MediaKey | null | undefined): boolean {
  return one?.keyId === other?.keyId;
}

/** True if nothing has changed. */
export function isSameConfiguration(one: TrackSet, other: TrackSet): boolean {
  return (
    isSameTrackSet(one, other) &&
    one.video?.width === other.video?.width &&
    one.video?.height === other.video?.height &&
    isSameBytes(one.video?.config, other.video?.config) &&
    isSameBytes(audioConfig(one), audioConfig(other))
  );
}

function audioConfig({ audio }: TrackSet): Uint8Array | undefined {
  return audio?.codec === 'aac' ? audio.config : undefined;
}

function isSameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (!one || !other) return one === other;
  return Buffer.compare(one, other) === 0;
}
