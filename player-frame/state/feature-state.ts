import type { Theme } from '../../lib/contracts/theme/theme.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';

// What the player knows beside playing: zoom, pan-tilt, recording, theme and display. Behaviour is in the file
// of each name; requests and facts are in feature-events.ts.

/** Electronic zoom: which part of the picture fills the player. */
export interface Zoom {
  /** 1 to 8. */
  readonly scale: number;
  /** Where the middle of the player looks, as parts of the picture's width and height: 0.5, 0.5 is its middle. */
  readonly centre: Point;
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
  /** Blue when a command was accepted, red at a limit; for the press that is under way. */
  readonly light: 'off' | 'accepted' | 'limit';
  /** Code of the last refusal that was no limit, for those who listen. */
  readonly code: string | null;
  /** Whether this camera can turn; null until it was asked. */
  readonly isCapable: boolean | null;
  /** Forbidden by the host page (disabledPTZ). */
  readonly isDisabled: boolean;
}

export const initialPtz: Ptz = {
  isOpen: false,
  pressed: null,
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
}

export const initialTheming: Theming = { theme: null, isEditing: false, chosen: null };

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
  readonly isSoundShared: boolean;
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
  isSoundShared: false,
  noDownload: false,
  isDiagnosisOpen: false,
};
