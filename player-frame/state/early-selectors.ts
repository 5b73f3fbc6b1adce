import { parseEzopen } from '../../lib/ezopen/address.ts';
import { rungAt } from './ladder.ts';
import type { PlaybackFailure, PlayerState } from './player-state.ts';

// The selectors that the boot script needs. Each returns a primitive or an existing part of the state, because views
// compare by identity.

/** Failure to explain while there is no video. */
export function selectFailure(state: PlayerState): PlaybackFailure | null {
  const { playback } = state;
  return playback.phase === 'failed' || playback.phase === 'reconnecting' ? playback.playbackFailure : null;
}

/** Empty without an address. */
export function selectDeviceSerial(state: PlayerState): string {
  const parsed = parseEzopen(state.address);
  return parsed.ok ? parsed.value.deviceSerial : '';
}

/** True if the theme has controls. */
export function selectHasControls({ theming: { theme } }: PlayerState): boolean {
  const buttons = theme ? [...theme.header.btnList, ...theme.footer.btnList] : [];
  return buttons.some(({ isrender }) => isrender === 1);
}

/**
 * How recordings are navigated: on a timeline below the video, or on the hours of a day. Live video of these themes has
 * them too, as the way back in time.
 */
export function selectNavigation({ address, theming, display }: PlayerState): 'timeline' | 'ruler' | 'none' {
  const type = theming.theme?.themeType;
  if (!parseEzopen(address).ok || display.isRotated) return 'none';
  if (type === 'mobileRec') return 'ruler';
  return type === 'webRec' && !display.isTimeLineDisabled ? 'timeline' : 'none';
}

/** False for live streams. */
export function selectIsRecorded(state: PlayerState): boolean {
  const parsed = parseEzopen(state.address);
  return parsed.ok && parsed.value.mode !== 'live';
}

/** The lower rung in use, if any. */
export function selectFallback(state: PlayerState): 'otherEngine' | 'subStream' | 'transcoded' | null {
  const { name } = rungAt(state.rung);
  return state.fallbackReason === null || name === 'asSent' ? null : name;
}
