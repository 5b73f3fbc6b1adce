import type { Ms } from '../../lib/kernel/units.ts';
import type { RecordingEvent, RecordingRequest } from './feature-events.ts';
import type { PlayerState, RequestId } from './player-state.ts';
import { answerTo, next, refuse, type Step, stay, withToast } from './steps.ts';

export function onRecordingRequest(state: PlayerState, request: RecordingRequest & { id?: RequestId }): Step {
  const { recording } = state;
  const { id } = request;
  const answer = answerTo(id);
  switch (request.type) {
    case 'request.startRecording': {
      // No effect unless playing (specification, document 2, section 5).
      if (state.playback.phase !== 'playing') return refuse(state, id, 'player.notPlaying');
      if (recording.phase !== 'off') return refuse(state, id, 'recording.running');
      const { fileName } = request;
      return next({ ...state, recording: { phase: 'starting' } }, [
        { do: 'record', ...(fileName === undefined ? {} : { fileName }) },
        ...answer,
      ]);
    }
    case 'request.stopRecording': {
      if (!isRecording(state)) return refuse(state, id, 'recording.none');
      const { state: after, effects } = endRecording(state);
      return next(after, [...effects, ...answer]);
    }
    case 'request.toggleRecording':
      return onRecordingRequest(state, {
        ...request,
        type: recording.phase === 'off' ? 'request.startRecording' : 'request.stopRecording',
      });
  }
}

export function onRecordingEvent(state: PlayerState, event: RecordingEvent): Step {
  if (event.type === 'event.recordingEnded') {
    const over: PlayerState = { ...state, recording: { phase: 'off' } };
    return event.why === undefined ? next(over) : withToast(over, `recording.${event.why}`);
  }
  if (state.recording.phase !== 'starting') return stay(state);
  return next({ ...state, recording: { phase: 'on', since: event.at } }, [
    { do: 'notify', notice: { type: 'recordingStarted' } },
  ]);
}

export function isRecording({ recording }: PlayerState): boolean {
  return recording.phase === 'on' || recording.phase === 'starting';
}

/** Ends the recording with what has been received. */
export function endRecording(state: PlayerState): Step {
  return isRecording(state)
    ? next({ ...state, recording: { phase: 'ending' } }, [{ do: 'endRecord' }])
    : stay(state);
}

/** `mm:ss`, from one hour on `hh:mm:ss` (specification, document 2, section 4). */
export function formatElapsed(elapsedMs: Ms): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1_000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (seconds >= 3_600) parts.unshift(Math.floor(seconds / 3_600));
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
