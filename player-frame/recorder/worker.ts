/** Separate entry: the worker that writes one recording. */
import { systemClock } from '../../lib/kernel/clock.ts';
import type { FromRecorder, ToRecorder } from './messages.ts';
import { Recorder } from './recorder.ts';
import { openStorage } from './storage.ts';

/** The two members of a dedicated worker's global scope in use; the DOM library types `self` as a window. */
interface WorkerScope {
  onmessage: ((message: MessageEvent<ToRecorder>) => void) | null;
  postMessage(message: FromRecorder): void;
}
const scope: WorkerScope = self as unknown as WorkerScope;

let opening: Promise<Recorder> | null = null;

async function open({
  name,
  fileName,
  target,
  closesGaps,
}: Extract<ToRecorder, { t: 'open' }>): Promise<Recorder> {
  const storage = await openStorage(name, target);
  scope.postMessage({ t: 'opened', storage: storage.kind });
  return new Recorder({
    clock: systemClock,
    storage,
    fileName,
    closesGaps,
    notify: (message) => scope.postMessage(message),
  });
}

scope.onmessage = ({ data }) => {
  if (data.t === 'open') opening ??= open(data);
  else void opening?.then((recorder) => recorder.handle(data));
};
