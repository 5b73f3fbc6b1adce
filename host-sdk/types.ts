// The public types of the SDK, without an import, so that they can be shipped as they are.
// tests/types/sdk-types.test.ts holds them against the protocol.

/** A word from a list that may grow: a newer player may say one that this list does not have. */
type Open<Known extends string> = Known | (string & {});

/** Why the player asks for a token. `expired`: it ran out; `denied`: it does not open this camera. */
export type TokenReason = Open<'start' | 'expired' | 'denied'>;

export interface PlayerOptions {
  /** Where Oriel runs, for instance `https://video.example.com`. */
  server: string;
  /** Your application key. */
  app: string;
  /** Returns an access token, or a promise of one. It reaches the player over a private channel only. */
  getToken: (reason: TokenReason) => string | Promise<string>;
  /** Camera address, `ezopen://oriel/<serial>/<channel>.live`. May follow later by `play(url)`. */
  url?: string | undefined;
  /** `simple` (picture only) or `standard` (with controls). Default `simple`. */
  template?: string | undefined;
  /** Play as soon as possible. Default true. */
  autoplay?: boolean | undefined;
  /** Sound on from the start; browsers may want a click first. Default false. */
  audio?: boolean | undefined;
  /** `zh-CN`, `en-US`, … Default: the language of the browser. */
  language?: string | undefined;
  /** CSS pixels, or a percentage. Default 600 by 400. */
  width?: number | string | undefined;
  height?: number | string | undefined;
  /** Read out by screen readers. Default `Camera`. */
  title?: string | undefined;
  /** Let the player ask for the microphone (talk). Default false. */
  microphone?: boolean | undefined;
}

export interface CallOptions {
  /** Aborting rejects the call with `aborted`; the player gives the work up. */
  signal?: AbortSignal | undefined;
}

export type FailureSource = Open<'device' | 'service' | 'player' | 'protocol'>;

export interface PlayerFailure {
  /** For programs, never changes meaning: see the list of codes in the guide. */
  code: string;
  /** For people. */
  message: string;
  source: FailureSource;
  /** Trying the same again may work. */
  retryable: boolean;
  detail?:
    | {
        description?: string | undefined;
        solution?: string | undefined;
        /** The player tries again by itself after this many ms. */
        retryInMs?: number | undefined;
      }
    | undefined;
}

/** What the player does. `reconnecting` keeps the last picture on the screen. */
export type PlayerPhase = Open<'idle' | 'resolving' | 'loading' | 'playing' | 'reconnecting' | 'failed'>;

export interface PlayerSnapshot {
  phase: PlayerPhase;
  /** Camera address without its verification code. */
  address?: string | undefined;
  muted: boolean;
  /** Sound is wanted, but the browser waits for a click in the player. */
  audioBlocked?: boolean | undefined;
  engine?: Open<'webcodecs' | 'flv' | 'hls'> | undefined;
  /** Why this engine and not another. */
  engineReason?: string | undefined;
  /** Playbacks started so far. */
  attempt: number;
  /** Size of the picture in pixels. */
  width?: number | undefined;
  height?: number | undefined;
  /** Camera to screen, ms, where it can be told. */
  latencyMs?: number | undefined;
  /** Why it is `reconnecting` or `failed`. */
  code?: string | undefined;
  message?: string | undefined;
  /** While `reconnecting`: ms until the next attempt. */
  retryInMs?: number | undefined;
  fullScreen?: boolean | undefined;
}

export interface Welcome {
  /** Protocol version. */
  v: number;
  /** What this player can do. */
  features: string[];
  state: PlayerSnapshot;
}

export interface PlayerEvents {
  /** A picture is on the screen. */
  handleSuccess: Record<never, never>;
  /** Something failed outside a call: playback, the connection to the player, the start. */
  handleError: PlayerFailure;
  /** After every change, and once when the player is ready. */
  state: PlayerSnapshot;
  dblclick: Record<never, never>;
  esc: Record<never, never>;
  /** The viewer wants the player to fill the page (true) or to go back (false). */
  iframeFullScreen: { active: boolean };
}

export interface Player {
  readonly iframe: HTMLIFrameElement;
  /** Resolves when the player answers; rejects with `handshake-timeout`, `version` or `destroyed`. */
  readonly ready: Promise<Welcome>;
  /** The latest state; absent before `ready`. */
  readonly state?: PlayerSnapshot | undefined;
  /** Resolves when the picture is on the screen. Calls before `ready` wait for it. */
  play(url?: string, options?: CallOptions): Promise<void>;
  stop(options?: CallOptions): Promise<void>;
  openSound(options?: CallOptions): Promise<void>;
  closeSound(options?: CallOptions): Promise<void>;
  /** Epoch ms of the picture on the screen, by the camera's clock. */
  getOSDTime(options?: CallOptions): Promise<number>;
  changePlayUrl(url: string, options?: CallOptions): Promise<void>;
  /** The container changed its size: lay out again. */
  autoResize(options?: CallOptions): Promise<void>;
  /** Returns a function that removes the listener. */
  on<Name extends keyof PlayerEvents>(name: Name, listener: (data: PlayerEvents[Name]) => void): () => void;
  off<Name extends keyof PlayerEvents>(name: Name, listener: (data: PlayerEvents[Name]) => void): void;
  /** Removes the player. Calls that wait reject with `destroyed`. Safe to call twice. */
  destroy(): Promise<void>;
}
