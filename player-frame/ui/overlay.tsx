import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { useNow } from '../react/use-now.ts';
import { usePlayer, useText } from '../react/use-player.ts';
import { momentText } from '../recorded-time/time-text.ts';
import { selectFailure } from '../state/early-selectors.ts';
import { selectDeviceName, selectOverlay, selectSourceCode } from '../state/selectors.ts';
import { EmptyOverlay } from './empty-overlay.tsx';
import { ErrorOverlay } from './error-overlay.tsx';
import { ReconnectOverlay } from './reconnect-overlay.tsx';
import { StartOverlay } from './start-overlay.tsx';

/** The overlay over the video, one at a time. */
export function Overlay() {
  const overlay = usePlayer(selectOverlay);
  const playbackFailure = usePlayer(selectFailure);
  const sourceCode = usePlayer(selectSourceCode);
  const isControlsOnly = usePlayer(({ display }) => display.isControlsOnly);
  const text = useText();
  // Its bars fill the frame, and what it says is said by the players of the wall.
  if (isControlsOnly && (overlay === 'start' || overlay === 'empty')) return null;
  switch (overlay) {
    case 'start':
      return <StartOverlay />;
    case 'loading':
      return <Caption label={text('player.loading')} hasName />;
    case 'stalled':
      return <Caption label={text('player.stalled')} hasName={false} />;
    case 'awaitsKey':
      return <KeyWaitCaption />;
    case 'awaiting':
      return <AwaitingCaption />;
    case 'failed':
      return playbackFailure && <ErrorOverlay playbackFailure={playbackFailure} />;
    case 'empty':
      return <EmptyOverlay />;
    case 'reconnecting':
      return playbackFailure && <ReconnectOverlay playbackFailure={playbackFailure} by="player" />;
    case 'sourceFailure':
      return (
        sourceCode && (
          <ReconnectOverlay
            playbackFailure={{ code: sourceCode, stage: 'stream', message: null }}
            by="server"
          />
        )
      );
    // Rendered by features/code-prompt.
    case 'code':
    case 'none':
      return null;
  }
}

/** Over the last frame, or that of the next recording, which is not shown: it belongs to another time. */
function AwaitingCaption() {
  const text = useText();
  const next = usePlayer(({ recorded }) => recorded.awaiting?.next ?? null);
  const timeZone = usePlayer(({ recorded }) => recorded.timeZone);
  const name = usePlayer(selectDeviceName);
  const zone = zoneOf(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <div className="oriel-awaiting" role="status">
      {name && <strong className="oriel-caption-name">{name}</strong>}
      {next === null ? text('timeline.gap') : text('timeline.gapNext', { time: momentText(next, zone) })}
    </div>
  );
}

/** How often screen readers read for how long the key frame is awaited. */
const spokenEverySeconds = 10;

/** Over the spinner, or the last frame: what is missing, and for how long. */
function KeyWaitCaption() {
  const text = useText();
  const now = useNow();
  const name = usePlayer(selectDeviceName);
  const since = usePlayer(({ awaitsKeySince }) => awaitsKeySince) ?? now;
  const seconds = Math.max(0, Math.floor((now - since) / 1_000));
  const label = (waited: number) =>
    waited === 0 ? text('player.awaitsKey') : text('player.awaitsKeyFor', { seconds: waited });
  return (
    <div className="oriel-caption">
      {name && <strong className="oriel-caption-name">{name}</strong>}
      <span aria-hidden="true">{label(seconds)}</span>
      <span className="oriel-unseen" role="status">
        {label(seconds - (seconds % spokenEverySeconds))}
      </span>
    </div>
  );
}

interface CaptionProps {
  readonly label: string;
  /** The camera's name above the label. */
  readonly hasName: boolean;
}

/** Caption below the spinner, which the boot script renders. */
function Caption({ label, hasName }: CaptionProps) {
  const name = usePlayer(selectDeviceName);
  return (
    <p className="oriel-caption" role="status">
      {hasName && name && <strong className="oriel-caption-name">{name}</strong>}
      {label}
    </p>
  );
}
