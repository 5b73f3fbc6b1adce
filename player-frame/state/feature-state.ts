import type { Theme } from '../../lib/contracts/theme/theme.ts';
import type { TimeRange } from '../../lib/kernel/time-range.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';

// State of the features: zoom, PTZ, recording, theme and display. The behaviour is in the file of each name; requests
// and events are in feature-events.ts.

/** Digital zoom: the region of the video that fills the player. */
export interface Zoom {
  /** 1 to 8. */
  readonly scale: number;
  /** Centre of the visible region, as fractions of the player's size at 1x; 0.5, 0.5 is the middle. */
  readonly centre: Point;
  /**
   * Size of the video at 1x, as fractions of the player: 1, 1 fills it; 1, 0.75 leaves bars above and below; more
   * than 1 is cropped. It is always centred.
   */
  readonly videoSize: Size;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** 0 up, 1 down, 2 left, 3 right, as in the API. */
export type Direction = 0 | 1 | 2 | 3;

/** State of the PTZ pad and the last response. */
export interface Ptz {
  readonly isOpen: boolean;
  /** The pressed direction. */
  readonly pressed: Direction | null;
  /** Number of the press: responses to an older one are ignored. */
  readonly press: number;
  /** Direction of the last press, until its light turns off. */
  readonly aim: Direction | null;
  /** Blue after an accepted command, red at a limit; otherwise `off`. */
  readonly light: 'off' | 'accepted' | 'limit';
  /** Last response to this press, reported as an event. */
  readonly code: string | null;
  /** Whether this camera supports PTZ; null until known. */
  readonly isCapable: boolean | null;
  /** Disabled by the host page (disabledPTZ). */
  readonly isDisabled: boolean;
}

export const initialPtz: Ptz = {
  isOpen: false,
  pressed: null,
  press: 0,
  aim: null,
  light: 'off',
  code: null,
  isCapable: null,
  isDisabled: false,
};

/** State of a recording to a file. */
export type Recording =
  | { readonly phase: 'off' }
  | { readonly phase: 'starting' }
  | { readonly phase: 'on'; readonly since: EpochMs }
  | { readonly phase: 'ending' };

/** Download of a stored range. */
export interface Exporting extends TimeRange {
  /** 0 to 1. */
  readonly share: number;
}

/** Input of the bars. */
export interface Theming {
  /** Null: no controls, as in the template `simple`. */
  readonly theme: Theme | null;
  /** Buttons can be selected, moved and removed, and have no action. */
  readonly isEditing: boolean;
  /** Selected button in editing mode. */
  readonly chosen: string | null;
  /** Initial states of the theme are still to be applied (opening.ts); null: done, or not started. */
  readonly opening: { readonly isAudioDecided: boolean } | null;
}

export const initialTheming: Theming = { theme: null, isEditing: false, chosen: null, opening: null };

export type ScaleMode = 'fit' | 'fill' | 'stretch';
export type Quality = 'hd' | 'sd';

/** Display settings. */
export interface Display {
  /** Scaling of video with another aspect ratio. */
  readonly scaleMode: ScaleMode;
  /** Shown while there is no video; empty: none. From allowed origins or `data:` only. */
  readonly poster: string;
  readonly isMobile: boolean;
  /** Rotated by 90 degrees to fill a phone in portrait; PTZ pad and pinch follow. */
  readonly isRotated: boolean;
  /** Uses the sub stream while the player is small. */
  readonly isAdaptive: boolean;
  /** Several players of the page can be audible at once. */
  readonly isAudioShared: boolean;
  /** Speeds of the menu; null: all that the engine has. */
  readonly speedOptions: readonly number[] | null;
  readonly isTimeLineDisabled: boolean;
  /** There is no video: timeline and buttons are for other players of the page. */
  readonly isControlsOnly: boolean;
  /** Files are passed to the host page only. */
  readonly noDownload: boolean;
  readonly noRecordingDownload: boolean;
  /** The host page shares ranges that the viewer selects. */
  readonly canShare: boolean;
  /** The host page copies a link when the viewer asks for one. */
  readonly canLink: boolean;
  /** A double click changes full screen, if there are controls. */
  readonly canDoubleClick: boolean;
  /** The browser has picture-in-picture, and the host page permits it. */
  readonly canPicture: boolean;
  /** The host page can show the player itself in a window, or does. */
  readonly pictureWindow: 'none' | 'can' | 'open';
  /** The statistics overlay is open. */
  readonly isDiagnosisOpen: boolean;
}

export const initialDisplay: Display = {
  scaleMode: 'fit',
  poster: '',
  isMobile: false,
  isRotated: false,
  isAdaptive: false,
  isAudioShared: false,
  speedOptions: null,
  isTimeLineDisabled: false,
  isControlsOnly: false,
  noDownload: false,
  noRecordingDownload: false,
  canShare: false,
  canLink: false,
  canDoubleClick: true,
  canPicture: false,
  pictureWindow: 'none',
  isDiagnosisOpen: false,
};
