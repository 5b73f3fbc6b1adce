import type { IconId } from '../../../lib/contracts/theme/icon-id.ts';
import type { MessageKey } from '../../../lib/i18n/translate.ts';
import { qualityOf, recordTypeOf } from '../../state/address-parts.ts';
import { selectIsRecorded, selectNavigation } from '../../state/early-selectors.ts';
import type { PlayerRequest } from '../../state/player-events.ts';
import type { Expansion, PlayerState } from '../../state/player-state.ts';
import type { RecordType } from '../../state/recorded-events.ts';
import {
  selectIsActive,
  selectIsAudible,
  selectIsMobile,
  selectIsPaused,
  selectIsPlaying,
} from '../../state/selectors.ts';
import { isTalking } from '../../state/talk.ts';
import { cancelId, type MenuItem } from './menu-item.ts';

/** Behaviour of a button. The theme defines which buttons exist, where, and whether they are active at first. */
export interface ButtonSpec {
  /** `toggle` shows its state as pressed; the label of an `action` names what it will do. */
  readonly kind: 'action' | 'toggle' | 'menu' | 'text';
  /** False: not supported by this player; shown in editing mode only. */
  isAvailable(state: PlayerState): boolean;
  label(state: PlayerState): MessageKey;
  /** Values of the label, which are also shown in place of an icon. */
  values?(state: PlayerState): LabelValues;
  isOn(state: PlayerState): boolean;
  /** Why the button is currently blocked; null if it is not. */
  blockedBy(state: PlayerState): MessageKey | null;
  press?(state: PlayerState): PlayerRequest;
  menu?(state: PlayerState): readonly MenuItem[];
}

export type LabelValues = Readonly<Record<string, string>>;

/** `2x`, in all languages. */
export const rateText = (rate: number): string => `${rate}x`;

const never = () => false;
const always = () => true;
const free = () => null;
const whileWanted = (state: PlayerState) => (selectIsActive(state) ? null : 'player.notPlaying');
/** A snapshot and a recording need frames: blocked until the first one, and while the camera is not reachable. */
const whilePlaying = (state: PlayerState) =>
  selectIsPlaying(state) && state.hasFrame && !state.sourceFailure ? null : 'player.notPlaying';

/** A button for a feature this player does not have. Themes may contain it for other players. */
function missing(kind: ButtonSpec['kind'], label: MessageKey): ButtonSpec {
  return {
    kind,
    isAvailable: never,
    label: () => label,
    isOn: never,
    blockedBy: () => 'toolbar.unavailable',
  };
}

function text(label: MessageKey): ButtonSpec {
  return { kind: 'text', isAvailable: always, label: () => label, isOn: never, blockedBy: free };
}

/** Full screen or page-wide display. While one is active, the other button is blocked. */
function expander(to: Exclude<Expansion, 'none'>, enter: MessageKey, leave: MessageKey): ButtonSpec {
  const isOn = (state: PlayerState) => state.expansion === to;
  return {
    kind: 'action',
    // A window of picture-in-picture has neither.
    isAvailable: ({ display }) => display.pictureWindow !== 'open',
    label: (state) => (isOn(state) ? leave : enter),
    isOn,
    blockedBy(state) {
      if (isOn(state)) return null;
      return state.expansion === 'none' ? whileWanted(state) : 'player.expanded';
    },
    press: (state) => ({ type: 'request.expand', to: isOn(state) ? 'none' : to }),
  };
}

/** Cloud and device recordings of the camera. Pressed again, it returns to live video where that is the purpose of the theme. */
function recordings(recordType: RecordType, label: MessageKey): ButtonSpec {
  const isOn = (state: PlayerState) => recordTypeOf(state.address) === recordType;
  return {
    kind: 'toggle',
    // The hours of a day have a switch of their own.
    isAvailable: (state) => selectNavigation(state) !== 'ruler',
    label: () => label,
    isOn,
    // Pressed again, it leads back.
    blockedBy: (state) => (isOn(state) ? null : storeProblem(state, recordType)),
    press: (state) =>
      isOn(state) && isForLive(state)
        ? { type: 'request.toLive' }
        : { type: 'request.setRecordType', recordType },
  };
}

/** Why recordings of a type cannot be played; null: they can, or it is not known. */
export function storeProblem(
  { recorded, sourceFailure, display }: PlayerState,
  recordType: RecordType,
): MessageKey | null {
  const store = recorded.stores?.[recordType];
  if (store === 'denied') return 'toolbar.recordingsDenied';
  // Of a wall, another camera may have some.
  if (store === 'none' && !display.isControlsOnly)
    return recordType === 'rec' ? 'toolbar.noRecordings' : 'toolbar.noCloudRecordings';
  return store === 'camera' && sourceFailure ? 'toolbar.cameraOffline' : null;
}

const isForLive = ({ theming: { theme } }: PlayerState) => theme?.themeType.endsWith('Live') ?? true;

export const buttonRegistry: Readonly<Record<IconId, ButtonSpec>> = {
  deviceName: text('toolbar.deviceName'),
  deviceID: text('toolbar.deviceID'),
  cloudRec: recordings('cloud.rec', 'toolbar.cloudRec'),
  rec: recordings('rec', 'toolbar.rec'),
  cloudRecord: missing('toggle', 'toolbar.cloudRecord'),
  talk: {
    kind: 'toggle',
    isAvailable: always,
    label: () => 'toolbar.talk',
    isOn: isTalking,
    blockedBy: (state) => (isTalking(state) ? null : whilePlaying(state)),
    press: () => ({ type: 'request.toggleTalk' }),
  },
  broadcast: {
    kind: 'toggle',
    isAvailable: always,
    label: () => 'toolbar.broadcast',
    isOn: (state) => state.voice.isOpen,
    blockedBy: (state) => (state.talk.support === 'none' ? 'voice.unsupported' : whileWanted(state)),
    press: () => ({ type: 'request.toggleVoice' }),
  },
  play: {
    kind: 'action',
    isAvailable: always,
    label: playLabel,
    isOn: never,
    blockedBy: free,
    press: () => ({ type: 'request.togglePlay' }),
  },
  capturePicture: {
    kind: 'action',
    isAvailable: always,
    label: () => 'toolbar.capture',
    isOn: never,
    blockedBy: whilePlaying,
    press: () => ({ type: 'request.capture' }),
  },
  sound: {
    kind: 'action',
    isAvailable: always,
    label: (state) => (selectIsAudible(state) ? 'player.soundOff' : 'player.soundOn'),
    isOn: never,
    blockedBy: whileWanted,
    press: () => ({ type: 'request.toggleSound' }),
  },
  pantile: {
    kind: 'toggle',
    isAvailable: (state) => !state.ptz.isDisabled,
    label: () => 'toolbar.ptz',
    isOn: (state) => state.ptz.isOpen,
    blockedBy: (state) => (state.ptz.isCapable === false ? 'toolbar.noPtz' : whileWanted(state)),
    press: () => ({ type: 'request.togglePtz' }),
  },
  recordvideo: {
    kind: 'toggle',
    isAvailable: always,
    label: () => 'toolbar.record',
    isOn: (state) => state.recording.phase === 'on' || state.recording.phase === 'starting',
    blockedBy(state) {
      if (state.recording.phase !== 'off') return null;
      return state.can.record === false ? 'recording.unavailable' : whilePlaying(state);
    },
    press: () => ({ type: 'request.toggleRecording' }),
  },
  zoom: {
    kind: 'toggle',
    isAvailable: always,
    label: () => 'toolbar.zoom',
    isOn: (state) => state.zoom !== null,
    blockedBy: whileWanted,
    press: () => ({ type: 'request.toggleZoom' }),
  },
  speed: {
    kind: 'menu',
    isAvailable: selectIsRecorded,
    label: () => 'toolbar.speed',
    values: ({ recorded }) => ({ rate: rateText(recorded.rate) }),
    isOn: never,
    blockedBy: (state) => (state.can.rate || !selectIsPlaying(state) ? whilePlaying(state) : 'player.noRate'),
    menu: speedItems,
  },
  hd: {
    kind: 'menu',
    isAvailable: always,
    // The visible text is part of the name, for voice control.
    label: (state) => (qualityOf(state.address) === 'hd' ? 'toolbar.quality.hd' : 'toolbar.quality.sd'),
    isOn: never,
    blockedBy: free,
    menu: qualityItems,
  },
  webExpend: expander('web', 'toolbar.webFullscreen', 'toolbar.exitWebFullscreen'),
  expend: expander('fullscreen', 'player.fullscreen', 'player.exitFullscreen'),
};

/** High definition is level 1, standard is level 0 (specification, document 2, section 4). */
function qualityItems(state: PlayerState): readonly MenuItem[] {
  const now = qualityOf(state.address);
  return withCancel(
    state,
    (['hd', 'sd'] as const).map((quality) => ({
      id: quality,
      label: `toolbar.${quality}`,
      isChosen: now === quality,
      request: { type: 'request.setQuality', quality },
    })),
  );
}

/** Recordings are paused, live video is stopped. */
function playLabel(state: PlayerState): MessageKey {
  if (!selectIsActive(state)) return 'player.play';
  if (!state.can.pause) return 'player.stop';
  return selectIsPaused(state) ? 'player.resume' : 'player.pause';
}

/** 0.5 to 4: specification, document 2, section 9. The others are by key frames only, from 60 on as a time lapse. */
export const speeds = [1_440, 288, 60, 16, 8, 4, 2, 1, 0.5] as const;

/** Speeds of the engine, unless the page names some of them. */
function speedItems(state: PlayerState): readonly MenuItem[] {
  const { speedOptions } = state.display;
  const offered = speeds.filter(
    (speed) => state.can.rates.includes(speed) && (speedOptions?.includes(speed) ?? true),
  );
  return withCancel(
    state,
    offered.map((speed) => ({
      id: String(speed),
      label: `toolbar.speed.${speed}`,
      isChosen: speed === state.recorded.rate,
      request: { type: 'request.setRate', rate: speed },
    })),
  );
}

/** Cancel is shown only on mobile (specification, document 2, section 2). */
function withCancel(state: PlayerState, items: readonly MenuItem[]): readonly MenuItem[] {
  if (!selectIsMobile(state)) return items;
  return [...items, { id: cancelId, label: 'toolbar.cancel', isChosen: false, request: null }];
}
