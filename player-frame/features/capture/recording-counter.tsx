import { useEffect, useState } from 'react';
import { usePlayerView } from '../../react/player-context.ts';
import { usePlayer, useText } from '../../react/use-player.ts';
import { formatElapsed } from '../../state/recording.ts';

/** How long it has been recorded: `mm:ss`, then `hh:mm:ss`. From `00:00` again with every recording. */
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
    // Each turn ends with a second of the recording, so that none is skipped and none shown twice.
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
    // Not read aloud each second; who asks for it is told.
    <div className="oriel-recording" role="timer" aria-label={text('recording.elapsed', { time })}>
      {time}
    </div>
  );
}
