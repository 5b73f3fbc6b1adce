// Public types of the Vue component. tests/types/sdk-types.test.ts checks them against it.
import type { OrielPlayerEvents, OrielPlayerTag } from '../element/public-types.d.ts';
import type { Player, PlayerFailure, PlayerOptions, PlayerSnapshot } from '../types.ts';

/** All but the size: the player fills its element. `class` and `style` apply to that. */
export type OrielPlayerProps = Omit<PlayerOptions, 'width' | 'height'>;

export declare const OrielPlayer: new () => {
  readonly $props: OrielPlayerProps & {
    onState?: ((state: PlayerSnapshot) => void) | undefined;
    /** Failures of playback, of the connection, and of calls caused by changed props. */
    onError?: ((failure: PlayerFailure) => void) | undefined;
    /** The first frame is on the screen. */
    onSuccess?: (() => void) | undefined;
  };
  readonly $emit: {
    (event: 'state', state: PlayerSnapshot): void;
    (event: 'error', failure: PlayerFailure): void;
    (event: 'success'): void;
  };
  /** Undefined before the component is mounted, and after. */
  readonly player: Player | undefined;
};

/** The custom element in templates. */
declare module 'vue' {
  interface GlobalComponents {
    'oriel-player': new () => {
      readonly $props: OrielPlayerTag & {
        onState?: ((event: OrielPlayerEvents['state']) => void) | undefined;
        onError?: ((event: OrielPlayerEvents['error']) => void) | undefined;
        onSuccess?: ((event: OrielPlayerEvents['success']) => void) | undefined;
      };
    };
  }
}
