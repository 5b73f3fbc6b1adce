import { useCallback, useEffect, useState } from 'react';
import { RecordingCounter } from '../features/capture/recording-counter.tsx';
import { CodePrompt } from '../features/code-prompt/code-prompt.tsx';
import { Poster } from '../features/display/poster.tsx';
import { PtzPad } from '../features/ptz/ptz-pad.tsx';
import { StatsOverlay } from '../features/stats/stats-overlay.tsx';
import { TalkPanel } from '../features/talk/talk-panel.tsx';
import { ToastRegion } from '../features/toast/toast.tsx';
import { AudioBlockedHint } from '../features/toolbar/audio-blocked-hint.tsx';
import { layoutOf } from '../features/toolbar/layout.ts';
import { Toolbar } from '../features/toolbar/toolbar.tsx';
import { shownButtons } from '../features/toolbar/toolbar-model.ts';
import { useToolbar } from '../features/toolbar/use-toolbar.ts';
import { VoicePanel } from '../features/voice/voice-panel.tsx';
import { ZoomOverlay } from '../features/zoom/zoom-overlay.tsx';
import { usePlayer, useSendRequest } from '../react/use-player.ts';
import { selectNavigation } from '../state/early-selectors.ts';
import type { PlayerState } from '../state/player-state.ts';
import { selectIsMobile, selectLanguage, selectOverlay } from '../state/selectors.ts';
import { ContextMenu } from './context-menu.tsx';
import { Overlay } from './overlay.tsx';
import { RecordingTimeline } from './recording-timeline.tsx';
import { RecordingsPanel } from './recordings-panel.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useFindStores } from './use-find-stores.ts';
import { useKeys } from './use-keys.ts';
import { useLongPress } from './use-long-press.ts';

const selectLayout = ({ theming: { theme } }: PlayerState) => theme && layoutOf(theme);

/**
 * A failure and the prompt for a code replace the bars, because nothing in them works. They remain in the editor, and
 * while the player is enlarged, for the way back.
 */
function selectHidesBars(state: PlayerState): boolean {
  const overlay = selectOverlay(state);
  const isEnded = overlay === 'failed' || overlay === 'code';
  return isEnded && state.expansion === 'none' && !state.theming.isEditing;
}

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
  const layout = usePlayer(selectLayout);
  const navigation = usePlayer(selectNavigation);
  const isMobile = usePlayer(selectIsMobile);
  const isControlsOnly = usePlayer(({ display }) => display.isControlsOnly);
  const hasBars = !usePlayer(selectHidesBars);
  useFindStores(
    navigation === 'ruler' || shownButtons(view).some(({ id }) => id === 'cloudRec' || id === 'rec'),
  );
  return (
    <div
      className="oriel-app"
      data-layout={layout?.name}
      data-mobile={isMobile}
      data-controls-only={isControlsOnly}
      data-header={hasBars && view.header.isShown}
      data-footer={hasBars && view.footer.isShown}
    >
      <Poster />
      <Overlay />
      {hasBars && (
        <>
          <ZoomOverlay />
          <PtzPad />
          {hasControls && <TalkPanel />}
          <RecordingCounter />
          <AudioBlockedHint />
          {layout && <Toolbar view={view} layout={layout} />}
          <VoicePanel />
        </>
      )}
      {navigation === 'timeline' && <RecordingTimeline />}
      {navigation === 'ruler' && <RecordingsPanel />}
      <ToastRegion />
      <CodePrompt />
      <StatsOverlay />
      <ContextMenu hasControls={hasControls} />
      {isHelpOpen && <ShortcutHelp view={view} onClose={closeHelp} />}
    </div>
  );
}
