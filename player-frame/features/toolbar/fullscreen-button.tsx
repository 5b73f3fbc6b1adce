import { ExitFullscreenIcon, FullscreenIcon } from '../../react/icons.tsx';
import { useAsk, usePlayer, useText } from '../../react/use-player.ts';
import { selectIsActive, selectIsExpanded } from '../../state/selectors.ts';
import { ToolbarButton } from './toolbar-button.tsx';

export function FullscreenButton() {
  const isExpanded = usePlayer(selectIsExpanded);
  const isActive = usePlayer(selectIsActive);
  const ask = useAsk();
  const text = useText();
  return (
    <ToolbarButton
      label={text(isExpanded ? 'player.exitFullscreen' : 'player.fullscreen')}
      isDisabled={!isActive && !isExpanded}
      isActive={isExpanded}
      onPress={() => ask({ type: 'request.expand', to: isExpanded ? 'none' : 'fullscreen' })}
    >
      {isExpanded ? <ExitFullscreenIcon /> : <FullscreenIcon />}
    </ToolbarButton>
  );
}
