import { type Zone, zoneOf } from '../../lib/kernel/zone-time.ts';
import type { PlayerState } from '../state/player-state.ts';

/** Of the civil times of the camera. Until an address of it was resolved, the zone of the viewer is the best guess. */
export function cameraZone({ recorded }: PlayerState): Zone {
  return zoneOf(recorded.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
}
