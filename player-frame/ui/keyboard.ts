import type { IconId } from '../../lib/contracts/theme/icon-id.ts';
import type { MessageKey } from '../../lib/i18n/translate.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import { buttonRegistry } from '../features/toolbar/button-registry.ts';
import { shownButtons, type ToolbarView } from '../features/toolbar/toolbar-model.ts';
import { selectIsRecorded } from '../state/early-selectors.ts';
import type { PlayerRequest } from '../state/player-events.ts';
import type { PlayerState } from '../state/player-state.ts';
import { selectPosition } from '../state/selectors.ts';
import { minScale } from '../state/zoom.ts';

/** Action of a key: a request, a button press, or the list of keys. */
export type KeyCommand =
  | { readonly do: 'request'; readonly request: PlayerRequest }
  | { readonly do: 'press'; readonly id: IconId }
  | { readonly do: 'help' };

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

/** Keys that press a button; no effect if the theme does not show it. */
const buttonKeys: Readonly<Record<string, IconId>> = {
  ' ': 'play',
  m: 'sound',
  f: 'expend',
  w: 'webExpend',
  s: 'capturePicture',
  r: 'recordvideo',
  z: 'zoom',
  p: 'pantile',
  v: 'broadcast',
  t: 'talk',
};

/** Pan distance of an arrow key, as a fraction of the player. */
const panStep = 0.1;
const arrows: Readonly<Record<string, { readonly dx: number; readonly dy: number }>> = {
  // The video moves opposite to the arrow, as in scrolling.
  ArrowLeft: { dx: panStep, dy: 0 },
  ArrowRight: { dx: -panStep, dy: 0 },
  ArrowUp: { dx: 0, dy: panStep },
  ArrowDown: { dx: 0, dy: -panStep },
};

/** Null: not handled. Keys with modifiers belong to the browser. */
export function commandForKey(event: Key, state: PlayerState, view: ToolbarView): KeyCommand | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (state.theming.isEditing) return key === 'Escape' && !event.repeat ? leave(state) : null;
  const request = zoomKey(key, state, view) ?? recordedKey(key, state);
  if (request) return { do: 'request', request };
  if (event.repeat) return null;
  if (key === 'Escape') return leave(state);
  if (key === '?') return { do: 'help' };
  if (key === 'i') return { do: 'request', request: { type: 'request.toggleDiagnosis' } };
  if (key === 'o' && state.display.canPicture)
    return { do: 'request', request: { type: 'request.togglePicture' } };
  const id = Object.hasOwn(buttonKeys, key) ? buttonKeys[key] : undefined;
  return id !== undefined && canPress(view, id) ? { do: 'press', id } : null;
}

function leave(state: PlayerState): KeyCommand | null {
  return state.expansion === 'none'
    ? null
    : { do: 'request', request: { type: 'request.expand', to: 'none' } };
}

/** Keys that may repeat. */
function zoomKey(key: string, { zoom }: PlayerState, view: ToolbarView): PlayerRequest | null {
  if (zoom && Object.hasOwn(arrows, key)) return { type: 'request.pan', ...arrows[key]! };
  const isIn = key === '+' || key === '=';
  const isOut = key === '-' || key === '_';
  if (zoom && isIn) return { type: 'request.zoomTo', scale: Math.floor(zoom.scale) + 1 };
  if (zoom && isOut) return { type: 'request.zoomTo', scale: Math.ceil(zoom.scale) - 1 };
  if (zoom && key === '0') return { type: 'request.zoomTo', scale: minScale };
  return !zoom && isIn && canPress(view, 'zoom') ? { type: 'request.enableZoom', scale: 2 } : null;
}

const seekKeys: Readonly<Record<string, Ms>> = { ArrowLeft: -10_000, ArrowRight: 10_000 };
const stepKeys: Readonly<Record<string, 1 | -1>> = { ',': -1, '.': 1 };

/** The keys of video players, in recordings. They may repeat. */
function recordedKey(key: string, state: PlayerState): PlayerRequest | null {
  const at = selectPosition(state);
  if (!selectIsRecorded(state) || at === null) return null;
  if (Object.hasOwn(seekKeys, key)) return { type: 'request.seek', to: at + seekKeys[key]! };
  if (!Object.hasOwn(stepKeys, key) || !state.can.step) return null;
  return { type: 'request.stepFrame', direction: stepKeys[key]! };
}

function canPress(view: ToolbarView, id: IconId): boolean {
  const button = shownButtons(view).find((one) => one.id === id);
  return button !== undefined && !button.isDisabled && buttonRegistry[id].press !== undefined;
}

/** True if the focused control uses the key itself: space on a button, any key on a slider. */
export function isTakenByFocus(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, select, textarea, [role="slider"]')) return key !== 'Escape';
  if (target.closest('[role="menu"]')) return key !== 'Escape';
  return key === ' ' && target.closest('button, [role="button"]') !== null;
}

/** All keys, for the help. A button's key is listed if the button is shown. */
export const shortcuts: readonly {
  readonly keys: readonly string[];
  readonly label: MessageKey;
  readonly id?: IconId;
  /** Absent: both. */
  readonly isFor?: 'live' | 'recorded';
  /** Only where picture-in-picture is offered. */
  readonly isForPicture?: boolean;
}[] = [
  { keys: ['Space'], label: 'shortcuts.play', id: 'play', isFor: 'live' },
  { keys: ['Space'], label: 'shortcuts.pause', id: 'play', isFor: 'recorded' },
  { keys: ['←', '→'], label: 'shortcuts.seek', isFor: 'recorded' },
  { keys: [',', '.'], label: 'shortcuts.step', isFor: 'recorded' },
  { keys: ['M'], label: 'shortcuts.sound', id: 'sound' },
  { keys: ['F'], label: 'shortcuts.fullscreen', id: 'expend' },
  { keys: ['W'], label: 'toolbar.webFullscreen', id: 'webExpend' },
  { keys: ['O'], label: 'toolbar.pictureInPicture', isForPicture: true },
  { keys: ['S'], label: 'toolbar.capture', id: 'capturePicture' },
  { keys: ['R'], label: 'toolbar.record', id: 'recordvideo' },
  { keys: ['Z'], label: 'toolbar.zoom', id: 'zoom' },
  { keys: ['+', '−', '0'], label: 'shortcuts.scale', id: 'zoom' },
  { keys: ['P'], label: 'toolbar.ptz', id: 'pantile' },
  { keys: ['V'], label: 'toolbar.broadcast', id: 'broadcast' },
  { keys: ['T'], label: 'shortcuts.talk', id: 'talk' },
  { keys: ['←', '→', '↑', '↓'], label: 'shortcuts.pan' },
  { keys: ['I'], label: 'shortcuts.diagnosis' },
  { keys: ['Esc'], label: 'shortcuts.leave' },
  { keys: ['?'], label: 'shortcuts.help' },
];
