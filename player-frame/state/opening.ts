import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { parseEzopen, printEzopen } from '../../lib/ezopen/address.ts';
import type { PlayerState } from './player-state.ts';
import { next, type Step } from './steps.ts';

// Applies the initial states of a theme (`defaultActive`) once per start. Play is decided before playback
// (start-rules.ts), PTZ and zoom once the features are loaded (feature-machine.ts); recording never starts automatically.

export function isOnAtFirst(theme: Theme | null, iconId: string): boolean {
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

/** At the first frame: audio, unless the page decided it. */
export function openAudio(state: PlayerState): Step {
  const { theme, opening } = state.theming;
  if (!opening) return next(state);
  const opened = { ...state, theming: { ...state.theming, opening: { isAudioDecided: true } } };
  if (opening.isAudioDecided || state.audio.isOpen || !isOnAtFirst(theme, 'sound')) return next(opened);
  return next({ ...opened, audio: { ...state.audio, isOpen: true } }, [
    { do: 'notify', notice: { type: 'audio', isOpen: true, isBlocked: false } },
  ]);
}
