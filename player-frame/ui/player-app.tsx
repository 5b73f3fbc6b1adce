import { useCallback, useEffect, useState } from 'react';
import { RecordingCounter } from '../features/capture/recording-counter.tsx';
import { CodePrompt } from '../features/code-prompt/code-prompt.tsx';
import { Poster } from '../features/display/poster.tsx';
import { PtzPad } from '../features/ptz/ptz-pad.tsx';
import { StatsOverlay } from '../features/stats/stats-overlay.tsx';
import { ToastRegion } from '../features/toast/toast.tsx';
import { AudioBlockedHint } from '../features/toolbar/audio-blocked-hint.tsx';
import { Toolbar } from '../features/toolbar/toolbar.tsx';
import { useToolbar } from '../features/toolbar/use-toolbar.ts';
import { ZoomOverlay } from '../features/zoom/zoom-overlay.tsx';
import { usePlayer, useSendRequest } from '../react/use-player.ts';
import { selectLanguage } from '../state/selectors.ts';
import { Overlay } from './overlay.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useKeys } from './use-keys.ts';
import { useLongPress } from './use-long-press.ts';

export interface PlayerAppProps {
  readonly onEscape: () => void;
}

/** The UI over the video. Without controls it only shows messages and has no shortcuts. */
export function PlayerApp({ onEscape }: PlayerAppProps) {
  const language = usePlayer(selectLanguage);
  const view = useToolbar();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const hasControls = view.header.isShown || view.footer.isShown;
  const closeHelp = useCallback(() => setHelpOpen(false), []);
  const sendRequest = useSendRequest();
  const toggleDiagnosis = useCallback(() => sendRequest({ type: 'request.toggleDiagnosis' }), [sendRequest]);
  useLongPress(hasControls, toggleDiagnosis);
  useKeys({ view, hasControls, onEscape, onHelp: () => setHelpOpen(true) });
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <div className="oriel-app" data-header={view.header.isShown} data-footer={view.footer.isShown}>
      <Poster />
      <Overlay />
      <CodePrompt />
      <ZoomOverlay />
      <PtzPad />
      <RecordingCounter />
      <Toolbar view={view} />
      <StatsOverlay />
      <AudioBlockedHint />
      <ToastRegion />
      {isHelpOpen && <ShortcutHelp view={view} onClose={closeHelp} />}
    </div>
  );
}
