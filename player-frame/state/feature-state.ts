import type { Theme } from '../../lib/contracts/theme/theme.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';

// What the player knows beside playing: zoom, pan-tilt, recording, theme and display. Behaviour is in the file
// of each name; requests and facts are in feature-events.ts.

/** Electronic zoom: which part of the picture fills the player. */
export interface Zoom {
  /** 1 to 8. */
  readonly scale: number;
  /** Where the middle of the player looks, as parts of its own width and height at 1x: 0.5, 0.5 is its middle. */
  readonly centre: Point;
  /**
   * How large the picture is at 1x, as parts of the player: 1, 1 fills it; 1, 0.75 leaves bars above and below;
   * more than 1 where the player cuts it off. Its middle is always the player's.
   */
  readonly picture: Size;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** 0 up, 1 down, 2 left, 3 right: as the calls count them. */
export type Direction = 0 | 1 | 2 | 3;

/** Pan-tilt: the pad, and what the camera said last. */
export interface Ptz {
  readonly isOpen: boolean;
  /** The direction that is held down. */
  readonly pressed: Direction | null;
  /** Counts the presses: what is answered to an older one changes no light. */
  readonly press: number;
  /** The direction of the last press, until its light goes out. */
  readonly aim: Direction | null;
  /** Blue when a command was accepted, red at a limit; `off` for every other answer and before the first. */
  readonly light: 'off' | 'accepted' | 'limit';
  /** What the camera answered last to this press, for those who listen. */
  readonly code: string | null;
  /** Whether this camera can turn; null until it was asked. */
  readonly isCapable: boolean | null;
  /** Forbidden by the host page (disabledPTZ). */
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

/** A recording to a file. */
export type Recording =
  | { readonly phase: 'off' }
  | { readonly phase: 'starting' }
  | { readonly phase: 'on'; readonly since: EpochMs }
  | { readonly phase: 'ending' };

/** What the bars are made from. */
export interface Theming {
  /** Null: nothing to press, as with the template `simple`. */
  readonly theme: Theme | null;
  /** Buttons can be chosen, moved and removed, and do nothing else. */
  readonly isEditing: boolean;
  /** The button chosen in editing mode. */
  readonly chosen: string | null;
  /** What the theme has on at first is still to be done (opening.ts); null: it was, or nobody started. */
  readonly opening: { readonly isAudioDecided: boolean } | null;
}

export const initialTheming: Theming = { theme: null, isEditing: false, chosen: null, opening: null };

export type ScaleMode = 'fit' | 'fill' | 'stretch';
export type Quality = 'hd' | 'sd';

/** How the picture is shown, and by whom it is looked at. */
export interface Display {
  /** How a picture of another shape fills the player. */
  readonly scaleMode: ScaleMode;
  /** Shown while there is no picture; empty: none. Own or listed origins and `data:` only. */
  readonly poster: string;
  readonly isMobile: boolean;
  /** Turned by 90 degrees to fill a phone that is held upright; the pad and the pinch follow. */
  readonly isRotated: boolean;
  /** The small stream is taken where the player is small. */
  readonly isAdaptive: boolean;
  /** Whether several players of the page may be heard at once. */
  readonly isAudioShared: boolean;
  /** No file is offered to the viewer: the host page takes them. */
  readonly noDownload: boolean;
  /** Statistics lie over the picture. */
  readonly isDiagnosisOpen: boolean;
}

export const initialDisplay: Display = {
  scaleMode: 'fit',
  poster: '',
  isMobile: false,
  isRotated: false,
  isAdaptive: false,
  isAudioShared: false,
  noDownload: false,
  isDiagnosisOpen: false,
};
