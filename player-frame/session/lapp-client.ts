import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { Failure } from '../state/player-events.ts';
import {
  type CallOptions,
  failure,
  field,
  type LappLink,
  liveUrlPath,
  maxAnswerChars,
  parseJson,
  readEnvelope,
  readWhole,
} from './lapp-link.ts';

/** Calls of the open API made by the frame. The first one of all, and how they are sent, is in lapp-link.ts. */
export interface LappClient {
  readonly liveUrl: LappLink['liveUrl'];
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

export const lappPaths = {
  liveUrl: liveUrlPath,
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

/** A page of recordings has 10,000 files at most. */
const maxRecordedChars = 4_000_000;

export function createLappClient(link: LappLink): LappClient {
  const call = (
    path: string,
    form: Readonly<Record<string, string>>,
    options: CallOptions,
    maxChars = maxAnswerChars,
  ) =>
    link.ask(path, { method: 'POST', body: new URLSearchParams(form) }, options, (status, text) =>
      readEnvelope(status, text, maxChars),
    );

  return {
    liveUrl: link.liveUrl,
    theme: ({ id, accessToken }, options) =>
      link.ask(
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
      return link.ask(lappPaths[name], { method: 'POST', body }, options, readWhole);
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

/** `{meta: {code}, data}`: 0 is success. */
function readMeta(_status: number, text: string): Result<unknown, Failure> {
  const body = text.length <= maxAnswerChars * 2 ? parseJson(text) : null;
  const code = field(field(body, 'meta'), 'code');
  return code === 0 ? ok(field(body, 'data')) : err(failure('other', String(code).slice(0, 64), null));
}
