import type { Theme } from '../../lib/contracts/theme/theme.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import type { Direction, Display, Point, Quality, Size } from './feature-state.ts';
import type { RecordedEffect, RecordedEvent, RecordedNotice, RecordedRequest } from './recorded-events.ts';
import type { RecordingsEffect, RecordingsEvent, RecordingsRequest } from './recordings.ts';
import type { ExportEffect, ExportEvent, SelectionNotice, SelectionRequest } from './selection.ts';
import type { TalkEffect, TalkEvent, TalkNotice, TalkRequest } from './talk-events.ts';
import type { VoiceEffect, VoiceEvent, VoiceNotice, VoiceRequest } from './voice-events.ts';

export type ZoomRequest =
  /** Turns zoom on at `scale` or 1x; if it is on, changes the scale. */
  | { readonly type: 'request.enableZoom'; readonly scale?: number }
  | { readonly type: 'request.closeZoom' }
  | { readonly type: 'request.toggleZoom' }
  /** `at` stays fixed on the screen: a point of the player, 0 to 1 from its top left. */
  | { readonly type: 'request.zoomTo'; readonly scale: number; readonly at?: Point }
  /** Pans by fractions of the player's width and height. */
  | { readonly type: 'request.pan'; readonly dx: number; readonly dy: number };

export type PtzRequest =
  | { readonly type: 'request.openPtz' }
  | { readonly type: 'request.closePtz' }
  | { readonly type: 'request.togglePtz' }
  | { readonly type: 'request.ptzMove'; readonly direction: Direction }
  | { readonly type: 'request.ptzStop' }
  /** Whether the host page disables PTZ. */
  | { readonly type: 'request.forbidPtz'; readonly isForbidden: boolean };

export type ZoomEvent =
  /** The size of the video or the player has changed. */
  { readonly type: 'event.videoSize'; readonly videoSize: Size };

export type PtzEvent =
  /** Response to a command of this press. */
  | {
      readonly type: 'event.ptzMoved';
      readonly direction: Direction;
      readonly press: number;
      readonly code: string;
    }
  | { readonly type: 'event.ptzAvailable'; readonly isCapable: boolean };

export type RecordingRequest =
  | { readonly type: 'request.startRecording'; readonly fileName?: string }
  | { readonly type: 'request.stopRecording' }
  | { readonly type: 'request.toggleRecording' };

export type RecordingEvent =
  | { readonly type: 'event.recordingStarted'; readonly at: EpochMs }
  /** The file was delivered, or there is none: with the reason of an automatic end, or an error code. */
  | {
      readonly type: 'event.recordingEnded';
      readonly why?: 'saved' | 'lost' | 'changed' | 'full' | 'failed' | 'empty' | 'unavailable';
    };

export type CaptureEvent =
  /** Result of the viewer's snapshot. */
  { readonly type: 'event.captured'; readonly isCaptured: boolean };

export type ThemingRequest =
  | { readonly type: 'request.setTheme'; readonly theme: Theme | null }
  | { readonly type: 'request.edit'; readonly active: boolean }
  /** A button was pressed. In editing mode it is selected; otherwise its action is a separate request. */
  | { readonly type: 'request.chooseButton'; readonly iconId: string }
  /** Moves it among the visible buttons of its side. */
  | { readonly type: 'request.moveButton'; readonly iconId: string; readonly to: 'left' | 'right' }
  | { readonly type: 'request.removeButton'; readonly iconId: string };

export type DisplayRequest =
  | { readonly type: 'request.display'; readonly change: Partial<Display> }
  | { readonly type: 'request.setLanguage'; readonly language: string }
  | { readonly type: 'request.copyLink' }
  | { readonly type: 'request.toggleDiagnosis' };

export type PictureRequest =
  /** Picture-in-picture: opens or closes the window. */
  { readonly type: 'request.togglePicture' };

export type PictureEvent =
  | { readonly type: 'event.picture'; readonly isOpen: boolean }
  | { readonly type: 'event.pictureRefused' };

export type CaptureRequest =
  /** Snapshot for the viewer, from the toolbar. */
  { readonly type: 'request.capture' };

export type QualityRequest =
  /** Toggles if none is given. `byHand` false: caused by a change of the player's size. */
  { readonly type: 'request.setQuality'; readonly quality?: Quality; readonly byHand?: boolean };

export type CodeRequest =
  /** Verification code of an encrypted camera. Secret: stored in the address only. */
  | { readonly type: 'request.enterCode'; readonly code: string }
  /** The viewer dismissed the prompt, or reopened it. */
  | { readonly type: 'request.showCodePrompt'; readonly isShown: boolean };

/** The behaviour is in the file of the same name. */
export type FeatureRequest =
  | ZoomRequest
  | PtzRequest
  | RecordingRequest
  | ThemingRequest
  | DisplayRequest
  | CaptureRequest
  | PictureRequest
  | QualityRequest
  | CodeRequest
  | RecordedRequest
  | RecordingsRequest
  | SelectionRequest
  | TalkRequest
  | VoiceRequest;

export type FeatureEvent =
  | ZoomEvent
  | PtzEvent
  | RecordingEvent
  | CaptureEvent
  | PictureEvent
  | RecordedEvent
  | RecordingsEvent
  | ExportEvent
  | TalkEvent
  | VoiceEvent;

/** Effects executed by features. */
export type FeatureEffect =
  | { readonly do: 'steer'; readonly direction: Direction; readonly press: number }
  | { readonly do: 'ptzEnd' }
  | { readonly do: 'record'; readonly fileName?: string }
  | { readonly do: 'endRecord' }
  | { readonly do: 'capture' }
  | { readonly do: 'picture'; readonly isOpen: boolean }
  | RecordedEffect
  | RecordingsEffect
  | ExportEffect
  | TalkEffect
  | VoiceEffect;

/** Events of features for the host page. */
export type FeatureNotice =
  | { readonly type: 'zoom'; readonly scale: number | null }
  | { readonly type: 'ptz'; readonly direction: Direction; readonly code: string }
  | { readonly type: 'theme'; readonly theme: Theme }
  | { readonly type: 'buttonPressed'; readonly iconId: string }
  | { readonly type: 'buttonRemoved'; readonly iconId: string }
  | { readonly type: 'recordingStarted' }
  /** Time of the recorded picture on the screen; null: live. */
  | { readonly type: 'copyLink'; readonly at: EpochMs | null }
  | RecordedNotice
  | SelectionNotice
  | TalkNotice
  | VoiceNotice;
