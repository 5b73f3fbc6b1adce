/** What a token may be used for. `live` and `ptz` are served today; the others are granted ahead. */
export const capabilities = [
  'live',
  'playback.cloud',
  'playback.local',
  'ptz',
  'talk',
  'voice',
  'snapshot',
  'record',
  'zoom',
] as const;
export type Capability = (typeof capabilities)[number];
