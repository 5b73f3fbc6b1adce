/**
 * The frame's end of the host protocol (docs/design/protocol.md): sends hello to the parent page, accepts the port it
 * returns, and then communicates through the port only. Uses neither a framework nor zod; messages are parsed with
 * guards generated from the schemas.
 */
import { portShape, synShape } from '../../lib/protocol/frame-guards.generated.ts';
import {
  type FrameCallData,
  type FrameCallName,
  type FrameCallResult,
  type FrameEventData,
  type FrameEventName,
  type HostCallHandlers,
  type PlayerSnapshot,
  type PortMessage,
  protocolVersions,
  type Welcome,
} from '../../lib/protocol/index.ts';
import { parseShape } from '../../lib/protocol/parse-shape.ts';
import { openPortSession, type PortSession, protocolError } from './host-link-session.ts';
import { createNonce } from './nonce.ts';

export interface HostLinkOptions {
  /** The frame's own window. */
  readonly window: Window;
  /** Exact origins that may embed this player. */
  readonly allowedOrigins: readonly string[];
  /** For feature detection by the host. */
  readonly features: readonly string[];
  /** Current state, for the welcome message. */
  readonly snapshot: () => PlayerSnapshot;
  /** One handler per call. */
  readonly onRequest: Partial<HostCallHandlers>;
  /** The host page has closed the connection or was replaced: stop playback. */
  readonly onBye?: () => void;
}

export interface HostLink {
  readonly isConnected: boolean;
  /** Sends an event. Dropped while no host is connected: the welcome message contains the state. */
  emit<Name extends FrameEventName>(name: Name, data: FrameEventData<Name>): void;
  /**
   * Sends a request to the host. Rejects with a RequestError: `refused`, `timeout`, `aborted`, `destroyed`,
   * `not-connected` or `bad-reply`.
   */
  request<Name extends FrameCallName>(
    name: Name,
    data: FrameCallData<Name>,
    signal?: AbortSignal,
  ): Promise<FrameCallResult<Name>>;
  destroy(): void;
}

export function createHostLink(options: HostLinkOptions): HostLink {
  const { window, allowedOrigins, features, snapshot, onRequest, onBye } = options;
  const host = window.parent;
  let nonce = createNonce();
  let session: PortSession | null = null;

  function sendHello(targetOrigin: string): void {
    host.postMessage({ oriel: 'hello', v: protocolVersions, n: nonce }, targetOrigin);
  }

  /**
   * In a window of Document Picture-in-Picture, the page that opened it posts the messages: a window of the origin of
   * the parent, which could script the parent anyway.
   */
  function isFromHost({ source, origin }: MessageEvent): boolean {
    if (source === host) return true;
    return source !== null && source === host.opener && window.location.ancestorOrigins?.[0] === origin;
  }

  function onMessage(event: MessageEvent): void {
    if (!isFromHost(event) || !allowedOrigins.includes(event.origin)) return;
    if (parseShape(synShape, event.data)) sendHello(event.origin);
    const offer = parseShape(portShape, event.data) as PortMessage | undefined;
    const port = event.ports[0];
    if (!offer || !port) return;
    // A nonce is valid for one port, so that a recorded message cannot take over the player.
    if (session || offer.n !== nonce || !protocolVersions.includes(offer.v)) return;
    const welcome: Welcome = { v: offer.v, features: [...features], state: snapshot() };
    session = openPortSession(port, welcome, onRequest, () => {
      session = null;
      nonce = createNonce();
      onBye?.();
      sendHello(event.origin);
    });
  }

  /** If the browser reveals the parent's origin, a page that is not allowed receives no message. */
  function firstTarget(): string | null {
    const [parentOrigin] = window.location.ancestorOrigins ?? ['*'];
    if (parentOrigin === '*') return parentOrigin;
    return parentOrigin !== undefined && allowedOrigins.includes(parentOrigin) ? parentOrigin : null;
  }

  const isEmbedded = host !== window;
  if (isEmbedded) {
    window.addEventListener('message', onMessage);
    const target = firstTarget();
    if (target !== null) sendHello(target);
  }

  return {
    get isConnected() {
      return session !== null;
    },
    emit(name, data) {
      session?.emit(name, data);
    },
    request(name, data, signal) {
      return session
        ? session.request(name, data, signal)
        : Promise.reject(protocolError('not-connected', 'no host page is connected', true));
    },
    destroy() {
      window.removeEventListener('message', onMessage);
      session?.close();
      session = null;
    },
  };
}
