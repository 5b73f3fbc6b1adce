import { useEffect, useState } from 'react';
import { usePlayerView } from '../../react/player-context.ts';
import { usePlayer, useText } from '../../react/use-player.ts';
import { formatElapsed } from '../../state/recording.ts';

/** Duration of the recording: `mm:ss`, from one hour on `hh:mm:ss`. Starts at `00:00` for each recording. */
export function RecordingCounter() {
  const since = usePlayer(({ recording }) => (recording.phase === 'on' ? recording.since : null));
  return since === null ? null : <Counter since={since} />;
}

function Counter({ since }: { readonly since: number }) {
  const { now } = usePlayerView();
  const text = useText();
  const [elapsedMs, setElapsed] = useState(0);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // Aligned to seconds of the recording, so that none is skipped or repeated.
    const tick = (): void => {
      const elapsed = Math.max(0, now() - since);
      setElapsed(elapsed);
      timer = setTimeout(tick, 1_000 - (elapsed % 1_000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [since, now]);

  const time = formatElapsed(elapsedMs);
  return (
    // A timer role is not announced every second, but can be read on demand.
    <div className="oriel-recording" role="timer" aria-label={text('recording.elapsed', { time })}>
      {time}
    </div>
  );
}
