import type { PlayerRequest } from '../state/player-events.ts';
import type { PlayerState } from '../state/player-state.ts';

/** The request a key stands for, or null. Keys with modifiers belong to the browser. */
export function requestForKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>,
  state: PlayerState,
): PlayerRequest | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null;
  switch (event.key) {
    case ' ':
      return { type: 'request.togglePlay' };
    case 'm':
    case 'M':
      return { type: 'request.toggleSound' };
    case 'f':
    case 'F':
      return { type: 'request.expand', to: state.expansion === 'none' ? 'fullscreen' : 'none' };
    case 'Escape':
      return state.expansion === 'none' ? null : { type: 'request.expand', to: 'none' };
    default:
      return null;
  }
}

/** A key that the focused control uses itself is not ours: space on a button, anything on a slider. */
export function isTakenByFocus(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, select, textarea')) return key !== 'Escape';
  return key === ' ' && target.closest('button') !== null;
}
