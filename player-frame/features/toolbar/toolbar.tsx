import { usePlayer, useText } from '../../react/use-player.ts';
import { selectOverlay } from '../../state/selectors.ts';
import { FullscreenButton } from './fullscreen-button.tsx';
import { Header } from './header.tsx';
import { PlayButton } from './play-button.tsx';
import { SoundControl } from './sound-control.tsx';
import { useIdle } from './use-idle.ts';

/** Specification, document 2, section 3: autoFocus. */
const fadeAfterMs = 5_000;

/** The bars of the `standard` template. They fade while a picture is watched, and only then. */
export function Toolbar() {
  const isIdle = useIdle(fadeAfterMs);
  const isWatching = usePlayer((state) => selectOverlay(state) === 'none');
  const text = useText();
  return (
    <div className="oriel-bars" data-faded={isIdle && isWatching}>
      <Header />
      <fieldset className="oriel-footer" aria-label={text('player.controls')}>
        <PlayButton />
        <SoundControl />
        <span className="oriel-spring" />
        <FullscreenButton />
      </fieldset>
    </div>
  );
}
