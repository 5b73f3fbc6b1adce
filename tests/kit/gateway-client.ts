/** Clients of the gateway that send exactly what a test says, over either transport. */
import { WebSocket } from 'ws';
import { gatewaySubprotocol } from '../../lib/kernel/rtcgw.ts';
import { until } from './gateway-server.ts';

export type GatewayTransport = 'WebSocket' | 'HTTP';

export interface Message {
  readonly rtcgw: string;
  readonly transaction?: string;
  readonly session_id?: number;
  readonly sender?: number;
  readonly data?: { readonly id: number };
  readonly error?: { readonly code: number; readonly reason: string };
  readonly plugindata?: { readonly plugin: string; readonly data: Record<string, unknown> };
  readonly jsep?: { readonly type: string; readonly sdp: string };
  readonly [field: string]: unknown;
}

export interface GatewayClient {
  /** Events in the order of their arrival. */
  readonly events: Message[];
  /** Close code and reason of a WebSocket, once it is closed; HTTP status of a refused long poll. */
  readonly closed: { readonly code: number; readonly reason: string } | null;
  /** Sends a message and resolves with the response to its transaction. */
  send(message: Readonly<Record<string, unknown>>): Promise<Message>;
  /** Resolves with the first event that has not been taken yet and has this name. */
  take(rtcgw: string): Promise<Message>;
  /** Receives events of this session: long polls begin. */
  listen(sessionId: number, token: string): void;
  /** Goes away without a word. */
  drop(): void;
  /** Closes as a page does that is left. */
  leave(): void;
}

let transactions = 0;

const commonOf = (message: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  transactions += 1;
  return { transaction: `test${String(transactions).padStart(8, '0')}`, ...message };
};

abstract class EventList {
  readonly events: Message[] = [];
  private readonly taken = new Set<Message>();

  async take(rtcgw: string): Promise<Message> {
    const found = () => this.events.find((event) => event.rtcgw === rtcgw && !this.taken.has(event));
    await until(`the event ${rtcgw}`, () => found() !== undefined);
    const event = found()!;
    this.taken.add(event);
    return event;
  }
}

class SocketClient extends EventList implements GatewayClient {
  closed: { code: number; reason: string } | null = null;
  private readonly pending = new Map<string, (message: Message) => void>();

  constructor(private readonly ws: WebSocket) {
    super();
    ws.on('message', (data) => {
      const message: Message = JSON.parse(String(data));
      const resolve = this.pending.get(message.transaction ?? '');
      if (!resolve) {
        this.events.push(message);
        return;
      }
      this.pending.delete(message.transaction ?? '');
      resolve(message);
    });
    ws.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
    });
    ws.on('error', () => {});
  }

  send(message: Readonly<Record<string, unknown>>): Promise<Message> {
    const whole = commonOf(message);
    return new Promise((resolve) => {
      this.pending.set(String(whole.transaction), resolve);
      this.ws.send(JSON.stringify(whole));
    });
  }

  listen(): void {}

  drop(): void {
    this.ws.terminate();
  }

  leave(): void {
    this.ws.close();
  }
}

class HttpClient extends EventList implements GatewayClient {
  closed: { code: number; reason: string } | null = null;
  private readonly gone = new AbortController();

  constructor(private readonly url: string) {
    super();
  }

  async send(message: Readonly<Record<string, unknown>>): Promise<Message> {
    const { session_id: session, handle_id: handle, ...rest } = commonOf(message);
    const isClaim = message.rtcgw === 'claim';
    const path = isClaim ? [] : [session, handle].filter((id) => id !== undefined);
    const response = await fetch([this.url, ...path].join('/'), {
      method: 'POST',
      body: JSON.stringify(isClaim ? { ...rest, session_id: session } : rest),
    });
    return (await response.json()) as Message;
  }

  listen(sessionId: number, token: string): void {
    void this.poll(sessionId, token);
  }

  drop(): void {
    this.gone.abort();
  }

  leave(): void {
    this.gone.abort();
  }

  private async poll(sessionId: number, token: string): Promise<void> {
    const query = new URLSearchParams({ rid: String(Date.now()), maxev: '10', token });
    while (!this.gone.signal.aborted) {
      const response = await fetch(`${this.url}/${sessionId}?${query}`, { signal: this.gone.signal }).catch(
        () => null,
      );
      if (response?.status === 200) this.events.push(...((await response.json()) as Message[]));
      else {
        const reason = await response?.text();
        this.closed ??= { code: response?.status ?? 0, reason: reason ?? '' };
        return;
      }
    }
  }
}

/** `url`: by scheme. */
export async function gatewayClient(
  transport: GatewayTransport,
  url: (scheme: string) => string,
): Promise<GatewayClient> {
  if (transport === 'HTTP') return new HttpClient(url('http'));
  const ws = new WebSocket(url('ws'), gatewaySubprotocol);
  const client = new SocketClient(ws);
  await new Promise((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('error', reject);
  });
  return client;
}
