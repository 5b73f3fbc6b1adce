import type { EpochMs } from '../../lib/kernel/units.ts';
import { isMomentNamed, isRangeNamed, recordTypeOf } from './address-parts.ts';
import { setAudio } from './audio.ts';
import { onEvent } from './event-steps.ts';
import type { FeatureRules } from './feature-rules.ts';
import { openingAddress } from './opening.ts';
import type { Continuation, Moment, PlayerEvent, PlayerInput, PlayerRequest } from './player-events.ts';
import { defaultMaxDelayMs, initialLink, type PlayerState, type RequestId } from './player-state.ts';
import { initialRecorded, type Recorded } from './recorded-events.ts';
import { changeAddress, type EndFeatures, halt, start, withPatience, withWaiting } from './starting.ts';
import { answerTo, isActive, next, refuseTo, type Step, stay, withToast } from './steps.ts';

/**
 * The complete behaviour of the player: computes the next state and the effects of a request or event. Pure. Null: the
 * rules of the features are needed, which are loaded later. Start reading here; events are in event-steps.ts, and
 * the rules of the features in feature-machine.ts.
 */
export function step(
  state: PlayerState,
  input: PlayerInput,
  moment: Moment,
  rules: FeatureRules | null,
): Step | null {
  // A recording continues with its first frame as it was, by those rules.
  if (!rules && input.type === 'event.firstFrame' && recordTypeOf(state.address)) return null;
  const own = isRequest(input)
    ? onRequest(state, input, rules?.end ?? next)
    : onEvent(state, input as PlayerEvent, moment);
  const done = own ?? rules?.step(state, input, moment) ?? null;
  return rules && done ? rules.complete(state, done, input, moment) : done;
}

export const isRequest = (input: PlayerInput): input is PlayerRequest => input.type.startsWith('request.');

/** What live video needs before its first frame. */
function onRequest(state: PlayerState, request: PlayerRequest, end: EndFeatures): Step | null {
  switch (request.type) {
    case 'request.setUp':
      return request.playbackRange ? null : setUp(state, request, end);
    case 'request.play':
      return isHeld(state) ? null : play(state, request.id);
    case 'request.stop':
      return stop(state, request.id, end);
    case 'request.changeUrl':
      return recordTypeOf(request.address) ? null : changeUrl(state, request.address, request.id, end);
    case 'request.openSound':
      return setAudio(state, true, answerTo(request.id));
    case 'request.closeSound':
      return setAudio(state, false, answerTo(request.id));
    default:
      return null;
  }
}

type Id = RequestId | undefined;

/** Display, PTZ and button state belong to one camera, so a page that starts again stops first. */
export function setUp(
  before: PlayerState,
  request: Omit<Extract<PlayerRequest, { type: 'request.setUp' }>, 'playbackRange'>,
  end: EndFeatures,
): Step {
  const { state, effects } = isActive(before) ? halt(before, end) : next(before);
  const volume = request.volume ?? state.audio.volume;
  const language = request.language ?? state.language;
  return next(
    {
      ...state,
      language,
      address: request.address,
      audio: { ...state.audio, isOpen: request.audio ?? false, volume },
      link: { ...initialLink, maxDelayMs: Math.max(0, request.maxDelayMs ?? defaultMaxDelayMs) },
      recorded: {
        ...initialRecorded,
        isFixedByAddress: isRangeNamed(request.address),
        ...(request.continues ? continued(request.continues) : {}),
      },
      display: {
        ...state.display,
        isAudioShared: request.isAudioShared ?? false,
        isControlsOnly: request.isControlsOnly ?? false,
      },
      theming: { ...state.theming, opening: { isAudioDecided: request.audio !== undefined } },
    },
    [...effects, ...answerTo(request.id)],
  );
}

const continued = ({ at, paused, rate, fixed }: Continuation): Partial<Recorded> => ({
  position: at ?? null,
  isPaused: paused ?? false,
  rate: rate ?? 1,
  isFixedByAddress: fixed ?? false,
});

/** Playback goes on where it was held: a recording that is paused, or at its end. */
export const isHeld = ({ recorded, ended, can }: PlayerState): boolean =>
  (recorded.isPaused || ended !== null) && can.pause;

/** Ignored if already playing; joins an attempt in progress. */
export function play(state: PlayerState, id: Id): Step {
  if (state.playback.phase === 'playing') return stay(state, answerTo(id));
  const waiting = withWaiting(state, id);
  return withPatience(isActive(state) ? next(waiting) : start(waiting, openingAddress(state)), id);
}

/** Allowed only while playing or connecting. */
export function stop(state: PlayerState, id: Id, end: EndFeatures): Step {
  if (!isActive(state)) {
    const refused = id === undefined ? withToast(state, 'player.notPlaying') : stay(state);
    return { state: refused.state, effects: [...refused.effects, ...refuseTo(id, 'player.notPlaying')] };
  }
  const stopped = halt(state, end);
  return {
    state: stopped.state,
    effects: [...stopped.effects, ...answerTo(id), { do: 'notify', notice: { type: 'stopped' } }],
  };
}

/**
 * Stops, then plays the new address, or what is `wanted` instead. An invalid address is rejected without effect. Times or
 * an alarm in it end the range of the page, because they are its later wish.
 */
export function changeUrl(
  before: PlayerState,
  address: string,
  id: Id,
  end: EndFeatures,
  wanted: { readonly address: string; readonly startAt: EpochMs | null } = { address, startAt: null },
): Step {
  const { state, effects } = changeAddress(before, wanted.address, wanted.startAt, id, end);
  if (state === before) return { state, effects };
  const recorded = {
    ...state.recorded,
    isFixedByAddress: isRangeNamed(address),
    addressRange: null,
    pageRange: isMomentNamed(address) ? null : before.recorded.pageRange,
  };
  return next({ ...state, recorded }, effects);
}
