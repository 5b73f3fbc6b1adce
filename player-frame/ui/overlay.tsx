import { usePlayer, useText } from '../react/use-player.ts';
import { selectFailure, selectOverlay, selectSourceCode } from '../state/selectors.ts';
import { ErrorOverlay } from './error-overlay.tsx';
import { ReconnectOverlay } from './reconnect-overlay.tsx';
import { StartOverlay } from './start-overlay.tsx';

/** Whatever lies over the picture: one thing at a time. */
export function Overlay() {
  const overlay = usePlayer(selectOverlay);
  const playbackFailure = usePlayer(selectFailure);
  const sourceCode = usePlayer(selectSourceCode);
  const text = useText();
  switch (overlay) {
    case 'start':
      return <StartOverlay />;
    case 'loading':
      return <Caption label={text('player.loading')} />;
    case 'stalled':
      return <Caption label={text('player.stalled')} />;
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
    // features/code-prompt, mounted beside this.
    case 'code':
    case 'none':
      return null;
  }
}

/** Words under the spinner, which the boot script has been turning since the start. */
function Caption({ label }: { readonly label: string }) {
  return (
    <p className="oriel-caption" role="status">
      {label}
    </p>
  );
}
