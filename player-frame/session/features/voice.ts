import { err, ok, type Result } from '../../../lib/kernel/result.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import { defaultVoiceSeconds, minVoiceBytes, voicePageSize } from '../../../lib/kernel/voice.ts';
import { type HostCallData, type HostCallResult, RequestError } from '../../../lib/protocol/index.ts';
import type { PlaybackFailure } from '../../state/player-state.ts';
import { failureOf } from '../../state/steps.ts';
import { voiceProblem } from '../../state/voice.ts';
import type { VoiceContent, VoiceItem } from '../../state/voice-events.ts';
import { openMicrophone } from '../../talk/microphone.ts';
import { type RecordedVoice, startVoiceRecorder, type VoiceRecorder } from '../../talk/voice-recorder.ts';
import { cameraOf } from '../camera-of.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import type { VoiceCall } from '../lapp-client.ts';
import { voiceText } from '../voice-text.ts';

const listMs: Ms = 10_000;
/** The camera plays a message at the speed of speech before the server answers. */
const sendMs: Ms = 110_000;
const maxPageSize = 50;

interface VoicePage {
  readonly items: readonly VoiceItem[];
  readonly total: number;
  readonly canSpeak: boolean;
}

type Content =
  | { readonly kind: 'saved'; readonly fileUrl: string }
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'text'; readonly text: string };

/** Voice messages: the list, the recording, and sending. */
export function makeVoice(context: FeatureContext): Feature {
  const { clock, lapp, host, getState, send } = context;
  let recorder: VoiceRecorder | null = null;
  let recorded: (RecordedVoice & { readonly url: string }) | null = null;
  /** The recording that is wanted; an older one that opens late is cancelled. */
  let take = 0;
  const ending = new AbortController();

  async function call(
    name: VoiceCall,
    form: Readonly<Record<string, string>>,
    options: { readonly signal: AbortSignal; readonly timeoutMs: Ms; readonly voiceFile?: Blob },
  ): Promise<Result<unknown, PlaybackFailure>> {
    const token = await context.token(options.signal);
    if (!token.ok) return token;
    // Messages of the product, and reasons, in the language of the player.
    const lang = getState().language;
    return lapp.voice(name, { ...form, lang, accessToken: token.value }, options);
  }

  async function query(
    page: number,
    pageSize: number,
    isDefault: boolean,
    signal: AbortSignal,
  ): Promise<Result<VoicePage, PlaybackFailure>> {
    const form = { pageStart: String(page), pageSize: String(pageSize), default: String(isDefault) };
    const answer = await call('voiceQuery', form, { signal, timeoutMs: listMs });
    return answer.ok ? readPage(answer.value) : answer;
  }

  /** Null: the camera has received it. */
  async function deliver(content: Content, signal: AbortSignal): Promise<PlaybackFailure | null> {
    const camera = cameraOf(getState());
    if (!camera) return failureOf('player.notPlaying');
    const form = { deviceSerial: camera.deviceSerial, channelNo: String(camera.channelNo) };
    const options = { signal, timeoutMs: sendMs };
    const answer =
      content.kind === 'saved'
        ? await call('voiceSend', { ...form, fileUrl: content.fileUrl }, options)
        : content.kind === 'text'
          ? await call('voiceSendOnce', { ...form, voiceText: content.text }, options)
          : await call('voiceSendOnce', form, { ...options, voiceFile: content.file });
    return answer.ok ? null : voiceProblem(answer.error);
  }

  function contentOf(content: VoiceContent): Content | null {
    if (content.kind !== 'recorded') return content;
    return recorded && { kind: 'file', file: recorded.file };
  }

  const explained = async (problem: PlaybackFailure) => ({
    ...(await context.explain(problem)),
    message: voiceText(problem, getState().language),
  });

  async function load(page: number, isDefault: boolean): Promise<void> {
    const found = await query(page, voicePageSize, isDefault, ending.signal);
    if (!found.ok) return send({ type: 'event.voicesFailed', problem: voiceProblem(found.error) });
    const { items, canSpeak } = found.value;
    send({ type: 'event.voices', page, isDefault, items, canSpeak });
  }

  async function record(wanted: number): Promise<void> {
    take = wanted;
    const isStale = () => take !== wanted || ending.signal.aborted;
    const { voiceWorklet } = context;
    const started =
      voiceWorklet === undefined
        ? err('talk.unsupported')
        : await startVoiceRecorder({
            workletUrl: voiceWorklet,
            openMicrophone: () => openMicrophone(),
            onLevel: (level) => send({ type: 'event.voiceLevel', take: wanted, level }),
            onLost: () => void finish(),
          });
    if (!started.ok) {
      if (!isStale()) send({ type: 'event.voiceRecordingFailed', take: wanted, code: started.error });
    } else if (isStale()) started.value.cancel();
    else {
      recorder = started.value;
      send({ type: 'event.voiceRecording', take: wanted, at: clock.now() });
    }
  }

  async function finish(): Promise<void> {
    const [stopped, wanted] = [recorder, take];
    recorder = null;
    if (!stopped) return;
    const voice = await stopped.stop().catch(() => null);
    if (take !== wanted || ending.signal.aborted) return;
    if (!voice) return send({ type: 'event.voiceRecordingFailed', take, code: 'voice.tooSmall' });
    recorded = { ...voice, url: URL.createObjectURL(voice.file) };
    const { lengthMs, url, file } = recorded;
    send({ type: 'event.voiceRecorded', take, lengthMs, bytes: file.size, url });
  }

  function drop(): void {
    take = 0;
    recorder?.cancel();
    recorder = null;
    if (recorded) URL.revokeObjectURL(recorded.url);
    recorded = null;
  }

  async function sendForViewer(delivery: number, chosen: VoiceContent): Promise<void> {
    const content = contentOf(chosen);
    const problem = content ? await deliver(content, ending.signal) : failureOf('voice.tooSmall');
    if (!ending.signal.aborted) send({ type: 'event.voiceSent', delivery, problem });
  }

  return {
    handlers: {
      async queryVoices({ page = 0, pageSize = voicePageSize, isDefault = false }, signal) {
        if (page < 0 || pageSize < 1 || pageSize > maxPageSize) {
          throw new RequestError(await context.explain(failureOf('bad-args')));
        }
        const found = await query(page, pageSize, isDefault, signal);
        if (!found.ok) throw new RequestError(await context.explain(found.error));
        const { items, total } = found.value;
        return { voices: [...items], total } satisfies HostCallResult<'queryVoices'>;
      },
      async sendVoice(voice, signal) {
        const content = pageContent(voice);
        if (content === null) throw new RequestError(await context.explain(failureOf('bad-args')));
        const isTooSmall = content.kind === 'file' && content.file.size < minVoiceBytes;
        const problem = isTooSmall ? failureOf('voice.tooSmall') : await deliver(content, signal);
        if (!problem) return;
        const failure = await explained(problem);
        host.notify('handleTalkError', failure);
        throw new RequestError(failure);
      },
    },
    run(effect) {
      if (effect.do === 'loadVoices') void load(effect.page, effect.isDefault);
      if (effect.do === 'recordVoice') void record(effect.take);
      if (effect.do === 'endVoiceRecording') void finish();
      if (effect.do === 'dropVoice') drop();
      if (effect.do === 'sendVoice') void sendForViewer(effect.delivery, effect.content);
    },
    notify(notice) {
      if (notice.type !== 'voiceFailed') return;
      void explained(notice.problem).then((failure) => host.notify('handleTalkError', failure));
    },
    reset: drop,
    destroy() {
      ending.abort();
      drop();
    },
  };
}

/** Null: not exactly one of the three. */
function pageContent({ fileUrl, file, text }: HostCallData<'sendVoice'>): Content | null {
  const contents: Content[] = [];
  if (fileUrl !== undefined) contents.push({ kind: 'saved', fileUrl });
  if (file !== undefined) contents.push({ kind: 'file', file });
  if (text !== undefined) contents.push({ kind: 'text', text });
  return contents.length === 1 ? (contents[0] ?? null) : null;
}

/** The answer of `voice/query`. Items that are no messages are left out. */
export function readPage(answer: unknown): Result<VoicePage, PlaybackFailure> {
  const { data, page, ext } = recordOf(answer);
  if (!Array.isArray(data)) return err(failureOf('address.malformed'));
  const items = data.flatMap((item): VoiceItem[] => {
    const { voiceName, fileUrl, duration } = recordOf(item);
    if (typeof fileUrl !== 'string' || fileUrl === '') return [];
    const seconds = Number(duration);
    return [
      {
        name: typeof voiceName === 'string' ? voiceName : '',
        fileUrl,
        duration: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds) : defaultVoiceSeconds,
      },
    ];
  });
  const total = Number(recordOf(page).total);
  return ok({
    items,
    total: Number.isSafeInteger(total) && total >= 0 ? total : items.length,
    canSpeak: recordOf(ext).canSpeak === true,
  });
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
