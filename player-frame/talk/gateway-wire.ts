import { gatewayDiscriminator, gatewaySubprotocol } from '../../lib/kernel/rtcgw.ts';

// The adapters between `janus-gateway` and our gateway: the same messages with other names.

/** The camera is named in the messages that begin a session. */
export interface WireCamera {
  readonly deviceSerial: string;
  readonly channelNo: number;
}

type Message = Record<string, unknown>;

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the client sends, with our names. */
export function toWire(text: string, { deviceSerial, channelNo }: WireCamera): string {
  const { janus, ...rest } = JSON.parse(text) as Message;
  const isFirst = janus === 'create' || janus === 'claim';
  const camera = isFirst ? { device: deviceSerial, channel: channelNo } : {};
  return JSON.stringify({ [gatewayDiscriminator]: janus, ...camera, ...rest });
}

/**
 * What the gateway sends, with the client's names. Null: not a message, which the client would fail at. An error without
 * detail is an 'Unknown error'.
 */
export function fromWire(value: unknown): Message | null {
  if (!isMessage(value)) return null;
  const { [gatewayDiscriminator]: name, janus: _foreign, ...rest } = value;
  if (typeof name !== 'string') return null;
  const error =
    name === 'error' && !isMessage(rest.error) ? { code: 490, reason: 'Unknown error' } : rest.error;
  return { janus: name, ...rest, ...(error === undefined ? {} : { error }) };
}

export function fromWireText(data: unknown): Message | null {
  try {
    return fromWire(JSON.parse(String(data)));
  } catch {
    return null;
  }
}

type Listener = (event: { readonly data?: string }) => void;

/** A WebSocket as the client uses it. */
export class GatewaySocket {
  // The client clears these before it claims its session; its listeners are added by `addEventListener`.
  onopen: unknown = null;
  onerror: unknown = null;
  onclose: unknown = null;
  readonly #socket: WebSocket;
  readonly #camera: WireCamera;
  readonly #listeners = new Map<Listener, (event: Event) => void>();
  #wasOpen = false;

  constructor(socket: WebSocket, camera: WireCamera) {
    this.#socket = socket;
    this.#camera = camera;
    socket.addEventListener('open', () => {
      this.#wasOpen = true;
    });
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  send(text: string): void {
    // Late candidates of a connection that is gone have no receiver.
    if (this.#socket.readyState === 1) this.#socket.send(toWire(text, this.#camera));
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason);
  }

  addEventListener(type: string, listener: Listener): void {
    const adapted = (event: Event): void => {
      // The client takes an error of an open connection for a failed attempt, and would try the next address.
      if (type === 'error' && this.#wasOpen) return;
      const message = type === 'message' ? fromWireText((event as MessageEvent).data) : {};
      if (message) listener({ data: JSON.stringify(message) });
    };
    this.#listeners.set(listener, adapted);
    this.#socket.addEventListener(type, adapted);
  }

  removeEventListener(type: string, listener: Listener): void {
    const adapted = this.#listeners.get(listener);
    if (adapted) this.#socket.removeEventListener(type, adapted);
  }
}

/** The part of a response that the client reads. */
interface GatewayResponse {
  readonly ok: boolean;
  readonly status: number;
  json(): Promise<unknown>;
}

/** All connections of one talk. */
export interface GatewayWire {
  socket(url: string): GatewaySocket;
  fetch(url: string, init: RequestInit): Promise<GatewayResponse>;
  /** Ends what is still open. */
  close(): void;
}

export interface WireDeps {
  readonly camera: WireCamera;
  readonly makeSocket: (url: string, subprotocol: string) => WebSocket;
  readonly send: typeof fetch;
}

/** The client writes the token into the address of a long poll, where proxies log it: it becomes a header. */
function withoutToken(url: string): { readonly address: string; readonly headers: Record<string, string> } {
  const address = new URL(url);
  const token = address.searchParams.get('token');
  address.searchParams.delete('token');
  return { address: address.href, headers: token === null ? {} : { authorization: `Bearer ${token}` } };
}

export function createGatewayWire({ camera, makeSocket, send }: WireDeps): GatewayWire {
  const sockets = new Set<WebSocket>();
  const polls = new AbortController();
  return {
    socket(url) {
      const socket = makeSocket(url, gatewaySubprotocol);
      sockets.add(socket);
      socket.addEventListener('close', () => sockets.delete(socket));
      return new GatewaySocket(socket, camera);
    },
    async fetch(url, init) {
      const isPoll = init.method === 'GET';
      const { address, headers } = withoutToken(url);
      const response = await send(address, {
        ...init,
        headers: { ...init.headers, ...headers },
        ...(typeof init.body === 'string' ? { body: toWire(init.body, camera) } : {}),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        // The end of a session is sent even if the page is being closed.
        keepalive: !isPoll,
        ...(isPoll ? { signal: polls.signal } : {}),
      });
      return {
        ok: response.ok,
        status: response.status,
        async json() {
          const body: unknown = await response.json();
          const messages = (Array.isArray(body) ? body : [body]).flatMap((each) => fromWire(each) ?? []);
          if (messages.length === 0) throw new Error('not a message of the gateway');
          return Array.isArray(body) ? messages : messages[0];
        },
      };
    },
    close() {
      for (const socket of sockets) socket.close();
      sockets.clear();
      polls.abort();
    },
  };
}
