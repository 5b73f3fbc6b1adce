import type { ThemeSection } from '../../../lib/contracts/theme/theme.ts';
import { usePlayer, useText } from '../../react/use-player.ts';
import { selectIsRecorded, selectOverlay } from '../../state/selectors.ts';
import { BarButton } from './bar-button.tsx';
import { barColours } from './bar-colours.ts';
import { LiveBadge } from './live-badge.tsx';
import { OverflowMenu } from './overflow-menu.tsx';
import { fitBar } from './toolbar-fit.ts';
import type { BarView, ToolbarView } from './toolbar-model.ts';
import { useFirstTap } from './use-first-tap.ts';
import { useIdle } from './use-idle.ts';
import { useToolbarSpace } from './use-toolbar.ts';

/** The bars of a theme. They fade only during playback. */
export function Toolbar({ view }: { readonly view: ToolbarView }) {
  const theming = usePlayer((state) => state.theming);
  const isWatching = usePlayer((state) => selectOverlay(state) === 'none');
  const { theme, isEditing } = theming;
  const isIdle = useIdle((theme?.autoFocus ?? 0) * 1_000, isInUse);
  const isFaded = isIdle && isWatching && !isEditing;
  useFirstTap(isFaded);
  if (!theme) return null;
  return (
    <div className="oriel-bars" data-faded={isFaded} data-editing={isEditing}>
      {view.header.isShown && <Bar place="header" bar={view.header} section={theme.header} />}
      {view.footer.isShown && <Bar place="footer" bar={view.footer} section={theme.footer} />}
    </div>
  );
}

/** A bar stays visible while it is hovered, contains the keyboard focus, or has an open menu. */
function isInUse(): boolean {
  const isUsed = document.querySelector('.oriel-bar :focus-visible, .oriel-menu') !== null;
  // On touch screens the last tapped element stays hovered.
  const hasPointer = window.matchMedia?.('(hover: hover)').matches ?? false;
  return isUsed || (hasPointer && document.querySelector('.oriel-bar:hover') !== null);
}

interface BarProps {
  readonly place: 'header' | 'footer';
  readonly bar: BarView;
  readonly section: ThemeSection;
}

/** Minimum width of the texts in a header. */
const textSpacePx = 160;

function Bar({ place, bar, section }: BarProps) {
  const isEditing = usePlayer((state) => state.theming.isEditing);
  const isRotated = usePlayer((state) => state.display.isRotated);
  const isRecorded = usePlayer(selectIsRecorded);
  const space = useToolbarSpace(isRotated);
  const text = useText();
  const hasText = [...bar.left, ...bar.right].some(({ kind, isShown }) => isShown && kind === 'text');
  const fitted = fitBar(
    bar,
    isEditing ? { ...space, widthPx: unlimitedPx } : space,
    hasText ? textSpacePx : 0,
  );
  const side = (buttons: BarView['left']) =>
    buttons.map((button) => (
      <BarButton key={button.id} button={button} isEditing={isEditing} hasSlider={fitted.hasSlider} />
    ));
  return (
    <fieldset
      className={`oriel-bar oriel-${place}`}
      aria-label={text(place === 'header' ? 'toolbar.header' : 'player.controls')}
      style={barColours(section)}
    >
      {place === 'header' && !isRecorded && <LiveBadge />}
      {side(fitted.left)}
      <span className="oriel-spring" />
      {fitted.overflow.length > 0 && <OverflowMenu buttons={fitted.overflow} />}
      {side(fitted.right)}
    </fieldset>
  );
}

/** In editing mode all items are shown, in as many rows as needed. */
const unlimitedPx = 100_000;
