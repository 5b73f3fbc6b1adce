import type { CSSProperties } from 'react';
import { MutedIcon, SoundIcon } from '../../react/icons.tsx';
import { useAsk, usePlayer, useText } from '../../react/use-player.ts';
import { selectIsActive, selectIsHeard, selectVolume } from '../../state/selectors.ts';
import { ToolbarButton } from './toolbar-button.tsx';

/** Above this many percent the icon shows two waves. */
const loudPercent = 50;

/** Sound on and off, and how loud. Acts only while playing (specification, document 2, section 4). */
export function SoundControl() {
  const isHeard = usePlayer(selectIsHeard);
  const volume = usePlayer(selectVolume);
  const isActive = usePlayer(selectIsActive);
  const ask = useAsk();
  const text = useText();
  const percent = isHeard ? volume : 0;
  return (
    <div className="oriel-sound">
      <ToolbarButton
        label={text(isHeard ? 'player.soundOff' : 'player.soundOn')}
        isDisabled={!isActive}
        onPress={() => ask({ type: 'request.toggleSound' })}
      >
        {isHeard ? <SoundIcon isLoud={volume > loudPercent} /> : <MutedIcon />}
      </ToolbarButton>
      <input
        className="oriel-volume"
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-label={text('player.volume')}
        aria-valuetext={text('player.volumeValue', { percent })}
        disabled={!isActive}
        style={{ '--volume': `${percent}%` } as CSSProperties}
        onChange={(event) => ask({ type: 'request.setVolume', volume: event.currentTarget.valueAsNumber })}
      />
    </div>
  );
}
