import type { Ms } from '../../lib/kernel/units.ts';
import { maxVoiceSeconds, minVoiceBytes, voicePageSize } from '../../lib/kernel/voice.ts';
import type { Effect } from './player-events.ts';
import type { PlaybackFailure, PlayerState, RequestId } from './player-state.ts';
import { answerTo, failureOf, isActive, next, type Step, stay, withToast } from './steps.ts';
import type { Voice, VoiceContent, VoiceEvent, VoiceRequest } from './voice-events.ts';

// Voice messages (specification, document 1, sections 4, 5 and 9).

const minVoiceMs: Ms = 1_000;
/** The counter stops here. */
export const maxVoiceMs: Ms = maxVoiceSeconds * 1_000;

/** The camera is in a talk, or plays another message. */
const busyCodes = new Set(['400904', '360010', '361010', '380077', '160029']);

/** What the failure of a message is called: a code of its own, or the server's code and message. */
export function voiceProblem({ code, message }: Pick<PlaybackFailure, 'code' | 'message'>): PlaybackFailure {
  if (code === '10001') return failureOf('voice.notFound');
  if (busyCodes.has(code)) return failureOf('voice.busy');
  return { ...failureOf(code), message };
}

export function onVoiceRequest(state: PlayerState, request: VoiceRequest & { id?: RequestId }): Step {
  const { voice } = state;
  const answer = answerTo(request.id);
  switch (request.type) {
    case 'request.openVoice':
      return after(open(state), answer);
    case 'request.closeVoice':
      return after(closeVoice(state), answer);
    case 'request.toggleVoice':
      return after(voice.isOpen ? closeVoice(state) : open(state), answer);
    case 'request.moreVoices':
      return after(loadMore(state), answer);
    case 'request.recordVoice':
      return after(record(state), answer);
    case 'request.endVoiceRecording':
      return after(endVoiceRecording(state), answer);
    case 'request.discardVoice':
      return after(discard(state), answer);
    case 'request.sendVoice':
      return after(send(state, request.content), answer);
  }
}

export function onVoiceEvent(state: PlayerState, event: VoiceEvent): Step {
  const { voice } = state;
  if ('take' in event && event.take !== voice.take) return stay(state);
  switch (event.type) {
    case 'event.voices':
      return listed(state, event);
    case 'event.voicesFailed':
      return known(state, { list: { ...voice.list, isLoading: false, problem: event.problem } });
    case 'event.voiceRecording':
      return voice.recording.phase === 'opening'
        ? next({ ...state, voice: { ...voice, recording: { phase: 'on', since: event.at, level: 0 } } }, [
            { do: 'startTimer', attempt: voice.take, what: 'voice', afterMs: maxVoiceMs },
          ])
        : stay(state);
    case 'event.voiceLevel':
      return voice.recording.phase === 'on'
        ? known(state, { recording: { ...voice.recording, level: event.level } })
        : stay(state);
    case 'event.voiceRecorded':
      return recorded(state, event);
    case 'event.voiceRecordingFailed':
      return failed({ ...state, voice: { ...voice, recording: { phase: 'off' } } }, failureOf(event.code));
    case 'event.voiceSent':
      return sent(state, event);
  }
}

/** The counter has reached its end: what was said until then is kept. */
export function onVoiceTimer(state: PlayerState, take: number): Step {
  return take === state.voice.take ? endVoiceRecording(state) : stay(state);
}

/** Closes the panel and forgets a message that was not sent. One on its way arrives. */
export function closeVoice(state: PlayerState): Step {
  const { voice } = state;
  if (!voice.isOpen) return stay(state);
  const dropped = discard(state);
  return next(
    { ...dropped.state, voice: { ...dropped.state.voice, isOpen: false, result: null } },
    dropped.effects,
  );
}

function open(state: PlayerState): Step {
  if (state.voice.isOpen || !isActive(state)) return stay(state);
  // Loaded again, because addresses expire; those that are known are shown meanwhile.
  const list = {
    ...state.voice.list,
    nextPage: 0,
    isLoading: true,
    hasMore: false,
    isDefault: false,
    problem: null,
  };
  return known(state, { isOpen: true, result: null, list }, [
    { do: 'loadVoices', page: 0, isDefault: false },
  ]);
}

function loadMore(state: PlayerState): Step {
  const { list } = state.voice;
  const isRetry = list.problem !== null;
  if (list.isLoading || !(list.hasMore || isRetry)) return stay(state);
  return known(state, { list: { ...list, isLoading: true, problem: null } }, [
    { do: 'loadVoices', page: list.nextPage, isDefault: list.isDefault },
  ]);
}

function listed(
  state: PlayerState,
  { page, isDefault, items, canSpeak }: Extract<VoiceEvent, { type: 'event.voices' }>,
): Step {
  const { list } = state.voice;
  if (!list.isLoading || page !== list.nextPage || isDefault !== list.isDefault) return stay(state);
  // Without messages of its own, an organisation has those of the product.
  if (page === 0 && items.length === 0 && !isDefault)
    return known(state, { list: { ...list, items: [], isDefault: true, canSpeak } }, [
      { do: 'loadVoices', page: 0, isDefault: true },
    ]);
  const before = page === 0 ? [] : list.items;
  const added = items.filter((item) => before.every(({ fileUrl }) => fileUrl !== item.fileUrl));
  return known(state, {
    list: {
      items: [...before, ...added],
      nextPage: page + 1,
      isLoading: false,
      hasMore: items.length >= voicePageSize,
      isDefault,
      canSpeak,
      problem: null,
    },
  });
}

function record(state: PlayerState): Step {
  const { voice } = state;
  const { phase } = voice.recording;
  if (!voice.isOpen || voice.sending || (phase !== 'off' && phase !== 'ready')) return stay(state);
  const take = voice.take + 1;
  return known(state, { recording: { phase: 'opening' }, take, result: null }, [
    { do: 'dropVoice' },
    { do: 'recordVoice', take },
  ]);
}

function endVoiceRecording(state: PlayerState): Step {
  if (state.voice.recording.phase !== 'on') return stay(state);
  return known(state, { recording: { phase: 'ending' } }, [{ do: 'endVoiceRecording' }]);
}

function recorded(
  state: PlayerState,
  { lengthMs, bytes, url }: Extract<VoiceEvent, { type: 'event.voiceRecorded' }>,
): Step {
  const { phase } = state.voice.recording;
  // The end of the microphone ends a recording too.
  if (phase !== 'ending' && phase !== 'on') return stay(state);
  const fault = lengthMs < minVoiceMs ? 'voice.tooShort' : bytes < minVoiceBytes ? 'voice.tooSmall' : null;
  if (fault === null) return known(state, { recording: { phase: 'ready', lengthMs, url } });
  const dropped = discard(state);
  const refused = failed(dropped.state, failureOf(fault));
  return next(refused.state, [...dropped.effects, ...refused.effects]);
}

/** A new number, so that what still arrives of the recording is ignored. */
function discard(state: PlayerState): Step {
  const { voice } = state;
  if (voice.recording.phase === 'off') return known(state, { result: null });
  // It is being sent: the file is freed afterwards.
  if (voice.sending?.kind === 'recorded') return stay(state);
  return known(state, { recording: { phase: 'off' }, take: voice.take + 1, result: null }, [
    { do: 'dropVoice' },
  ]);
}

function send(state: PlayerState, content: VoiceContent): Step {
  const { voice } = state;
  if (!voice.isOpen || voice.sending) return stay(state);
  if (content.kind === 'recorded' ? voice.recording.phase !== 'ready' : voice.recording.phase === 'on')
    return stay(state);
  const delivery = voice.delivery + 1;
  return known(state, { sending: content, delivery, result: null }, [{ do: 'sendVoice', delivery, content }]);
}

function sent(
  state: PlayerState,
  { delivery, problem }: Extract<VoiceEvent, { type: 'event.voiceSent' }>,
): Step {
  const { voice } = state;
  if (delivery !== voice.delivery || !voice.sending) return stay(state);
  const wasRecorded = voice.sending.kind === 'recorded';
  const done = { ...state, voice: { ...voice, sending: null } };
  if (problem) return failed(done, voiceProblem(problem));
  const freed = wasRecorded ? discard(done) : stay(done);
  if (!voice.isOpen) {
    const told = withToast(freed.state, 'voice.sent');
    return next(told.state, [...freed.effects, ...told.effects]);
  }
  return next({ ...freed.state, voice: { ...freed.state.voice, result: { isSent: true } } }, freed.effects);
}

function failed(state: PlayerState, problem: PlaybackFailure): Step {
  return known(state, { result: { isSent: false, problem } }, [
    { do: 'notify', notice: { type: 'voiceFailed', problem } },
  ]);
}

const known = (state: PlayerState, change: Partial<Voice>, effects: readonly Effect[] = []): Step =>
  next({ ...state, voice: { ...state.voice, ...change } }, effects);

const after = ({ state, effects }: Step, more: readonly Effect[]): Step => next(state, [...effects, ...more]);
