import type { TrackSet } from '../ports.ts';

/**
 * What a player has to be set up anew for: which tracks, in which codecs, with which sound. Another picture
 * size or encoder setting is not in it, since new sequence headers are enough for those.
 */
export function isSameTrackSet(one: TrackSet, other: TrackSet): boolean {
  return (
    one.video?.codec === other.video?.codec &&
    one.audio?.codec === other.audio?.codec &&
    one.audio?.sampleRate === other.audio?.sampleRate &&
    one.audio?.channels === other.audio?.channels
  );
}

/** Nothing at all has changed, so nothing need be said. */
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
