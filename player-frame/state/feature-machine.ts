import { parseEzopen, printEzopen } from '../../lib/ezopen/address.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { isMomentNamed, qualityOf, recordTypeOf } from './address-parts.ts';
import { setAudio } from './audio.ts';
import { onCodePromptRequest } from './code-prompt.ts';
import { onDisplayRequest } from './display.ts';
import { endFeatures, endPicture } from './feature-ends.ts';
import type { FeatureRules } from './feature-rules.ts';
import { isOnAtFirst } from './opening.ts';
import { onPictureEvent, onPictureRequest } from './picture-in-picture.ts';
import { readPlaybackRange } from './playback-range.ts';
import type { Effect, Moment, PlayerEvent, PlayerInput, PlayerRequest, TimerName } from './player-events.ts';
import { changeUrl, isRequest, play, setUp, stop } from './player-machine.ts';
import type { Expansion, PlayerState, RequestId } from './player-state.ts';
import { onLightTimer, onPtzEvent, onPtzRequest } from './ptz.ts';
import { onRecordedEvent, onRecordedRequest, onSeekTimer, resumeRecorded } from './recorded.ts';
import { addressAt, isSameCamera, type RecordedMoment, rangeAddress } from './recorded-address.ts';
import type { CivilRange } from './recorded-events.ts';
import { onSwitchRequest } from './recorded-switch.ts';
import { onRecordingEvent, onRecordingRequest } from './recording.ts';
import { onExportEvent, onSelectionRequest } from './selection.ts';
import { selectPosition } from './selectors.ts';
import { behind, followLink } from './slow-link.ts';
import { start, withPatience, withWaiting } from './starting.ts';
import { answerTo, begin, isActive, next, refuseTo, type Step, stay, withToast } from './steps.ts';
import { onTalkEvent, onTalkRequest } from './talk.ts';
import { onThemingRequest } from './theming.ts';
import { onVoiceEvent, onVoiceRequest, onVoiceTimer } from './voice.ts';
import { onZoomEvent, onZoomRequest } from './zoom.ts';

/**
 * The behaviour of features and recordings, and the rules that connect features. Pure, like player-machine.ts, to which
 * it belongs: live video does not need it before its first frame, so it is loaded with the features.
 */
export const featureRules: FeatureRules = {
  step: (state, input, moment) =>
    isRequest(input) ? onRequest(state, input as LateRequest) : onEvent(state, input as LateEvent, moment),
  end: endPicture,
  complete: (before, done, input, moment) =>
    endFeatures(before, openFeatures(followed(before, done, input, moment))),
};

/** With its first frame a recording continues as it was, and statistics tell whether the connection is fast enough. */
function followed(before: PlayerState, done: Step, { type }: PlayerInput, { now }: Moment): Step {
  if (done.state === before) return done;
  if (type === 'event.firstFrame') return after(done, resumeRecorded(done.state));
  return type === 'event.stats' ? after(done, followLink(before, done.state, now)) : done;
}

const after = ({ effects }: Step, follow: Step): Step => next(follow.state, [...effects, ...follow.effects]);

/** PTZ and zoom as the theme has them at first, once per start. */
function openFeatures(done: Step): Step {
  const { theming, playback } = done.state;
  if (!theming.opening || playback.phase !== 'playing') return done;
  const opened = { ...done.state, theming: { ...theming, opening: null } };
  const withPad =
    isOnAtFirst(theming.theme, 'pantile') && !opened.ptz.isOpen
      ? onPtzRequest(opened, { type: 'request.openPtz' })
      : next(opened);
  const withZoom =
    isOnAtFirst(theming.theme, 'zoom') && !opened.zoom
      ? onZoomRequest(withPad.state, { type: 'request.enableZoom' })
      : next(withPad.state);
  return next(withZoom.state, [...done.effects, ...withPad.effects, ...withZoom.effects]);
}

/** All that the machine does not answer itself. */
type LateRequest = Exclude<
  PlayerRequest,
  { type: 'request.stop' | 'request.openSound' | 'request.closeSound' }
>;

function onRequest(state: PlayerState, request: LateRequest): Step {
  switch (request.type) {
    case 'request.setUp':
      return setUpRange(state, request);
    case 'request.play':
      return onRecordedRequest(state, { ...request, type: 'request.resume' });
    case 'request.togglePlay':
      if (!isActive(state)) return play(state, request.id);
      return state.can.pause
        ? onRecordedRequest(state, { ...request, type: 'request.togglePause' })
        : stop(state, request.id, endPicture);
    case 'request.changeUrl':
      return changeRecorded(state, request.address, request.id);
    case 'request.retryNow':
      return retryNow(state, request.id);
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
        : stay(state, refuseTo(request.id, 'player.notPlaying'));
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

/** All events that the machine does not handle itself. */
type LateEvent = Exclude<
  PlayerEvent,
  {
    type:
      | 'event.featuresLoaded'
      | 'event.resolved'
      | 'event.engineChosen'
      | 'event.tracks'
      | 'event.firstFrame'
      | 'event.resumed'
      | 'event.source'
      | 'event.awaitsKey'
      | 'event.audioBlocked'
      | 'event.tokenRenewed'
      | 'event.stats'
      | 'event.failed'
      | 'event.online'
      | 'event.visible';
  }
>;

function onEvent(state: PlayerState, event: LateEvent, moment: Moment): Step {
  switch (event.type) {
    case 'event.stalled':
      return behind(state, moment.now);
    case 'event.timerElapsed':
      return event.what === 'stall' ? behind(state, moment.now) : onTimer(state, event.what, event.attempt);
    case 'event.ended':
      return next({ ...state, isStalled: false, ended: event.reason }, [
        { do: 'notify', notice: { type: 'ended', reason: event.reason } },
      ]);
    case 'event.rate':
      return next({ ...state, recorded: { ...state.recorded, rate: event.rate } }, [
        { do: 'notify', notice: { type: 'rate', rate: event.rate } },
      ]);
    case 'event.expansion':
      return expanded(state, event.expansion);
    case 'event.expandRefused':
      return withToast(state, 'player.expandFailed');
    case 'event.videoSize':
      return onZoomEvent(state, event);
    case 'event.captured':
      return withToast(state, event.isCaptured ? 'capture.taken' : 'capture.failed');
    case 'event.picture':
    case 'event.pictureRefused':
      return onPictureEvent(state, event);
    case 'event.ptzMoved':
    case 'event.ptzAvailable':
      return onPtzEvent(state, event);
    case 'event.startChosen':
    case 'event.position':
    case 'event.sought':
    case 'event.awaiting':
    case 'event.following':
    case 'event.gap':
      return onRecordedEvent(state, event);
    case 'event.recordings':
      return next({ ...state, recordings: event.recordings });
    case 'event.preview':
      return next({ ...state, preview: event.preview });
    case 'event.exporting':
    case 'event.serverBusy':
    case 'event.exportEnded':
      return onExportEvent(state, event);
    case 'event.recordingStarted':
    case 'event.recordingEnded':
      return onRecordingEvent(state, event);
    case 'event.talkSupport':
    case 'event.talkPermitted':
    case 'event.talkAdmitted':
    case 'event.talkCameras':
    case 'event.talkLevels':
    case 'event.talkEnded':
    case 'event.microphoneKept':
    case 'event.talkSlow':
    case 'event.audioDevices':
    case 'event.talkTakenOver':
      return onTalkEvent(state, event, moment);
    case 'event.voices':
    case 'event.voicesFailed':
    case 'event.voiceRecording':
    case 'event.voiceLevel':
    case 'event.voiceRecorded':
    case 'event.voiceRecordingFailed':
    case 'event.voiceSent':
      return onVoiceEvent(state, event);
  }
}

/** `number`: of the toast, press, target or recording. */
function onTimer(state: PlayerState, what: TimerName, number: number): Step {
  if (what === 'light') return onLightTimer(state, number);
  if (what === 'seek') return onSeekTimer(state, number);
  if (what === 'voice') return onVoiceTimer(state, number);
  return state.toast?.id === number ? next({ ...state, toast: null }) : stay(state);
}

type Id = RequestId | undefined;

/** The page limits recordings to a range, which replaces that of a recorded address. */
function setUpRange(state: PlayerState, request: Extract<PlayerRequest, { type: 'request.setUp' }>): Step {
  const pageRange = readPlaybackRange(request.playbackRange);
  const done = setUp(state, request, endPicture);
  const { recorded } = done.state;
  const address = limitedAddress(request.address, pageRange);
  return next({ ...done.state, address, recorded: { ...recorded, pageRange } }, done.effects);
}

/** The range of the page replaces that of a recorded address. */
function limitedAddress(address: string, pageRange: CivilRange | null): string {
  const recordType = recordTypeOf(address);
  return recordType && pageRange ? rangeAddress(address, recordType, pageRange) : address;
}

/** Times or an alarm in the address are a later wish of the page than its range; others are limited to that. */
function changeRecorded(state: PlayerState, address: string, id: Id): Step {
  const pageRange = isMomentNamed(address) ? null : state.recorded.pageRange;
  const wanted = sameMoment(state, address) ?? {
    address: limitedAddress(address, pageRange),
    startAt: null,
  };
  return changeUrl(state, address, id, endPicture, wanted);
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
  if (!parsed.ok) return stay(state, refuseTo(id, parsed.error));
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
  if (!parsed.ok) return stay(state, refuseTo(id, parsed.error));
  const address = printEzopen({ ...parsed.value, validCode: code });
  const read = parseEzopen(address);
  // A code with delimiters would change the parsed address.
  if (!read.ok || read.value.validCode !== code) return stay(state, refuseTo(id, 'ezopen.validCode'));
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
  if (!Number.isFinite(volume)) return stay(state, refuseTo(id, 'bad-args'));
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
  if (to !== 'none' && !isActive(state)) return stay(state, refuseTo(id, 'player.notPlaying'));
  if (to !== 'none' && state.display.pictureWindow === 'open')
    return stay(state, refuseTo(id, 'player.expandFailed'));
  if (to !== 'none' && state.expansion !== 'none') return stay(state, refuseTo(id, 'player.expanded'));
  return stay(state, [{ do: 'expand', from: state.expansion, to, ...(id === undefined ? {} : { id }) }]);
}

function expanded(state: PlayerState, expansion: PlayerState['expansion']): Step {
  if (expansion === state.expansion) return stay(state);
  return next({ ...state, expansion }, [{ do: 'notify', notice: { type: 'expansion', expansion } }]);
}
