import { usePlayer, useText } from '../react/use-player.ts';
import { selectOverlay, selectSourceCode, selectTrouble } from '../state/selectors.ts';
import { ErrorOverlay } from './error-overlay.tsx';
import { ReconnectOverlay } from './reconnect-overlay.tsx';
import { StartOverlay } from './start-overlay.tsx';

/** Whatever lies over the picture: one thing at a time. */
export function Overlay() {
  const overlay = usePlayer(selectOverlay);
  const trouble = usePlayer(selectTrouble);
  const sourceCode = usePlayer(selectSourceCode);
  const text = useText();
  switch (overlay) {
    case 'start':
      return <StartOverlay />;
    case 'loading':
      return <Caption words={text('player.loading')} />;
    case 'stalled':
      return <Caption words={text('player.stalled')} />;
    case 'failed':
      return trouble && <ErrorOverlay trouble={trouble} />;
    case 'reconnecting':
      return trouble && <ReconnectOverlay trouble={trouble} by="player" />;
    case 'sourceTrouble':
      return (
        sourceCode && (
          <ReconnectOverlay trouble={{ code: sourceCode, stage: 'stream', message: null }} by="server" />
        )
      );
    // features/code-prompt, mounted beside this.
    case 'code':
    case 'none':
      return null;
  }
}

/** Words under the spinner, which the boot script has been turning since the start. */
function Caption({ words }: { readonly words: string }) {
  return (
    <p className="oriel-caption" role="status">
      {words}
    </p>
  );
}
