import type { RecordingFact, RecordingRequest } from './feature-events.ts';
import type { PlayerState, RequestId } from './player-state.ts';
import { next, type Step, stay, troubleOf } from './steps.ts';

export function onRecordingRequest(state: PlayerState, request: RecordingRequest & { id?: RequestId }): Step {
  const { recording } = state;
  const { id } = request;
  const answer = id === undefined ? [] : [{ do: 'answer', id } as const];
  const refuse = (code: string): Step =>
    stay(state, id === undefined ? [] : [{ do: 'refuse', id, trouble: troubleOf(code) }]);
  switch (request.type) {
    case 'request.startRecording': {
      // No effect unless playing (specification, document 2, section 5).
      if (state.playback.phase !== 'playing') return refuse('player.notPlaying');
      if (recording.phase !== 'off') return refuse('recording.running');
      const { fileName } = request;
      return next({ ...state, recording: { phase: 'starting' } }, [
        { do: 'record', ...(fileName === undefined ? {} : { fileName }) },
        ...answer,
      ]);
    }
    case 'request.stopRecording':
      if (recording.phase !== 'on' && recording.phase !== 'starting') return refuse('recording.none');
      return next({ ...state, recording: { phase: 'ending' } }, [{ do: 'endRecord' }, ...answer]);
    case 'request.toggleRecording':
      return onRecordingRequest(state, {
        ...request,
        type: recording.phase === 'off' ? 'request.startRecording' : 'request.stopRecording',
      });
  }
}

export function onRecordingFact(state: PlayerState, fact: RecordingFact): Step {
  if (fact.type === 'fact.recordingEnded') return next({ ...state, recording: { phase: 'off' } });
  if (state.recording.phase !== 'starting') return stay(state);
  return next({ ...state, recording: { phase: 'on', since: fact.at } });
}
