import type { MediaSource, SourceFailure } from '../ports.ts';
import type { ReaderPolicy, ReaderSubscription, UnitStream } from './reader.ts';

const policy: ReaderPolicy = { start: 'cachedGop', maxQueuedBytes: 0, whenFull: 'end' };
const ended: SourceFailure = { code: 'source.ended', message: 'The stream was closed.', retryable: true };

/** Reads a running stream as a `MediaSource`, where a second connection to the camera must be avoided. */
export function sharedSource(stream: UnitStream, running: MediaSource): MediaSource {
  let subscription: ReaderSubscription | null = null;
  let isOver = false;
  function stop(): void {
    isOver = true;
    subscription?.close();
  }
  return {
    get connection() {
      return running.connection;
    },
    start(sink) {
      const fail = (failure: SourceFailure) => {
        if (isOver) return;
        stop();
        sink.failed(failure);
      };
      subscription = stream.subscribe(
        {
          tracks: (tracks) => sink.tracks(tracks),
          unit: (unit) => sink.unit(unit),
          restarted() {},
          status: (status) => {
            if (status.state === 'retrying') fail(status.failure);
            if (status.state === 'awaitsKey' && !isOver) sink.awaitsKey?.(status.waitedMs);
          },
          end: ({ code, message }) => fail({ ...ended, message: `${message} (${code})` }),
        },
        policy,
      );
      if (isOver) subscription.close();
    },
    stop,
  };
}
