// Public types of the React component. tests/types/sdk-types.test.ts checks them against it.
import type {
  CSSProperties,
  DetailedHTMLProps,
  ForwardRefExoticComponent,
  HTMLAttributes,
  RefAttributes,
} from 'react';
import type { OrielPlayerElement, OrielPlayerHandlers, OrielPlayerTag } from '../element/public-types.d.ts';
import type { Player, PlayerFailure, PlayerOptions, PlayerSnapshot } from '../types.ts';

export interface OrielPlayerProps extends PlayerOptions {
  /** Class of the element around the player. The player fills it. */
  className?: string | undefined;
  style?: CSSProperties | undefined;
  onState?: ((state: PlayerSnapshot) => void) | undefined;
  /** Failures of playback, of the connection, and of calls caused by changed props. */
  onError?: ((error: PlayerFailure) => void) | undefined;
  /** The first frame is on the screen. */
  onSuccess?: (() => void) | undefined;
}

export declare const OrielPlayer: ForwardRefExoticComponent<OrielPlayerProps & RefAttributes<Player>>;

/** The custom element, for React 19 or newer, which sets properties and listens to events of elements. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'oriel-player': DetailedHTMLProps<HTMLAttributes<OrielPlayerElement>, OrielPlayerElement> &
        OrielPlayerTag &
        OrielPlayerHandlers;
    }
  }
}
