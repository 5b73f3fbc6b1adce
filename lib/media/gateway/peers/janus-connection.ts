/**
 * A client of Janus's WebSocket API: one connection with one session for all peers of the process. It is opened with the
 * first peer, and again with the next peer after it was lost.
 */
import { createHmac } from 'node:crypto';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { AppError } from '../../../kernel/app-error.ts';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import { randomId } from '../../../kernel/random-id.ts';
import type { Ms } from '../../../kernel/units.ts';

export interface JanusAccess {
  readonly url: string;
  /** `api_secret`; null: none. */
  readonly apiSecret: string | null;
  /** `token_auth_secret`; null: none. */
  readonly tokenSecret: string | null;
}

/** What Janus reports about a handle. */
export interface JanusHandleEvents {
  /** The WebRTC connection is up. */
  up(): void;
  /** The WebRTC connection or the handle is gone. May be called for each of them. */
  down(reason: string): void;
  candidate(candidate: z.output<typeof trickle>): void;
}

export interface JanusHandle {
  /** A request to the plugin. Resolves with its event. Rejects with `peer.failed`. */
  request(body: object, jsep?: Jsep): Promise<{ readonly data: unknown; readonly jsep: Jsep | null }>;
  trickle(candidate: object): void;
  /** Safe to call twice. */
  detach(): void;
}

export interface JanusConnection {
  /** Rejects with `peer.failed`. */
  attach(plugin: string, events: JanusHandleEvents): Promise<JanusHandle>;
  /** Safe to call twice. */
  close(): void;
}

const jsepSchema = z.object({ type: z.string(), sdp: z.string() });
export type Jsep = z.output<typeof jsepSchema>;
const trickle = z.object({
  candidate: z.string().optional(),
  sdpMid: z.string().optional(),
  sdpMLineIndex: z.number().optional(),
  completed: z.boolean().optional(),
});
const incoming = z.object({
  janus: z.string(),
  transaction: z.string().optional(),
  sender: z.number().optional(),
  data: z.object({ id: z.number() }).optional(),
  reason: z.string().optional(),
  error: z.object({ code: z.number(), reason: z.string() }).optional(),
  plugindata: z.object({ data: z.looseObject({ error: z.string().optional() }) }).optional(),
  jsep: jsepSchema.optional(),
  candidate: trickle.optional(),
});
type Incoming = z.output<typeof incoming>;

const answerWithinMs: Ms = 5_000;
/** Janus ends a session after 60 s without a message. */
const keepAliveEveryMs: Ms = 25_000;
const maxMessageBytes = 262_144;
/** Of a signed token: one is made for each message. */
const tokenLastsMs: Ms = 60_000;
const pluginForTokens = 'janus.plugin.nosip';

export function createJanusConnection(access: JanusAccess, clock: Clock, logger: Logger): JanusConnection {
  let link: Promise<Link> | null = null;
  let isClosed = false;

  function open(): Promise<Link> {
    link ??= openLink(access, clock, (reason) => {
      logger.warn({ reason }, 'connection to Janus lost');
      link = null;
    }).catch((error) => {
      link = null;
      throw error;
    });
    return link;
  }

  return {
    async attach(plugin, events) {
      if (isClosed) throw failed('the server is stopping');
      return (await open()).attach(plugin, events);
    },
    close() {
      isClosed = true;
      link?.then((one) => one.close()).catch(() => {});
    },
  };
}

interface Link {
  attach(plugin: string, events: JanusHandleEvents): Promise<JanusHandle>;
  close(): void;
}

const failed = (why: string, cause?: unknown) =>
  new AppError('peer.failed', `Janus cannot be used: ${why}`, {}, { cause });

async function openLink(access: JanusAccess, clock: Clock, lost: (reason: string) => void): Promise<Link> {
  const socket = await openSocket(access.url);
  const waiting = new Map<
    string,
    { done(message: Incoming): void; fail(error: AppError): void; cancel: Cancel; isAckEnough: boolean }
  >();
  const handles = new Map<number, JanusHandleEvents>();
  let isOver = false;

  function send(message: object): string {
    const transaction = randomId(12);
    socket.send(JSON.stringify({ ...message, transaction, ...credentials(access, clock) }));
    return transaction;
  }

  /** `isAckEnough`: nothing follows the acknowledgement. */
  function ask(message: object, isAckEnough = false): Promise<Incoming> {
    return new Promise((resolve, reject) => {
      if (isOver) return reject(failed('the connection was lost'));
      const transaction = send(message);
      const fail = (error: AppError) => {
        waiting.delete(transaction);
        reject(error);
      };
      const cancel = clock.after(answerWithinMs, () => fail(failed('it did not answer within 5 s')));
      waiting.set(transaction, { done: resolve, fail, cancel, isAckEnough });
    });
  }

  function settle(message: Incoming): void {
    const request = waiting.get(message.transaction ?? '');
    if (!request || (message.janus === 'ack' && !request.isAckEnough)) return;
    waiting.delete(message.transaction!);
    request.cancel();
    if (message.error) request.fail(failed(`${message.error.reason} (${message.error.code})`));
    else request.done(message);
  }

  function report(message: Incoming): void {
    const events = message.sender === undefined ? undefined : handles.get(message.sender);
    if (message.janus === 'timeout') end('Janus has ended the session');
    else if (message.janus === 'webrtcup') events?.up();
    else if (message.janus === 'trickle' && message.candidate) events?.candidate(message.candidate);
    else if (message.janus === 'hangup' || message.janus === 'detached') {
      // After a hangup the handle still exists, and is detached by its peer.
      if (message.janus === 'detached') handles.delete(message.sender!);
      events?.down(`Janus: ${(message.reason ?? message.janus).slice(0, 128)}`);
    }
  }

  function end(reason: string): void {
    if (isOver) return;
    isOver = true;
    stopKeepAlive();
    socket.close();
    for (const request of waiting.values()) {
      request.cancel();
      request.fail(failed('the connection was lost'));
    }
    waiting.clear();
    for (const events of handles.values()) events.down(reason);
    handles.clear();
    lost(reason);
  }

  socket.on('message', (bytes) => {
    const message = parse(String(bytes));
    if (!message) return;
    settle(message);
    report(message);
  });
  socket.on('error', () => {});
  socket.on('close', () => end('The connection to Janus was lost'));
  let stopKeepAlive: Cancel = () => {};

  const created = await ask({ janus: 'create' }).catch((error) => {
    end('Janus has opened no session');
    throw error;
  });
  const session = created.data!.id;
  stopKeepAlive = clock.every(keepAliveEveryMs, () => {
    ask({ janus: 'keepalive', session_id: session }, true).catch(() => end('Janus did not answer'));
  });

  return {
    async attach(plugin, events) {
      const { data } = await ask({ janus: 'attach', session_id: session, plugin });
      const place = { session_id: session, handle_id: data!.id };
      handles.set(data!.id, events);
      return {
        async request(body, jsep) {
          const answer = await ask({ janus: 'message', ...place, body, ...(jsep ? { jsep } : {}) });
          const result = answer.plugindata?.data;
          if (result?.error !== undefined) throw failed(result.error.slice(0, 128));
          return { data: result, jsep: answer.jsep ?? null };
        },
        trickle: (candidate) => {
          if (!isOver) send({ janus: 'trickle', ...place, candidate });
        },
        detach() {
          if (handles.delete(data!.id) && !isOver) send({ janus: 'detach', ...place });
        },
      };
    },
    close: () => end('The server is stopping'),
  };
}

function openSocket(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, 'janus-protocol', {
      handshakeTimeout: answerWithinMs,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
    });
    socket.once('open', () => resolve(socket));
    socket.once('error', (cause) => reject(failed('it cannot be reached', cause)));
  });
}

function parse(text: string): Incoming | null {
  try {
    return incoming.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A token is `expiry,realm,plugins:signature`. */
function credentials({ apiSecret, tokenSecret }: JanusAccess, clock: Clock): object {
  const claim = `${Math.floor((clock.now() + tokenLastsMs) / 1000)},janus,${pluginForTokens}`;
  return {
    ...(apiSecret === null ? {} : { apisecret: apiSecret }),
    ...(tokenSecret === null
      ? {}
      : { token: `${claim}:${createHmac('sha1', tokenSecret).update(claim).digest('base64')}` }),
  };
}
