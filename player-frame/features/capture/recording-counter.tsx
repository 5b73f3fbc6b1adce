import { useEffect, useRef, useState } from 'react';
import { usePlayerView } from '../../react/player-context.ts';
import { usePlayer, useText } from '../../react/use-player.ts';
import { formatElapsed } from '../../state/recording.ts';

/**
 * Duration of the recording: `mm:ss`, from one hour on `hh:mm:ss`. Starts at `00:00` for each recording. What is played
 * back is recorded as it is shown, so a pause takes no time.
 */
export function RecordingCounter() {
  const since = usePlayer(({ recording }) => (recording.phase === 'on' ? recording.since : null));
  return since === null ? null : <Counter key={since} since={since} />;
}

function Counter({ since }: { readonly since: number }) {
  const { now } = usePlayerView();
  const text = useText();
  const isPaused = usePlayer(({ recorded }) => recorded.isPaused);
  const [elapsedMs, setElapsed] = useState(0);
  const pausedMs = useRef(0);

  useEffect(() => {
    if (isPaused) {
      const begin = now();
      return () => {
        pausedMs.current += now() - begin;
      };
    }
    let timer: ReturnType<typeof setTimeout>;
    // Aligned to seconds of the recording, so that none is skipped or repeated.
    const tick = (): void => {
      const elapsed = Math.max(0, now() - since - pausedMs.current);
      setElapsed(elapsed);
      timer = setTimeout(tick, 1_000 - (elapsed % 1_000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [since, now, isPaused]);

  const time = formatElapsed(elapsedMs);
  return (
    // A timer role is not announced every second, but can be read on demand.
    <div className="oriel-recording" role="timer" aria-label={text('recording.elapsed', { time })}>
      {time}
    </div>
  );
}
