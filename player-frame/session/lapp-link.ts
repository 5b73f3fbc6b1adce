import type { z } from 'zod';
import type { liveUrl } from '../../lib/contracts/lapp/live-url.call.ts';
import type { Clock } from '../../lib/kernel/clock.ts';
import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { Failure } from '../state/player-events.ts';
import type { RecordingStores } from '../state/recorded-events.ts';
import type { OfferedKeyTerms } from './media-keys.ts';

/**
 * The way to the open API, and the one call before the first frame. The others are in lapp-client.ts, which is loaded with
 * the features. The zod contracts would be larger than the whole boot script, so the few required fields are checked by
 * hand; a test compares both.
 */
export interface LappLink {
  liveUrl(
    form: { readonly ezopen: string; readonly accessToken: string },
    options: CallOptions,
  ): Promise<Result<LiveAddress, Failure>>;
  /** Sends a request, and reads the answer with `read`. Resolves with a network failure if there is none. */
  ask(
    path: string,
    request: RequestInit,
    options: CallOptions,
    read: ReadAnswer,
  ): Promise<Result<unknown, Failure>>;
}

export type ReadAnswer = (status: number, text: string) => Result<unknown, Failure>;

/** URL of the stream or playlist, its ticket, name of the camera (may be empty), and remaining lifetime of the token. */
export interface LiveAddress
  extends Pick<z.infer<typeof liveUrl.data>, 'url' | 'token' | 'deviceName' | 'expireInMs' | 'encryption'> {
  /** Of a recorded address: what may be played, `end` exclusive. */
  readonly range?: { readonly begin: EpochMs; readonly end: EpochMs };
  /** IANA name of the zone of civil times in recorded addresses. */
  readonly timeZone?: string;
  /** Of a recorded address: the token also permits live video. */
  readonly hasLive?: boolean;
  /** Which recordings may be played. */
  readonly stores?: RecordingStores;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: Ms;
  /** Send even if the page is being unloaded. */
  readonly keepalive?: boolean;
}

export const liveUrlPath = '/api/lapp/live/url/ezopen';

/** Longer responses are invalid. */
export const maxAnswerChars = 65_536;

export interface LappLinkDeps {
  /** Origin of the calls: the frame's own origin. */
  readonly origin: string;
  readonly clock: Clock;
  readonly send: typeof fetch;
  /** Field of the live address call (specification, section 7). */
  readonly userAgent: string;
  /** Of the messages of refused addresses. */
  readonly language: () => string;
}

export function createLappLink({ origin, clock, send, userAgent, language }: LappLinkDeps): LappLink {
  async function ask(
    path: string,
    request: RequestInit,
    { signal, timeoutMs, keepalive = false }: CallOptions,
    read: ReadAnswer,
  ): Promise<Result<unknown, Failure>> {
    const limit = new AbortController();
    const abort = () => limit.abort();
    const cancelTimer = clock.after(timeoutMs, abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    try {
      const response = await send(`${origin}${path}`, {
        ...request,
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        keepalive,
        signal: limit.signal,
      });
      return read(response.status, await response.text());
    } catch {
      // The browser does not reveal why a request failed, and its message is not localized.
      return err(failure('network', limit.signal.aborted ? 'network.timeout' : 'network.unreachable', null));
    } finally {
      cancelTimer();
      signal.removeEventListener('abort', abort);
    }
  }

  return {
    ask,
    async liveUrl(form, options) {
      const fields = { ...form, isFlv: 'false', isHttp: 'false', userAgent, lang: language() };
      const request = { method: 'POST', body: new URLSearchParams(fields) };
      const answer = await ask(liveUrlPath, request, options, readEnvelope);
      if (!answer.ok) return answer;
      const data = readLiveUrl(answer.value, origin);
      return data ? ok(data) : err(failure('other', 'address.malformed', null));
    },
  };
}

/** `{code, msg, data}`: 200 is success, other codes are in the error catalogue. */
export function readEnvelope(status: number, text: string, maxChars?: number): Result<unknown, Failure> {
  const whole = readWhole(status, text, maxChars);
  return whole.ok ? ok(field(whole.value, 'data')) : whole;
}

/** With what is beside `data`. */
export function readWhole(status: number, text: string, maxChars = maxAnswerChars): Result<unknown, Failure> {
  const body = text.length <= maxChars ? parseJson(text) : null;
  const code = field(body, 'code');
  if (typeof code !== 'string' && typeof code !== 'number') {
    const kind = status >= 500 || status === 429 ? 'network' : 'other';
    return err(failure(kind, status === 200 ? 'address.malformed' : `http.${status}`, null));
  }
  if (String(code) === '200') return ok(body);
  const kind = status >= 500 || status === 429 || String(code) === '50000' ? 'network' : 'other';
  return err(failure(kind, String(code).slice(0, 64), textField(body, 'msg') || null));
}

/** Rejects stream URLs of other origins. */
export function readLiveUrl(data: unknown, origin: string): LiveAddress | null {
  const url = textField(data, 'url');
  const token = textField(data, 'token');
  // Optional: without it, the serial number is shown.
  const deviceName = textField(data, 'deviceName') ?? '';
  const expireInMs = field(data, 'expireInMs');
  if (!url || !token || !URL.canParse(url)) return null;
  if (typeof expireInMs !== 'number' || !Number.isSafeInteger(expireInMs) || expireInMs < 0) return null;
  if (new URL(url).origin !== origin) return null;
  const terms = field(data, 'encryption');
  const encryption = terms === undefined ? undefined : readKeyTerms(terms);
  if (encryption === null) return null;
  const range = readRange(field(data, 'range'));
  const timeZone = textField(data, 'timeZone');
  const hasLive = field(data, 'hasLive');
  return {
    url,
    token,
    deviceName,
    expireInMs,
    ...(encryption && { encryption }),
    ...(range ? { range } : {}),
    ...(timeZone ? { timeZone } : {}),
    ...(typeof hasLive === 'boolean' ? { hasLive } : {}),
    ...readStores(field(data, 'recordings')),
  };
}

/** What another version of the server says is left out. */
function readStores(value: unknown): Pick<LiveAddress, 'stores'> {
  const [cloud, device] = [textField(value, 'cloud'), textField(value, 'device')];
  return cloud && device ? { stores: { 'cloud.rec': cloud, rec: device } } : {};
}

function readRange(value: unknown): LiveAddress['range'] | null {
  const [begin, end] = [field(value, 'begin'), field(value, 'end')];
  const isRange = Number.isSafeInteger(begin) && Number.isSafeInteger(end);
  return isRange && (begin as EpochMs) < (end as EpochMs)
    ? { begin: begin as EpochMs, end: end as EpochMs }
    : null;
}

/** Bounded, because deriving a key takes time. */
const maxIterations = 10_000_000;

function readKeyTerms(value: unknown): OfferedKeyTerms | null {
  const isWithoutId = field(value, 'keyId') === undefined;
  const keyId = textField(value, 'keyId');
  const salt = textField(value, 'salt');
  const iterations = field(value, 'iterations');
  if (!(keyId || isWithoutId) || !salt || !/^[A-Za-z0-9+/]+={0,2}$/.test(salt)) return null;
  if (typeof iterations !== 'number' || !(iterations >= 1 && iterations <= maxIterations)) return null;
  return { ...(keyId === null ? {} : { keyId }), salt, iterations };
}

export function failure(kind: Failure['kind'], code: string, message: string | null): Failure {
  return { kind, code, stage: 'address', message: message?.slice(0, 200) ?? null };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function textField(value: unknown, name: string): string | null {
  const text = field(value, name);
  return typeof text === 'string' ? text : null;
}
