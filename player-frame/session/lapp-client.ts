import type { z } from 'zod';
import type { liveUrl } from '../../lib/contracts/lapp/live-url.call.ts';
import type { Clock } from '../../lib/kernel/clock.ts';
import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { Failure } from '../state/player-events.ts';
import type { RecordingStores } from '../state/recorded-events.ts';
import type { OfferedKeyTerms } from './media-keys.ts';

/**
 * Calls of the open API made by the frame. Their zod contracts would be larger than the whole boot script, so the few
 * required fields are checked by hand; a test compares both.
 */
export interface LappClient {
  liveUrl(
    form: { readonly ezopen: string; readonly accessToken: string },
    options: CallOptions,
  ): Promise<Result<LiveAddress, Failure>>;
  /** A stored theme, not yet validated. */
  theme(
    query: { readonly id: string; readonly accessToken: string },
    options: CallOptions,
  ): Promise<Result<unknown, Failure>>;
  /** PTZ command. Resolves with a code: 200, a limit, or a failure. */
  move(
    action: 'start' | 'stop',
    form: {
      readonly deviceSerial: string;
      readonly channelNo: number;
      readonly direction: number;
      /** Distinguishes players with the same token, because a camera is controlled by one player at a time. */
      readonly viewer: string;
      readonly accessToken: string;
    },
    options: CallOptions,
  ): Promise<string>;
  deviceCapacity(
    form: { readonly deviceSerial: string; readonly channelNo: number; readonly accessToken: string },
    options: CallOptions,
  ): Promise<Result<Readonly<Record<string, unknown>>, Failure>>;
  /** What a talk needs, not yet validated (session/talk-answer.ts). */
  talkUrl(form: TalkForm, options: CallOptions): Promise<Result<unknown, Failure>>;
  /** What was recorded and the alarms, not yet validated (session/features/recordings.ts). */
  recorded(
    call: RecordedCall,
    form: Readonly<Record<string, string>>,
    options: CallOptions,
  ): Promise<Result<unknown, Failure>>;
  /** Saved voice messages, and sending one: the whole answer, not yet validated (session/features/voice.ts). */
  voice(
    call: VoiceCall,
    form: Readonly<Record<string, string>>,
    options: CallOptions & { readonly voiceFile?: Blob | undefined },
  ): Promise<Result<unknown, Failure>>;
}

export type VoiceCall = 'voiceQuery' | 'voiceSend' | 'voiceSendOnce';
/** `cameras`: others of a broadcast, as `SERIAL:CHANNEL`. */
export interface TalkForm {
  readonly deviceSerial: string;
  readonly channelNo: number;
  readonly accessToken: string;
  readonly cameras: readonly string[];
}

export type RecordedCall = 'videoByTime' | 'videoDays' | 'alarmDeviceList';

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

export const lappPaths = {
  liveUrl: '/api/lapp/live/url/ezopen',
  deviceCapacity: '/api/lapp/device/capacity',
  ptzStart: '/api/lapp/device/ptz/start',
  ptzStop: '/api/lapp/device/ptz/stop',
  videoByTime: '/api/lapp/video/by/time',
  videoDays: '/api/lapp/video/days',
  alarmDeviceList: '/api/lapp/alarm/device/list',
  voiceQuery: '/api/lapp/voice/query',
  voiceSend: '/api/lapp/voice/send',
  voiceSendOnce: '/api/lapp/voice/sendonce',
  talkUrl: '/api/lapp/live/talk/url',
  theme: '/console/jssdk/ezopen/template/getDetail',
} as const;

/** Longer responses are invalid. */
const maxAnswerChars = 65_536;
/** A page of recordings has 10,000 files at most. */
const maxRecordedChars = 4_000_000;

export interface LappClientDeps {
  /** Origin of the calls: the frame's own origin. */
  readonly origin: string;
  readonly clock: Clock;
  readonly send: typeof fetch;
  /** Field of the live address call (specification, section 7). */
  readonly userAgent: string;
  /** Of the messages of refused addresses. */
  readonly language: () => string;
}

export function createLappClient({ origin, clock, send, userAgent, language }: LappClientDeps): LappClient {
  const call = (
    path: string,
    form: Readonly<Record<string, string>>,
    options: CallOptions,
    maxChars = maxAnswerChars,
  ) =>
    fetchAnswer(path, { method: 'POST', body: new URLSearchParams(form) }, options, (status, text) =>
      readEnvelope(status, text, maxChars),
    );

  async function fetchAnswer(
    path: string,
    request: RequestInit,
    { signal, timeoutMs, keepalive = false }: CallOptions,
    read: (status: number, text: string) => Result<unknown, Failure>,
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
    async liveUrl(form, options) {
      const answer = await call(
        lappPaths.liveUrl,
        {
          ...form,
          ...{ isFlv: 'false', isHttp: 'false', userAgent },
          lang: language(),
        },
        options,
      );
      if (!answer.ok) return answer;
      const data = readLiveUrl(answer.value, origin);
      return data ? ok(data) : err(failure('other', 'address.malformed', null));
    },
    theme: ({ id, accessToken }, options) =>
      fetchAnswer(
        `${lappPaths.theme}?${new URLSearchParams({ id })}`,
        { headers: { authorization: `Bearer ${accessToken}` } },
        options,
        readMeta,
      ),
    async move(action, { channelNo, direction, ...form }, options) {
      const path = action === 'start' ? lappPaths.ptzStart : lappPaths.ptzStop;
      const answer = await call(
        path,
        { ...form, channelNo: String(channelNo), speed: '1', direction: String(direction) },
        options,
      );
      return answer.ok ? '200' : answer.error.code;
    },
    talkUrl: ({ channelNo, cameras, ...form }, options) =>
      call(
        lappPaths.talkUrl,
        {
          ...form,
          channelNo: String(channelNo),
          ...(cameras.length > 0 ? { cameras: cameras.join(',') } : {}),
        },
        options,
      ),
    recorded: (name, form, options) => call(lappPaths[name], form, options, maxRecordedChars),
    voice(name, form, { voiceFile, ...options }) {
      let body: FormData | URLSearchParams = new URLSearchParams(form);
      if (name === 'voiceSendOnce') {
        body = new FormData();
        for (const [field, value] of Object.entries(form)) body.set(field, value);
        // Last, so that a server can check the others first.
        if (voiceFile) body.set('voiceFile', voiceFile, 'voice.wav');
      }
      return fetchAnswer(lappPaths[name], { method: 'POST', body }, options, readWhole);
    },
    async deviceCapacity({ channelNo, ...form }, options) {
      const answer = await call(lappPaths.deviceCapacity, { ...form, channelNo: String(channelNo) }, options);
      if (!answer.ok) return answer;
      const isObject = typeof answer.value === 'object' && answer.value !== null;
      return isObject
        ? ok(answer.value as Readonly<Record<string, unknown>>)
        : err(failure('other', 'address.malformed', null));
    },
  };
}

/** `{code, msg, data}`: 200 is success, other codes are in the error catalogue. */
export function readEnvelope(
  status: number,
  text: string,
  maxChars = maxAnswerChars,
): Result<unknown, Failure> {
  const whole = readWhole(status, text, maxChars);
  return whole.ok ? ok(field(whole.value, 'data')) : whole;
}

/** With what is beside `data`. */
function readWhole(status: number, text: string, maxChars = maxAnswerChars): Result<unknown, Failure> {
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

/** `{meta: {code}, data}`: 0 is success. */
function readMeta(_status: number, text: string): Result<unknown, Failure> {
  const body = text.length <= maxAnswerChars * 2 ? parseJson(text) : null;
  const code = field(field(body, 'meta'), 'code');
  return code === 0 ? ok(field(body, 'data')) : err(failure('other', String(code).slice(0, 64), null));
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

function failure(kind: Failure['kind'], code: string, message: string | null): Failure {
  return { kind, code, stage: 'address', message: message?.slice(0, 200) ?? null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function textField(value: unknown, name: string): string | null {
  const text = field(value, name);
  return typeof text === 'string' ? text : null;
}
