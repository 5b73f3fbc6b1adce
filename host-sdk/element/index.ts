/**
 * `<oriel-player>`: the player as a custom element, for plain HTML and every framework. Importing this module defines
 * the element; on a server, where there are no elements, it does nothing. Imports only the SDK.
 */
import { applyChanges, identity } from '../embed/apply-changes.ts';
import { openPlayer } from '../embed/open-player.ts';
import type { Player, PlayerFailure, PlayerOptions } from '../types.ts';

/** Options with a property of their own; all others are in `options`. */
type Values = Partial<PlayerOptions> & { options?: Partial<PlayerOptions> };

const attributes =
  'server,app,url,template,language,poster,scale-mode,theme-data,volume,autoplay,audio,microphone'.split(',');
const propertyOf = (attribute: string) => attribute.replace(/-(.)/, (_, letter) => letter.toUpperCase());
const properties = [...attributes.map(propertyOf), 'getToken', 'options'];

export class OrielPlayerElement extends ((globalThis.HTMLElement ?? Object) as typeof HTMLElement) {
  static observedAttributes = attributes;

  /** Undefined until the element is in the page and has its server, application and `getToken`. */
  player: Player | undefined;
  values: Values = {};
  /** The values that the player has. */
  private shown: Values = {};
  /** Of the player; empty without one. */
  private key: unknown = '';
  private waiting: unknown;

  connectedCallback(): void {
    this.style.display ||= 'block';
    for (const name of properties)
      if (Object.hasOwn(this, name)) {
        // Set before this module was loaded, and hides the accessor.
        this.values[name as never] = this[name as never];
        delete this[name as never];
      }
    this.change();
  }

  disconnectedCallback(): void {
    this.change();
  }

  attributeChangedCallback(attribute: string, _old: string | null, text: string | null): void {
    const name = propertyOf(attribute);
    const isFlag = /^(au|mic)/.test(name);
    this[name as never] = (
      text === null ? undefined : isFlag ? text !== 'false' : name === 'volume' ? +text : text
    ) as never;
  }

  /** In a moment, so that what a framework sets in one step is one change, and a moved element keeps its player. */
  change(): void {
    this.waiting ??= Promise.resolve().then(() => {
      const { options, ...own } = this.values;
      const values = { ...options, ...own } as PlayerOptions;
      const { shown, player, isConnected } = this;
      const emit = (type: string, detail?: unknown) => this.dispatchEvent(new CustomEvent(type, { detail }));
      const fail = (failure: PlayerFailure) => failure.code === 'destroyed' || emit('error', failure);
      const key = isConnected && values.server && values.app && own.getToken && identity(values);
      this.waiting = undefined;
      this.shown = values;
      if (key === this.key) return applyChanges(player, shown, values, fail);
      player?.destroy();
      this.player = undefined;
      this.key = key;
      if (!key) return;
      this.player = openPlayer(this, () => ({ ...this.values.options, ...this.values }) as PlayerOptions, {
        state: (state) => emit('state', state),
        fail,
        success: () => emit('success'),
      });
    });
  }
}

for (const name of properties)
  Object.defineProperty(OrielPlayerElement.prototype, name, {
    get(this: OrielPlayerElement) {
      return this.values[name as never];
    },
    set(this: OrielPlayerElement, value: unknown) {
      this.values[name as never] = value as never;
      this.change();
    },
  });

const elements = globalThis.customElements;
elements?.get('oriel-player') || elements?.define('oriel-player', OrielPlayerElement);
