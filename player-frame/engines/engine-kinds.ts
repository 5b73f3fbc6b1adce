/** Every engine, in order of preference. The table of engines has a row for each. */
export const engineKinds = [
  // Shows the first frame about 200 ms earlier than Media Source.
  'webcodecs',
  'flv',
] as const;

export type EngineKind = (typeof engineKinds)[number];
