/**
 * Every engine, in order of preference; the table of engines has a row for each. The order follows the time to the
 * first frame: WebCodecs shows it about 200 ms earlier than Media Source.
 */
export const engineKinds = ['webcodecs', 'flv'] as const;

export type EngineKind = (typeof engineKinds)[number];
