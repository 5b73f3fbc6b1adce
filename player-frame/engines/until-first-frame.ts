import type { MediaEngine } from './engine.ts';

/**
 * What `load` of an engine answers: resolves with the first frame. An abort destroys the engine and rejects; `start`
 * is not called if the signal was aborted before.
 */
export function untilFirstFrame(
  engine: Pick<MediaEngine, 'onEvent' | 'destroy'>,
  signal: AbortSignal,
  start: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => {
      void engine.destroy();
      reject(signal.reason);
    });
    engine.onEvent((event) => {
      if (event.type === 'firstFrame') resolve();
    });
    start();
  });
}
