/** Every engine of live streams, in order of preference. The table of engines has a row for each. */
export const engineKinds = [
  // Shows the first frame about 200 ms earlier than Media Source.
  'webcodecs',
  'flv',
] as const;

/** Every engine of recordings, in order of preference. */
export const recordedEngineKinds = [
  // Shows exactly the frame of a time, single frames, and high speeds by key frames.
  'recorded',
  'hls',
] as const;

/** Engines of plain addresses: streams of other servers. */
export type PlainEngineKind = 'mpegts' | 'hlsNative' | 'hlsLibrary';

export type EngineKind = (typeof engineKinds)[number];
export type RecordedEngineKind = (typeof recordedEngineKinds)[number];

/**
 * Live streams, recordings and plain addresses have engines of their own. A replay of a camera's storage uses the live
 * ones.
 */
export type AddressKind = 'live' | 'recorded' | 'replay' | 'plain';
