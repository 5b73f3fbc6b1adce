/** What a token allows. `live` and `ptz` are implemented; the others can be granted in advance. */
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
