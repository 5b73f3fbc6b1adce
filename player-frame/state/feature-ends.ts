import { parseEzopen } from '../../lib/ezopen/address.ts';
import { closePicture } from './picture-in-picture.ts';
import type { PlayerState } from './player-state.ts';
import { closePad } from './ptz.ts';
import { endRecording } from './recording.ts';
import { selectIsMobile } from './selectors.ts';
import { isActive, next, type Step } from './steps.ts';
import { closePanel, endTalk, forgetTalk, isTalking } from './talk.ts';
import { closeVoice } from './voice.ts';
import { onZoomRequest } from './zoom.ts';

/**
 * Ends PTZ, recording, talk, voice messages and zoom when playback was stopped, the camera changed, or on phones when
 * full screen starts, which has no room for the pad (specification, document 2, section 4).
 */
export function endFeatures(before: PlayerState, { state, effects }: Step): Step {
  let after = next(state, effects);
  const then = (end: (state: PlayerState) => Step) => {
    const ended = end(after.state);
    // Before the effects of the event: recording and PTZ must end while the stream exists.
    after = next(ended.state, [...ended.effects, ...after.effects]);
  };
  if (isActive(before) && state.playback.phase === 'failed') then(endPicture);
  // Nothing more is shown of a recording at its end, so the file is complete.
  if (state.ended && !before.ended) then(endRecording);
  const isFilled = before.expansion === 'none' && state.expansion !== 'none';
  if (isFilled && selectIsMobile(state) && state.ptz.isOpen) then(closePad);
  if (isActive(before) && !isActive(state)) {
    then(closeVoice);
    then(closePicture);
  }
  // A camera has one loudspeaker and the viewer one microphone.
  if (state.voice.isOpen && !before.voice.isOpen) then((known) => endTalk(closePanel(known)));
  else if (state.voice.isOpen && isTalking(state) && !isTalking(before)) then(closeVoice);
  if (before.address !== state.address && cameraOf(before.address) !== cameraOf(state.address)) {
    then((known) =>
      next({
        ...forgetTalk(known),
        ptz: { ...known.ptz, isCapable: null },
        recorded: { ...known.recorded, stores: null },
      }),
    );
    then(closeVoice);
  }
  return after;
}

/** Ends what belongs to the picture: recording, PTZ, talk and zoom. */
export function endPicture(state: PlayerState): Step {
  const recorded = endRecording(state);
  const padClosed = closePad(recorded.state);
  const silent = endTalk(closePanel(padClosed.state));
  const whole = onZoomRequest(silent.state, { type: 'request.closeZoom' });
  return next(whole.state, [...recorded.effects, ...padClosed.effects, ...silent.effects, ...whole.effects]);
}

function cameraOf(address: string): string {
  const parsed = parseEzopen(address);
  return parsed.ok ? `${parsed.value.deviceSerial}/${parsed.value.channelNo}` : '';
}
