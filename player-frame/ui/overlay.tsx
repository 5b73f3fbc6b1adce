import { usePlayer, useText } from '../react/use-player.ts';
import { selectDeviceName, selectFailure, selectOverlay, selectSourceCode } from '../state/selectors.ts';
import { ErrorOverlay } from './error-overlay.tsx';
import { ReconnectOverlay } from './reconnect-overlay.tsx';
import { StartOverlay } from './start-overlay.tsx';

/** The overlay over the video, one at a time. */
export function Overlay() {
  const overlay = usePlayer(selectOverlay);
  const playbackFailure = usePlayer(selectFailure);
  const sourceCode = usePlayer(selectSourceCode);
  const text = useText();
  switch (overlay) {
    case 'start':
      return <StartOverlay />;
    case 'loading':
      return <Caption label={text('player.loading')} hasName />;
    case 'stalled':
      return <Caption label={text('player.stalled')} hasName={false} />;
    case 'failed':
      return playbackFailure && <ErrorOverlay playbackFailure={playbackFailure} />;
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
