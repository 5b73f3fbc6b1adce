import { parseEzopen, printEzopen } from '../../lib/ezopen/address.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { setAudio } from './audio.ts';
import { onCodePromptRequest } from './code-prompt.ts';
import { onDisplayRequest, qualityOf } from './display.ts';
import { onEvent } from './event-steps.ts';
import { endFeatures } from './feature-ends.ts';
import { openingAddress } from './opening.ts';
import { onPictureRequest } from './picture-in-picture.ts';
import type { Continuation, Effect, Moment, PlayerInput, PlayerRequest } from './player-events.ts';
import { defaultMaxDelayMs, type Expansion, initialLink, type PlayerState } from './player-state.ts';
import { onPtzRequest } from './ptz.ts';
import { onRecordedRequest } from './recorded.ts';
import {
  addressAt,
  isMomentNamed,
  isRangeNamed,
  isSameCamera,
  type RecordedMoment,
  rangeAddress,
  recordTypeOf,
} from './recorded-address.ts';
import { type CivilRange, initialRecorded, type Recorded } from './recorded-events.ts';
import { onSwitchRequest } from './recorded-switch.ts';
import { onRecordingRequest } from './recording.ts';
import { onSelectionRequest } from './selection.ts';
import { selectPosition } from './selectors.ts';
import { changeAddress, halt, start, withPatience, withWaiting } from './starting.ts';
import { answerTo, begin, isActive, next, refuse, refuseTo, type Step, stay, withToast } from './steps.ts';
import { onTalkRequest } from './talk.ts';
import { onThemingRequest } from './theming.ts';
import { onVoiceRequest } from './voice.ts';
import { onZoomRequest } from './zoom.ts';

/**
 * The complete behaviour of the player: computes the next state and the effects of a request or event. Pure. Start
 * reading here; events are in event-steps.ts.
 */
export function step(state: PlayerState, event: PlayerInput, moment: Moment): Step {
  const done = event.type.startsWith('event.')
    ? onEvent(state, event as Parameters<typeof onEvent>[1], moment)
    : onRequest(state, event as PlayerRequest);
  return endFeatures(state, done);
}

function onRequest(state: PlayerState, request: PlayerRequest): Step {
  switch (request.type) {
    case 'request.setUp':
      return setUp(state, request);
    case 'request.play':
      return play(state, request.id);
    case 'request.stop':
      return stop(state, request.id);
    case 'request.togglePlay':
      if (!isActive(state)) return play(state, request.id);
      return state.can.pause
        ? onRecordedRequest(state, { ...request, type: 'request.togglePause' })
        : stop(state, request.id);
    case 'request.changeUrl':
      return changeUrl(state, request.address, request.id);
    case 'request.retryNow':
      return retryNow(state, request.id);
    case 'request.openSound':
      return setAudio(state, true, answerTo(request.id));
    case 'request.closeSound':
      return setAudio(state, false, answerTo(request.id));
    case 'request.toggleSound':
      return setAudio(state, !state.audio.isOpen || state.audio.isBlocked, answerTo(request.id));
    case 'request.setVolume':
      return setVolume(state, request.volume, request.id);
    case 'request.expand':
      return expand(state, request.to, request.id);
    case 'request.setQuality':
      return setQuality(state, request);
    case 'request.enterCode':
      return enterCode(state, request.code, request.id);
    case 'request.showCodePrompt':
      return onCodePromptRequest(state, request.isShown, request.id);
    case 'request.capture':
      return state.playback.phase === 'playing'
        ? stay(state, [{ do: 'capture' }, ...answerTo(request.id)])
        : refuse(state, request.id, 'player.notPlaying');
    case 'request.togglePicture':
      return onPictureRequest(state, request);
    case 'request.enableZoom':
    case 'request.closeZoom':
    case 'request.toggleZoom':
    case 'request.zoomTo':
    case 'request.pan':
      return onZoomRequest(state, request);
    case 'request.openPtz':
    case 'request.closePtz':
    case 'request.togglePtz':
    case 'request.ptzMove':
    case 'request.ptzStop':
    case 'request.forbidPtz':
      return onPtzRequest(state, request);
    case 'request.startRecording':
    case 'request.stopRecording':
    case 'request.toggleRecording':
      return onRecordingRequest(state, request);
    case 'request.startTalk':
    case 'request.stopTalk':
    case 'request.toggleTalk':
    case 'request.setTalk':
    case 'request.closeTalkPanel':
    case 'request.listAudioDevices':
      return onTalkRequest(state, request);
    case 'request.openVoice':
    case 'request.closeVoice':
    case 'request.toggleVoice':
    case 'request.moreVoices':
    case 'request.recordVoice':
    case 'request.endVoiceRecording':
    case 'request.discardVoice':
    case 'request.sendVoice':
      return onVoiceRequest(state, request);
    case 'request.setTheme':
    case 'request.edit':
    case 'request.chooseButton':
    case 'request.moveButton':
    case 'request.removeButton':
      return onThemingRequest(state, request);
    case 'request.pause':
    case 'request.resume':
    case 'request.togglePause':
    case 'request.seek':
    case 'request.setRate':
    case 'request.faster':
    case 'request.slower':
    case 'request.stepFrame':
    case 'request.toRecorded':
    case 'request.reportTimeline':
      return onRecordedRequest(state, request);
    case 'request.setRecordType':
    case 'request.setDate':
    case 'request.toLive':
    case 'request.playRecorded':
      return onSwitchRequest(state, request);
    case 'request.showRecordings':
      return stay(state, [{ do: 'loadRecordings', from: request.from, to: request.to }]);
    case 'request.showMonth':
      return stay(state, [{ do: 'loadMonth', month: request.month }]);
    case 'request.findStores':
      return stay(state, [{ do: 'findStores' }]);
    case 'request.preview':
      return stay(state, [{ do: 'loadPreview', at: request.at }]);
    case 'request.select':
    case 'request.share':
    case 'request.export':
    case 'request.cancelExport':
      return onSelectionRequest(state, request);
    case 'request.display':
    case 'request.setLanguage':
    case 'request.copyLink':
    case 'request.toggleDiagnosis':
      return onDisplayRequest(state, request);
  }
}

type Id = number | undefined;

/** Display, PTZ and button state belong to one camera, so a page that starts again stops first. */
function setUp(before: PlayerState, request: Extract<PlayerRequest, { type: 'request.setUp' }>): Step {
  const { state, effects } = isActive(before) ? halt(before) : next(before);
  const volume = request.volume ?? state.audio.volume;
  const language = request.language ?? state.language;
  return next(
    {
      ...state,
      language,
      address: limitedAddress(request),
      audio: { ...state.audio, isOpen: request.audio ?? false, volume },
      link: { ...initialLink, maxDelayMs: Math.max(0, request.maxDelayMs ?? defaultMaxDelayMs) },
      recorded: {
        ...initialRecorded,
        isFixedByAddress: isRangeNamed(request.address),
        pageRange: request.playbackRange ?? null,
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

/** The range of the page replaces that of a recorded address. */
function limitedAddress({
  address,
  playbackRange,
}: {
  readonly address: string;
  readonly playbackRange?: CivilRange | null | undefined;
}): string {
  const recordType = recordTypeOf(address);
  return recordType && playbackRange ? rangeAddress(address, recordType, playbackRange) : address;
}

/** Ignored if already playing; joins an attempt in progress. */
function play(state: PlayerState, id: Id): Step {
  const isHeld = state.recorded.isPaused || state.ended;
  if (isHeld && state.can.pause)
    return onRecordedRequest(state, { type: 'request.resume', ...(id === undefined ? {} : { id }) });
  if (state.playback.phase === 'playing') return stay(state, answerTo(id));
  const waiting = withWaiting(state, id);
  return withPatience(isActive(state) ? next(waiting) : start(waiting, openingAddress(state)), id);
}

/** Allowed only while playing or connecting. */
function stop(state: PlayerState, id: Id): Step {
  if (!isActive(state)) {
    const refused = id === undefined ? withToast(state, 'player.notPlaying') : stay(state);
    return { state: refused.state, effects: [...refused.effects, ...refuseTo(id, 'player.notPlaying')] };
  }
  const stopped = halt(state);
  return {
    state: stopped.state,
    effects: [...stopped.effects, ...answerTo(id), { do: 'notify', notice: { type: 'stopped' } }],
  };
}

/**
 * Stops, then plays the new address. An invalid address is rejected without effect. Times or an alarm in it end the range
 * of the page, because they are its later wish; other recordings are limited to that range.
 */
function changeUrl(before: PlayerState, address: string, id: Id): Step {
  const pageRange = isMomentNamed(address) ? null : before.recorded.pageRange;
  const wanted = sameMoment(before, address) ?? {
    address: limitedAddress({ address, playbackRange: pageRange }),
    startAt: null,
  };
  const { state, effects } = changeAddress(before, wanted.address, wanted.startAt, id);
  if (state === before) return { state, effects };
  const isFixedByAddress = isRangeNamed(address);
  const recorded = { ...state.recorded, isFixedByAddress, addressRange: null, pageRange };
  return next({ ...state, recorded }, effects);
}

/** From the recordings of one camera to those of another: without times, the address continues at the moment that is shown. */
function sameMoment(state: PlayerState, address: string): RecordedMoment | null {
  const recordType = recordTypeOf(address);
  const at = selectPosition(state);
  const { timeZone, pageRange } = state.recorded;
  const isOther = recordTypeOf(state.address) !== null && !isSameCamera(state.address, address);
  if (!recordType || !isOther || at === null || timeZone === null || isMomentNamed(address)) return null;
  return addressAt(address, recordType, at, { zone: zoneOf(timeZone), fixed: pageRange });
}

/** Toggles the hd marker of the address and restarts. Blocked while loading. */
function setQuality(
  state: PlayerState,
  { id, quality, byHand = true }: Extract<PlayerRequest, { type: 'request.setQuality' }>,
): Step {
  const parsed = parseEzopen(state.address);
  const now = qualityOf(state.address);
  if (!parsed.ok) return refuse(state, id, parsed.error);
  const target = quality ?? (now === 'hd' ? 'sd' : 'hd');
  const known = byHand ? { ...state, display: { ...state.display, isAdaptive: false } } : state;
  if (target === now) return next(known, answerTo(id));
  const address = printEzopen({ ...parsed.value, hd: target === 'hd' });
  if (!isActive(state)) return next({ ...known, address }, answerTo(id));
  if (state.playback.phase !== 'playing') {
    const notices = byHand && id === undefined ? withToast(state, 'player.loadingWait') : stay(state);
    return next(notices.state, [...notices.effects, ...refuseTo(id, 'player.loadingWait')]);
  }
  return changeQuality(known, address, id);
}

/**
 * The camera stays the same: PTZ, zoom, expansion and the last frame are kept. A recording ends with the first frame
 * of another size, which its engine detects.
 */
function changeQuality(state: PlayerState, address: string, id: Id): Step {
  const started = start(withWaiting(state, id), address);
  return withPatience(
    next(started.state, [
      { do: 'closeEngine', keepFrame: true },
      ...started.effects,
      { do: 'notify', notice: { type: 'addressChanged', address } },
    ]),
    id,
  );
}

/** 400035 and 400036: sets the code and restarts (specification, section 8). */
function enterCode(state: PlayerState, code: string, id: Id): Step {
  const parsed = parseEzopen(state.address);
  if (!parsed.ok) return refuse(state, id, parsed.error);
  const address = printEzopen({ ...parsed.value, validCode: code });
  const read = parseEzopen(address);
  // A code with delimiters would change the parsed address.
  if (!read.ok || read.value.validCode !== code) return refuse(state, id, 'ezopen.validCode');
  const started = start(withWaiting(state, id), address);
  return withPatience(next(started.state, [{ do: 'closeEngine', keepFrame: true }, ...started.effects]), id);
}

function retryNow(state: PlayerState, id: Id): Step {
  const { playback } = state;
  if (playback.phase === 'failed') return play(state, id);
  if (playback.phase !== 'reconnecting' || playback.retryAt === null) return stay(state, answerTo(id));
  const retried = begin(state, { ...playback, retryAt: null }, 'current');
  return { state: retried.state, effects: [...retried.effects, ...answerTo(id)] };
}

/** Zero mutes, any other value unmutes. */
function setVolume(state: PlayerState, target: number, id: Id): Step {
  const volume = Math.max(0, Math.min(100, Math.round(target)));
  if (!Number.isFinite(volume)) return refuse(state, id, 'bad-args');
  const isOpen = volume > 0;
  const audio = { ...state.audio, isOpen, volume: volume || state.audio.volume, isBlocked: false };
  const notices: Effect[] =
    isOpen === state.audio.isOpen
      ? []
      : [{ do: 'notify', notice: { type: 'audio', isOpen, isBlocked: false } }];
  return next({ ...state, audio }, [
    { do: 'setVolume', volume },
    { do: 'setMuted', muted: !isOpen },
    ...answerTo(id),
    ...notices,
  ]);
}

/** Rejected if nothing is playing or the other expansion is active. The event, not the request, changes the state. */
function expand(state: PlayerState, to: Expansion, id: Id): Step {
  if (to === state.expansion) return stay(state, answerTo(id));
  if (to !== 'none' && !isActive(state)) return refuse(state, id, 'player.notPlaying');
  if (to !== 'none' && state.display.pictureWindow === 'open')
    return refuse(state, id, 'player.expandFailed');
  if (to !== 'none' && state.expansion !== 'none') return refuse(state, id, 'player.expanded');
  return stay(state, [{ do: 'expand', from: state.expansion, to, ...(id === undefined ? {} : { id }) }]);
}
