import { PlayIcon, StopIcon } from '../../react/icons.tsx';
import { useAsk, usePlayer, useText } from '../../react/use-player.ts';
import { selectIsActive } from '../../state/selectors.ts';
import { ToolbarButton } from './toolbar-button.tsx';

export function PlayButton() {
  const isActive = usePlayer(selectIsActive);
  const ask = useAsk();
  const text = useText();
  return (
    <ToolbarButton
      label={text(isActive ? 'player.stop' : 'player.play')}
      onPress={() => ask({ type: 'request.togglePlay' })}
    >
      {isActive ? <StopIcon /> : <PlayIcon />}
    </ToolbarButton>
  );
}
