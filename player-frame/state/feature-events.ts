import type { Theme } from '../../lib/contracts/theme/theme.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import type { Direction, Display, Point, Quality, Size } from './feature-state.ts';

export type ZoomRequest =
  /** On at `scale`, or at 1x; while it is on, to `scale`. */
  | { readonly type: 'request.enableZoom'; readonly scale?: number }
  | { readonly type: 'request.closeZoom' }
  | { readonly type: 'request.toggleZoom' }
  /** `at` stays where it is on the screen: a point of the player, 0 to 1 from its left top. */
  | { readonly type: 'request.zoomTo'; readonly scale: number; readonly at?: Point }
  /** Moves the picture under the finger, by parts of the player's width and height. */
  | { readonly type: 'request.pan'; readonly dx: number; readonly dy: number };

export type PtzRequest =
  | { readonly type: 'request.openPtz' }
  | { readonly type: 'request.closePtz' }
  | { readonly type: 'request.togglePtz' }
  | { readonly type: 'request.ptzMove'; readonly direction: Direction }
  | { readonly type: 'request.ptzStop' }
  /** The host page forbids it, or does no more. */
  | { readonly type: 'request.forbidPtz'; readonly isForbidden: boolean };

export type ZoomFact =
  /** The picture, or the player around it, has another size or shape. */
  { readonly type: 'fact.videoSize'; readonly picture: Size };

export type PtzFact =
  /** The answer to a command of this press. */
  | {
      readonly type: 'fact.ptzMoved';
      readonly direction: Direction;
      readonly press: number;
      readonly code: string;
    }
  | { readonly type: 'fact.ptzAvailable'; readonly isCapable: boolean };

export type RecordingRequest =
  | { readonly type: 'request.startRecording'; readonly fileName?: string }
  | { readonly type: 'request.stopRecording' }
  | { readonly type: 'request.toggleRecording' };

export type RecordingFact =
  | { readonly type: 'fact.recordingStarted'; readonly at: EpochMs }
  /** The file is handed over, or there is none: why it ended by itself, or the code of what went wrong. */
  | {
      readonly type: 'fact.recordingEnded';
      readonly why?: 'saved' | 'lost' | 'changed' | 'full' | 'failed' | 'empty' | 'unavailable';
    };

export type CaptureFact =
  /** The viewer's snapshot: taken, or not to be had. */
  { readonly type: 'fact.captured'; readonly isCaptured: boolean };

export type ThemingRequest =
  | { readonly type: 'request.setTheme'; readonly theme: Theme | null }
  | { readonly type: 'request.edit'; readonly active: boolean }
  /** A button was pressed. While editing it is chosen; else what it does is a request of its own. */
  | { readonly type: 'request.chooseButton'; readonly iconId: string }
  /** Among the visible buttons of its side. */
  | { readonly type: 'request.moveButton'; readonly iconId: string; readonly to: 'left' | 'right' }
  | { readonly type: 'request.removeButton'; readonly iconId: string };

export type DisplayRequest =
  | { readonly type: 'request.display'; readonly change: Partial<Display> }
  | { readonly type: 'request.setLanguage'; readonly language: string }
  | { readonly type: 'request.toggleDiagnosis' };

export type CaptureRequest =
  /** A snapshot for the viewer, from the toolbar. */
  { readonly type: 'request.capture' };

export type QualityRequest =
  /** Toggles where none is named. `byHand` false: the player itself found its size changed. */
  { readonly type: 'request.setQuality'; readonly quality?: Quality; readonly byHand?: boolean };

export type CodeRequest =
  /** The verification code of an encrypted camera. A secret: it goes into the address and nowhere else. */
  | { readonly type: 'request.giveCode'; readonly code: string }
  /** The viewer turned away from the question for it, or wants to be asked again. */
  | { readonly type: 'request.showCodePrompt'; readonly isShown: boolean };

/** Each with its behaviour in the file of its name. */
export type FeatureRequest =
  | ZoomRequest
  | PtzRequest
  | RecordingRequest
  | ThemingRequest
  | DisplayRequest
  | CaptureRequest
  | QualityRequest
  | CodeRequest;

export type FeatureFact = ZoomFact | PtzFact | RecordingFact | CaptureFact;

/** What the runners of the features are to do. */
export type FeatureEffect =
  | { readonly do: 'steer'; readonly direction: Direction; readonly press: number }
  | { readonly do: 'ptzEnd' }
  | { readonly do: 'record'; readonly fileName?: string }
  | { readonly do: 'endRecord' }
  | { readonly do: 'capture' };

/** What the host page is told of the features. */
export type FeatureEvent =
  | { readonly type: 'zoom'; readonly scale: number | null }
  | { readonly type: 'ptz'; readonly direction: Direction; readonly code: string }
  | { readonly type: 'theme'; readonly theme: Theme }
  | { readonly type: 'buttonPressed'; readonly iconId: string }
  | { readonly type: 'buttonRemoved'; readonly iconId: string }
  | { readonly type: 'recordingStarted' };
