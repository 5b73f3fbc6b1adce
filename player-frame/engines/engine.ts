import type { EpochMs, Ms } from '../../lib/kernel/units.ts';

/** What an engine is asked to play. The ticket goes in a header or in a first message, never in the URL. */
export interface LiveTarget {
  /** Absolute `http(s):` URL of the FLV stream; the WebSocket variant is the same path with `ws(s):`. */
  readonly url: string;
  readonly ticket: string;
}

/** Facts an engine reports. It reports only: whoever listens decides. */
export type EngineFact =
  /** What the stream carries, as soon as it is known. */
  | {
      type: 'tracks';
      video: { codec: string; width: number; height: number } | null;
      audio: { codec: string } | null;
    }
  /** The first picture is on the screen. */
  | { type: 'firstFrame'; at: Ms }
  /** The server told of the source: reconnecting to the camera, live again. */
  | { type: 'source'; state: 'live' | 'retrying'; code: string | null; retryInMs: Ms | null }
  /** No new picture for `forMs` although one was due. */
  | { type: 'stalled'; forMs: Ms }
  | { type: 'resumed' }
  /** Sound cannot be heard until the viewer clicks. */
  | { type: 'audioBlocked' }
  | { type: 'stats'; stats: EngineStats }
  /** The engine stopped by itself and holds no connection any more. */
  | { type: 'failed'; failure: EngineFailure };

export interface EngineFailure {
  readonly kind: 'network' | 'media' | 'denied' | 'other';
  /** Server code (`10002`, `20002`), media code (`media.unsupported`) or transport code (`network.closed`). */
  readonly code: string;
  readonly message: string;
}

export interface EngineStats {
  readonly framesShown: number;
  readonly framesDropped: number;
  readonly bytes: number;
  /** Camera wall time of the picture on the screen. */
  readonly wallMs: EpochMs | null;
  /** Frame made on the server's clock to frame shown, null until it can be told. */
  readonly latencyMs: Ms | null;
}

/** What engines need from the page. Engines start muted and visible. */
export interface EngineDeps {
  readonly assets: { readonly webcodecsWorker: string; readonly audioWorklet: string };
  /** How the WebCodecs engine fetches its bytes; mpegts.js always uses HTTP, the other way round it cannot. */
  readonly transport?: 'websocket' | 'http';
}

export interface MediaEngine {
  readonly kind: 'webcodecs' | 'flv' | 'hls';
  readonly can: { readonly seek: boolean; readonly rate: boolean; readonly snapshot: boolean };
  /** Connects and plays. Resolves on the first picture; rejects only when aborted. Failures are facts. */
  load(target: LiveTarget, signal: AbortSignal): Promise<void>;
  /**
   * Shows the server the ticket of a fresh token, so that the running stream outlives the old one. False: this
   * connection cannot say anything any more, and ends with the old token.
   */
  renew(ticket: string): boolean;
  setMuted(muted: boolean): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  /** Hidden tabs stop decoding pictures and go on with the newest key frame when they return. */
  setVisible(visible: boolean): void;
  /** Wall time of the picture on the screen: the camera's clock where it tells it, else its arrival. */
  currentTime(): EpochMs | null;
  onFact(listener: (fact: EngineFact) => void): () => void;
  /** Safe to call twice. When it resolves, sockets, workers, decoders and audio contexts are gone. */
  destroy(): Promise<void>;
}

/** What an engine draws into. The engine adds and removes its own element. */
export interface Stage {
  readonly element: HTMLElement;
}
