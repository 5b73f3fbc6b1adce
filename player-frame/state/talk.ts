import { setAudio } from './audio.ts';
import type { Effect, Moment } from './player-events.ts';
import type { PlaybackFailure, PlayerState, RequestId } from './player-state.ts';
import { answerTo, failureOf, next, refuse, type Step, stay, withToast } from './steps.ts';
import type { TalkEvent, TalkRequest } from './talk-events.ts';
import { initialTalk, maxGain, silence, type Talk } from './talk-state.ts';

// Talk: from the microphone of the viewer to the loudspeaker of the camera (specification, document 2, section 4).

/** Code of the specification: the camera does not support talk. */
const unsupported = '-1000';

export function onTalkRequest(state: PlayerState, request: TalkRequest & { id?: RequestId }): Step {
  const { talk } = state;
  const { id } = request;
  const answer = answerTo(id);
  switch (request.type) {
    case 'request.startTalk':
      return start(state, request);
    case 'request.stopTalk':
      return after(endTalk(closePanel(state)), answer);
    case 'request.toggleTalk':
      return isTalking(state)
        ? onTalkRequest(state, { ...request, type: 'request.stopTalk' })
        : start(state, { ...request, type: 'request.startTalk' });
    case 'request.setTalk':
      return change(state, request, answer);
    case 'request.closeTalkPanel':
      return endTalk(closePanel({ ...state, talk: { ...talk, failure: null } }));
    case 'request.listAudioDevices':
      return stay(state, [{ do: 'listAudioDevices' }]);
  }
}

export function onTalkEvent(state: PlayerState, event: TalkEvent, { now }: Moment): Step {
  const { talk } = state;
  if ('number' in event && event.number !== talk.number) return stay(state);
  const talked = (changed: Partial<Talk>) => next({ ...state, talk: { ...talk, ...changed } });
  switch (event.type) {
    case 'event.talkSupport':
      return talked({ support: event.support });
    case 'event.audioDevices':
      return talked({ devices: event.devices });
    case 'event.talkPermitted':
      return talk.phase === 'permission' ? talked({ phase: 'connecting' }) : stay(state);
    case 'event.talkAdmitted': {
      if (talk.phase !== 'connecting') return stay(state);
      const { duplex } = event;
      return talked({ duplex, isMuted: talk.isMuted || duplex === 'half' });
    }
    case 'event.talkCameras':
      return camerasChanged(state, event.cameras, now);
    case 'event.talkLevels':
      return talk.phase === 'on' ? talked({ levels: event.levels }) : stay(state);
    case 'event.microphoneKept':
      return talked({
        settings: { ...talk.settings, microphoneId: event.microphoneId },
        failure: event.playbackFailure,
      });
    case 'event.talkSlow':
      return talk.phase === 'on' ? withToast(state, 'talk.slowLink', { count: event.lost }) : stay(state);
    case 'event.talkTakenOver':
      return isTalking(state) ? overtaken(endTalk(closePanel(state))) : stay(state);
    case 'event.talkEnded':
      return ended(state, event.playbackFailure);
  }
}

/** Talking, or on the way to it. */
export function isTalking({ talk: { phase } }: PlayerState): boolean {
  return phase === 'permission' || phase === 'connecting' || phase === 'on';
}

/** True if the viewer must hold a key or the button to speak. */
export function selectIsHold({ talk }: PlayerState): boolean {
  return talk.settings.isHold || talk.duplex === 'half';
}

function start(
  state: PlayerState,
  { id, cameras = [], isMuted }: Extract<TalkRequest, { type: 'request.startTalk' }> & { id?: RequestId },
): Step {
  const { talk } = state;
  if (talk.phase === 'on') return stay(state, answerTo(id));
  const waiting = id === undefined ? talk.waiting : [...talk.waiting, id];
  if (isTalking(state)) return next({ ...state, talk: { ...talk, waiting } });
  if (state.playback.phase !== 'playing') return refused(state, waiting, 'player.notPlaying');
  if (talk.support === 'none') return refused(state, waiting, unsupported);
  const number = talk.number + 1;
  const duplex = talk.support ?? 'full';
  const started: PlayerState = {
    ...state,
    talk: {
      ...quiet(talk),
      phase: 'permission',
      number,
      duplex,
      isPanelOpen: true,
      isMuted: isMuted ?? (talk.settings.isHold || duplex === 'half'),
      failure: null,
      waiting,
      hadSound: state.audio.isOpen,
    },
  };
  const silent = state.audio.isOpen ? setAudio(started, false) : next(started);
  return after(silent, [{ do: 'talk', number, cameras }]);
}

function refused(state: PlayerState, waiting: readonly RequestId[], code: string): Step {
  const playbackFailure = failureOf(code);
  const talk = { ...state.talk, isPanelOpen: true, failure: playbackFailure, waiting: [] };
  return next({ ...state, talk }, [
    ...refuseAll(waiting, playbackFailure),
    { do: 'notify', notice: { type: 'talkFailed', playbackFailure } },
  ]);
}

function change(
  state: PlayerState,
  request: Extract<TalkRequest, { type: 'request.setTalk' }> & { id?: RequestId },
  answer: readonly Effect[],
): Step {
  const { talk } = state;
  const { isHold, microphoneId, speakerId, gain, id } = request;
  if (gain !== undefined && !(gain >= 0 && gain <= maxGain)) {
    return refuse(state, id, 'bad-args');
  }
  const settings = {
    isHold: isHold ?? talk.settings.isHold,
    microphoneId: microphoneId ?? talk.settings.microphoneId,
    speakerId: speakerId ?? talk.settings.speakerId,
    gain: gain ?? talk.settings.gain,
  };
  // The way of speaking decides whether the microphone is open; a key or the page changes that later.
  const isMuted = request.isMuted ?? (isHold === undefined ? talk.isMuted : isHold || talk.duplex === 'half');
  const failure = isTalking(state) ? null : talk.failure;
  return next({ ...state, talk: { ...talk, settings, isMuted, failure } }, answer);
}

function camerasChanged(state: PlayerState, cameras: Talk['cameras'], now: number): Step {
  const { talk } = state;
  if (talk.phase !== 'connecting' && talk.phase !== 'on') return stay(state);
  const isReceived = cameras.some((camera) => camera.state === 'receiving');
  if (talk.phase === 'connecting' && !isReceived) return next({ ...state, talk: { ...talk, cameras } });
  const on = { phase: 'on', since: talk.since ?? now, waiting: [], cameras } as const;
  return next({ ...state, talk: { ...talk, ...on } }, [
    ...talk.waiting.map((id): Effect => ({ do: 'answer', id })),
    { do: 'notify', notice: { type: 'talking', cameras } },
  ]);
}

/** The end was reported: as requested, or by the server, the network or the microphone. */
function ended(state: PlayerState, playbackFailure: PlaybackFailure | null): Step {
  const { talk } = state;
  if (!isTalking(state)) return next({ ...state, talk: { ...talk, phase: 'off' } });
  const wasOn = talk.phase === 'on';
  const isPanelOpen = talk.isPanelOpen && playbackFailure !== null;
  const over = withSound(
    { ...state, talk: { ...quiet(talk), phase: 'off', failure: playbackFailure, isPanelOpen } },
    wasOn,
  );
  if (wasOn) {
    return after(over, [{ do: 'notify', notice: { type: 'talkEnded', playbackFailure } }]);
  }
  const why = playbackFailure ?? failureOf('talk.ended');
  return after(over, [
    ...refuseAll(talk.waiting, why),
    { do: 'notify', notice: { type: 'talkFailed', playbackFailure: why } },
  ]);
}

/** Ends a talk, also before it has begun. */
export function endTalk(state: PlayerState): Step {
  if (!isTalking(state)) return stay(state);
  const { talk } = state;
  const wasOn = talk.phase === 'on';
  const over = withSound({ ...state, talk: { ...quiet(talk), phase: 'ending' } }, wasOn);
  return after(over, [
    ...refuseAll(talk.waiting, failureOf('aborted')),
    { do: 'endTalk' },
    ...(wasOn ? [{ do: 'notify', notice: { type: 'talkEnded', playbackFailure: null } } as const] : []),
  ]);
}

/** After a change of the camera: what it supports is not known yet. */
export function forgetTalk(state: PlayerState): PlayerState {
  return { ...state, talk: { ...state.talk, support: null, failure: null } };
}

export function closePanel(state: PlayerState): PlayerState {
  return { ...state, talk: { ...state.talk, isPanelOpen: false } };
}

function overtaken({ state, effects }: Step): Step {
  const notified = withToast(state, 'talk.takenOver');
  return next(notified.state, [...effects, ...notified.effects]);
}

/** No audio in either direction. */
function quiet(talk: Talk): Talk {
  return { ...talk, since: null, cameras: [], levels: silence, waiting: [], duplex: initialTalk.duplex };
}

/**
 * After a talk, audio of the video is open if the theme shows its button and has it active by default (specification,
 * document 2, section 4). A talk that was never on leaves it as it was.
 */
function withSound(state: PlayerState, wasOn: boolean): Step {
  const isWanted = wasOn ? hasSoundByDefault(state) : state.talk.hadSound;
  return isWanted && !state.audio.isOpen ? setAudio(state, true) : next(state);
}

function hasSoundByDefault({ theming: { theme } }: PlayerState): boolean {
  const buttons = theme ? [...theme.header.btnList, ...theme.footer.btnList] : [];
  return buttons.some(
    ({ iconId, isrender, defaultActive }) => iconId === 'sound' && isrender === 1 && defaultActive === 1,
  );
}

const refuseAll = (waiting: readonly RequestId[], playbackFailure: PlaybackFailure): Effect[] =>
  waiting.map((id) => ({ do: 'refuse', id, playbackFailure }));

const after = ({ state, effects }: Step, more: readonly Effect[]): Step => next(state, [...effects, ...more]);
