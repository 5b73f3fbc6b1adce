/** Separate entry: the worker that connects, decodes and draws. */
import { systemClock } from '../../../lib/kernel/clock.ts';
import type { EngineEvent } from '../engine.ts';
import { LiveSession } from './live-session.ts';
import type { AudioSink, FromWorker, ToWorker } from './messages.ts';
import { createPainter, type Painter } from './painter.ts';

/** The two members of a dedicated worker's global scope in use; the DOM library types `self` as a window. */
interface WorkerScope {
  onmessage: ((message: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
}
const scope: WorkerScope = self as unknown as WorkerScope;

let canvas: OffscreenCanvas | null = null;
let painter: Painter | null = null;
let session: LiveSession | null = null;
let audio: AudioSink | null = null;
let isVisible = true;
let recording: MessagePort | null = null;
let lastCopy: Promise<void> = Promise.resolve();

/** Event times use the frame's clock, which started before the worker's. */
let clockShiftMs = 0;

function emit(event: EngineEvent): void {
  const shifted = event.type === 'firstFrame' ? { ...event, at: event.at + clockShiftMs } : event;
  scope.postMessage({ t: 'event', event: shifted });
}

function load(message: Extract<ToWorker, { t: 'load' }>): void {
  if (!painter || session) return;
  session = new LiveSession({
    clock: systemClock,
    painter,
    event: emit,
    shown: (wallMs) => scope.postMessage({ t: 'shown', wallMs }),
  });
  session.setVisible(isVisible);
  session.setAudio(audio);
  if (recording) session.record(recording);
  session.start(message.target, message.transport);
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
      load(data);
      break;
    case 'renew':
      session?.renew(data.ticket);
      break;
    case 'visible':
      isVisible = data.visible;
      session?.setVisible(isVisible);
      break;
    case 'audio':
      audio = data.sink;
      session?.setAudio(audio);
      break;
    case 'record':
      recording = data.port;
      session?.record(recording);
      break;
    case 'frame':
      lastCopy = Promise.all([lastCopy, sendFrame()]).then(() => undefined);
      break;
    case 'redraw':
      painter?.redraw();
      break;
    case 'halt':
      session?.stop();
      break;
    case 'stop':
      session?.stop();
      void lastCopy.then(() => scope.postMessage({ t: 'stopped' }));
      break;
  }
};
