import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { parseEzopen, printEzopen } from '../../lib/ezopen/address.ts';
import type { Effect } from './player-events.ts';
import type { PlayerState } from './player-state.ts';
import { onPtzRequest } from './ptz.ts';
import { next, type Step } from './steps.ts';
import { onZoomRequest } from './zoom.ts';

// Applies the initial states of a theme (`defaultActive`) once per start. Play is decided before playback
// (start-rules.ts); recording never starts automatically.

function isOnAtFirst(theme: Theme | null, iconId: string): boolean {
  if (!theme) return false;
  const buttons = [...theme.header.btnList, ...theme.footer.btnList];
  return buttons.some((button) => button.iconId === iconId && button.defaultActive === 1);
}

/** Quality is applied before the first stream is requested, to avoid a second request. */
export function openingAddress({ theming, address }: PlayerState): string {
  if (!theming.opening || !isOnAtFirst(theming.theme, 'hd')) return address;
  const parsed = parseEzopen(address);
  return parsed.ok ? printEzopen({ ...parsed.value, hd: true }) : address;
}

/** At the first frame: audio (unless the page decided it), PTZ and zoom. */
export function open(state: PlayerState): Step {
  const { theme, opening } = state.theming;
  if (!opening) return next(state);
  let opened: PlayerState = { ...state, theming: { ...state.theming, opening: null } };
  const effects: Effect[] = [];
  const add = (step: Step) => {
    opened = step.state;
    effects.push(...step.effects);
  };
  if (!opening.isAudioDecided && !opened.audio.isOpen && isOnAtFirst(theme, 'sound')) {
    opened = { ...opened, audio: { ...opened.audio, isOpen: true } };
    effects.push({ do: 'notify', notice: { type: 'audio', isOpen: true, isBlocked: false } });
  }
  if (isOnAtFirst(theme, 'pantile') && !opened.ptz.isOpen)
    add(onPtzRequest(opened, { type: 'request.openPtz' }));
  if (isOnAtFirst(theme, 'zoom') && !opened.zoom) add(onZoomRequest(opened, { type: 'request.enableZoom' }));
  return next(opened, effects);
}
