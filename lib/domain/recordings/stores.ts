import type { RecType } from '../../contracts/lapp/capabilities.ts';
import type { EzopenMode } from '../../ezopen/address.ts';
import type { RecordStore } from '../../media/ports.ts';

/** The store that an address of this mode is played from. */
export const storeOfMode = {
  'cloud.rec': 'cloud',
  rec: 'device',
} as const satisfies Record<Exclude<EzopenMode, 'live'>, RecordStore>;

export const storeOfRecType = { '1': 'cloud', '2': 'device' } as const satisfies Record<RecType, RecordStore>;

/** The capability that playing from a store requires. */
export const playbackCapability = { cloud: 'playback.cloud', device: 'playback.local' } as const;
