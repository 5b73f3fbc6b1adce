import { parseEzopen } from '../../lib/ezopen/address.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import { selectCodeQuestion } from './code-prompt.ts';
import { selectIsRecorded } from './early-selectors.ts';
import { defaultMaxDelayMs, type PlayerState } from './player-state.ts';
import { isActive } from './steps.ts';

// The views' selectors; those of the boot script are in early-selectors.ts. Each returns a primitive or an existing part of the state, because views compare by identity.

/** The overlay over the video; exactly one at a time. */
export type Overlay =
  | 'none'
  | 'start'
  | 'loading'
  | 'stalled'
  /** Nothing is recorded at the time that the other players show. */
  | 'awaiting'
  | 'sourceFailure'
  /** The camera's next key frame is awaited. */
  | 'awaitsKey'
  | 'reconnecting'
  | 'failed'
  /** Nothing is recorded in the time of the address. */
  | 'empty'
  /** The verification code prompt, shown instead of the failure. */
  | 'code';

export function selectOverlay(state: PlayerState): Overlay {
  const { playback } = state;
  const { phase } = playback;
  if (phase === 'failed') {
    if (selectCodeQuestion(state)) return 'code';
    return playback.playbackFailure.code === emptyCode ? 'empty' : 'failed';
  }
  if (phase === 'idle') return 'start';
  if (state.awaitsKeySince !== null) return 'awaitsKey';
  if (phase === 'reconnecting') return 'reconnecting';
  if (state.sourceFailure) return 'sourceFailure';
  if (phase === 'playing' && state.recorded.awaiting) return 'awaiting';
  if (phase === 'playing') return state.isStalled ? 'stalled' : 'none';
  return 'loading';
}

/** Of a time without recordings, which is a failure for calls of the page only. */
const emptyCode = 'playback.none';

/** The page permits one range only, or the token recordings only. */
export const selectCanReturnToLive = ({ recorded }: PlayerState): boolean =>
  recorded.pageRange === null && recorded.hasLive;

export const selectIsPlaying = (state: PlayerState): boolean => state.playback.phase === 'playing';
export const selectIsActive = isActive;
export const selectHasFrame = (state: PlayerState): boolean => state.hasFrame;
export const selectIsOnline = (state: PlayerState): boolean => state.isOnline;
export const selectLanguage = (state: PlayerState): string => state.language;
export const selectVolume = (state: PlayerState): number => state.audio.volume;
/** Unmuted and not blocked by the browser. */
export const selectIsAudible = (state: PlayerState): boolean => state.audio.isOpen && !state.audio.isBlocked;
export const selectIsAudioBlocked = (state: PlayerState): boolean =>
  state.audio.isOpen && state.audio.isBlocked;
export const selectIsExpanded = (state: PlayerState): boolean => state.expansion !== 'none';
export const selectToast = (state: PlayerState): PlayerState['toast'] => state.toast;
export const selectCanSeek = (state: PlayerState): boolean => state.can.seek;
export const selectCanSetRate = (state: PlayerState): boolean => state.can.rate;
export const selectCanPause = (state: PlayerState): boolean => state.can.pause;
export const selectEngine = (state: PlayerState): PlayerState['engine'] => state.engine;

/** Code of the server's failure to reach the camera. */
export const selectSourceCode = (state: PlayerState): string | null => state.sourceFailure?.code ?? null;

/** Start of the next attempt; null if one is running or none is planned. */
export function selectRetryAt(state: PlayerState): EpochMs | null {
  const { playback } = state;
  return playback.phase === 'reconnecting' ? playback.retryAt : (state.sourceFailure?.retryAt ?? null);
}

/** The camera's name, or its serial number until the name is known; empty without an address. */
export function selectDeviceName(state: PlayerState): string {
  const parsed = parseEzopen(state.address);
  if (!parsed.ok) return '';
  const { deviceSerial } = parsed.value;
  return state.device?.deviceSerial === deviceSerial ? state.device.deviceName : deviceSerial;
}

/** Its last frame stays on the screen, because it is paused or at its end. */
export const selectIsPaused = ({ recorded, ended }: PlayerState): boolean =>
  recorded.isPaused || ended !== null;

/** What timelines show: the target of a seek until its frame is on the screen, then the frame on the screen. */
export function selectPosition(state: PlayerState): EpochMs | null {
  const { recorded, stats } = state;
  return selectIsRecorded(state) ? (recorded.seekTarget ?? recorded.position) : (stats?.wallMs ?? null);
}

/** Menus are bottom sheets with a cancel entry: on phones, and in mobile themes. */
export function selectIsMobile({ display, theming }: PlayerState): boolean {
  return display.isMobile || (theming.theme?.themeType.startsWith('mobile') ?? false);
}

/** Whole seconds by which the video is behind; null while it is live, or unknown. */
export function selectBehindSeconds({ stats, link }: PlayerState): number | null {
  const behindMs = Math.max(stats?.latencyMs ?? 0, stats?.networkDelayMs ?? 0);
  return behindMs < (link.maxDelayMs || defaultMaxDelayMs) ? null : Math.round(behindMs / 1_000);
}

/** Null until known. */
export const selectLatencyMs = (state: PlayerState): number | null => state.stats?.latencyMs ?? null;
