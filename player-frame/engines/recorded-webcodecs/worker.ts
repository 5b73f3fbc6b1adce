/** Separate entry: the worker that reads, decodes and draws recordings. */
import { systemClock } from '../../../lib/kernel/clock.ts';
import type { EngineEvent, EngineFailure } from '../engine.ts';
import { engineBroken } from '../failures.ts';
import { nextFrames } from '../next-frames.ts';
import { createPainter, type Painter } from '../webcodecs/painter.ts';
import type { FromRecordedWorker, ToRecordedWorker } from './messages.ts';
import { RecordedSession } from './recorded-session.ts';

/** The two members of a dedicated worker's global scope in use; the DOM library types `self` as a window. */
interface WorkerScope {
  onmessage: ((message: MessageEvent<ToRecordedWorker>) => void) | null;
  postMessage(message: FromRecordedWorker, transfer?: Transferable[]): void;
}
const scope: WorkerScope = self as unknown as WorkerScope;

let canvas: OffscreenCanvas | null = null;
let painter: Painter | null = null;
let session: RecordedSession | null = null;
/** Event times use the frame's clock, which started before the worker's. */
let clockShiftMs = 0;

function emit(event: EngineEvent): void {
  const shifted = event.type === 'firstFrame' ? { ...event, at: event.at + clockShiftMs } : event;
  scope.postMessage({ t: 'event', event: shifted });
}

/** Calls that arrive before the recording is loaded apply to it too. */
function opened(): RecordedSession | null {
  if (!painter) return null;
  session ??= new RecordedSession({
    clock: systemClock,
    painter,
    event: emit,
    shown: (wallMs) => scope.postMessage({ t: 'shown', wallMs }),
    played: (wallMs, rate) =>
      scope.postMessage({ t: 'played', wallMs, at: performance.now() + clockShiftMs, rate }),
  });
  return session;
}

function answer(id: number, moving: Promise<EngineFailure | null> | undefined): void {
  const moved = moving ?? Promise.resolve(engineBroken('nothing is loaded'));
  void moved
    .catch((error: unknown) => engineBroken(String(error)))
    .then(async (failure) => {
      // Browsers pass on what a worker draws with its next frame.
      if (!failure) await nextFrames();
      scope.postMessage({ t: 'moved', id, failure });
    });
}

async function sendFrame(): Promise<void> {
  const frame = canvas && (await createImageBitmap(canvas).catch(() => null));
  scope.postMessage({ t: 'frame', frame }, frame ? [frame] : []);
}

scope.onmessage = ({ data }) => {
  switch (data.t) {
    case 'canvas':
      clockShiftMs = performance.timeOrigin - data.timeOrigin;
      canvas = data.canvas;
      painter = createPainter(canvas);
      break;
    case 'load':
      void opened()?.start(data.target);
      break;
    case 'renew':
      opened()?.renew(data.ticket);
      break;
    case 'seek':
      answer(data.id, opened()?.seek(data.to));
      break;
    case 'step':
      answer(data.id, opened()?.step(data.frames));
      break;
    case 'rate':
      opened()?.setRate(data.rate);
      break;
    case 'trim':
      opened()?.setTrim(data.factor);
      break;
    case 'pause':
      opened()?.pause();
      break;
    case 'resume':
      opened()?.resume();
      break;
    case 'visible':
      opened()?.setVisible(data.visible);
      break;
    case 'audio':
      opened()?.setAudio(data.sink);
      break;
    case 'record':
      opened()?.record(data.port);
      break;
    case 'frame':
      void sendFrame();
      break;
    case 'redraw':
      painter?.redraw();
      break;
    case 'stop':
      void Promise.resolve(session?.stop()).then(() => scope.postMessage({ t: 'stopped' }));
      break;
  }
};
