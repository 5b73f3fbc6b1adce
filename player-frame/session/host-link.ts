/**
 * The frame's end of the host protocol (docs/design, "Host protocol"): it says hello to the page around it, takes
 * the port that page sends back, and from then on speaks on the port alone. No framework, and no zod: it parses
 * with guards generated from the schemas.
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
  /** For capability tests of the host. */
  readonly features: readonly string[];
  /** The state at this moment, for the welcome. */
  readonly snapshot: () => PlayerSnapshot;
  /** One function per request. */
  readonly onRequest: Partial<HostCallHandlers>;
  /** The host said good-bye, or another page of the host took over: stop playing. */
  readonly onBye?: () => void;
}

export interface HostLink {
  readonly isConnected: boolean;
  /** Tells the host. Lost while no host is connected: its welcome brings the state. */
  emit<Name extends FrameEventName>(name: Name, data: FrameEventData<Name>): void;
  /**
   * Asks the host. Rejects with a RequestError: `refused` (the host has none), `timeout`, `aborted`, `destroyed`,
   * `not-connected`, `bad-reply`.
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

  function onMessage(event: MessageEvent): void {
    if (event.source !== host || !allowedOrigins.includes(event.origin)) return;
    if (parseShape(synShape, event.data)) sendHello(event.origin);
    const offer = parseShape(portShape, event.data) as PortMessage | undefined;
    const port = event.ports[0];
    if (!offer || !port) return;
    // A nonce is good for one port, so that nobody can take a running player over with a message heard before.
    if (session || offer.n !== nonce || !protocolVersions.includes(offer.v)) return;
    const welcome: Welcome = { v: offer.v, features: [...features], state: snapshot() };
    session = openPortSession(port, welcome, onRequest, () => {
      session = null;
      nonce = createNonce();
      onBye?.();
      sendHello(event.origin);
    });
  }

  /** Where the browser tells who is around us, a page that is not allowed hears nothing at all. */
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
