// Public types of the custom element. tests/types/sdk-types.test.ts checks them against it.
import type { Player, PlayerFailure, PlayerOptions, PlayerSnapshot } from '../types.ts';

type Named =
  | 'server'
  | 'app'
  | 'url'
  | 'template'
  | 'language'
  | 'poster'
  | 'scaleMode'
  | 'themeData'
  | 'volume'
  | 'autoplay'
  | 'audio'
  | 'microphone';

/** Properties of the element. Those of `Named` are attributes too: `scaleMode` is the attribute `scale-mode`. */
export type OrielPlayerProperties = {
  -readonly [Name in Named | 'getToken']: PlayerOptions[Name] | undefined;
} & {
  /** All other options. They apply when the player is created. */
  options: Partial<PlayerOptions> | undefined;
};

/** Events of the element, beside those of `player`. They do not bubble. */
export interface OrielPlayerEvents {
  state: CustomEvent<PlayerSnapshot>;
  /** Failures of playback, of the connection, and of calls caused by changed attributes and properties. */
  error: CustomEvent<PlayerFailure>;
  /** The first frame is on the screen. */
  success: CustomEvent<undefined>;
}

/** `<oriel-player>`, which is as large as its style says. */
export interface OrielPlayerElement extends OrielPlayerProperties {
  addEventListener<Name extends keyof OrielPlayerEvents>(
    name: Name,
    listener: (this: OrielPlayerElement, event: OrielPlayerEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}
export declare class OrielPlayerElement extends HTMLElement {
  /** Undefined until the element is in the page and has its server, application and `getToken`. */
  readonly player: Player | undefined;
}

/** What templates of frameworks write: properties, and the attributes with names of their own. */
export interface OrielPlayerTag extends Partial<OrielPlayerProperties> {
  'scale-mode'?: PlayerOptions['scaleMode'];
  'theme-data'?: string | undefined;
}

/** Handlers in Svelte 5, and in React 19 or newer. */
export interface OrielPlayerHandlers {
  onstate?: ((event: OrielPlayerEvents['state']) => void) | undefined;
  onerror?: ((event: OrielPlayerEvents['error']) => void) | undefined;
  onsuccess?: ((event: OrielPlayerEvents['success']) => void) | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'oriel-player': OrielPlayerElement;
  }
  /** Svelte: its other attributes, such as `class`, are not named here, so any are allowed. */
  namespace svelteHTML {
    interface IntrinsicElements {
      'oriel-player': OrielPlayerTag & OrielPlayerHandlers & { [attribute: `${string}`]: unknown };
    }
  }
}
