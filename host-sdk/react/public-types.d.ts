// Public types of the React component. tests/types/sdk-types.test.ts holds them against it.
import type { CSSProperties, ForwardRefExoticComponent, RefAttributes } from 'react';
import type { Player, PlayerFailure, PlayerOptions, PlayerSnapshot } from '../types.ts';

export interface OrielPlayerProps extends PlayerOptions {
  /** Of the box around the player, which fills it. */
  className?: string | undefined;
  style?: CSSProperties | undefined;
  onState?: ((state: PlayerSnapshot) => void) | undefined;
  /** Playback, the connection to the player, and changes of props that failed. */
  onError?: ((error: PlayerFailure) => void) | undefined;
  /** A picture is on the screen. */
  onSuccess?: (() => void) | undefined;
}

export declare const OrielPlayer: ForwardRefExoticComponent<OrielPlayerProps & RefAttributes<Player>>;
