import type { EzopenMode } from '../../ezopen/address.ts';

/** What a token allows. `talk` and `voice` can be granted in advance: nothing uses them yet. */
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

/** What playing an address of this mode requires. */
export const capabilityOfMode = {
  live: 'live',
  'cloud.rec': 'playback.cloud',
  rec: 'playback.local',
} as const satisfies Record<EzopenMode, Capability>;

/** `recType` of the calls: 1 our storage, 2 the camera's own. */
export const capabilityOfRecType = { '1': 'playback.cloud', '2': 'playback.local' } as const satisfies Record<
  string,
  Capability
>;
export type RecType = keyof typeof capabilityOfRecType;
