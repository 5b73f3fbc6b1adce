import { Fragment } from 'react';
import type { ThemeSection } from '../../../lib/contracts/theme/theme.ts';
import { usePlayer, useText } from '../../react/use-player.ts';
import { selectIsRecorded } from '../../state/early-selectors.ts';
import type { Display } from '../../state/feature-state.ts';
import { selectIsMobile, selectOverlay } from '../../state/selectors.ts';
import { BarButton, PressButton } from './bar-button.tsx';
import { barColours } from './bar-colours.ts';
import type { BarLayout } from './layout.ts';
import { LinkButton, linkButtonPx } from './link-button.tsx';
import { LiveBadge } from './live-badge.tsx';
import { OverflowMenu } from './overflow-menu.tsx';
import { PictureButton } from './picture-button.tsx';
import { RecordedBadge } from './recorded-badge.tsx';
import { type FitLayout, type Fitted, fitBar, measuresFor, type ToolbarSpace } from './toolbar-fit.ts';
import type { BarView, ButtonView, ToolbarView } from './toolbar-model.ts';
import { useFirstTap } from './use-first-tap.ts';
import { useIdle } from './use-idle.ts';
import { useToolbarSpace } from './use-toolbar.ts';

export interface ToolbarProps {
  readonly view: ToolbarView;
  readonly layout: BarLayout;
}

/** The bars of a theme. They fade only during playback. */
export function Toolbar({ view, layout }: ToolbarProps) {
  const theming = usePlayer((state) => state.theming);
  const isWatching = usePlayer((state) => selectOverlay(state) === 'none');
  // Without video, bars cover nothing.
  const isControlsOnly = usePlayer(({ display }) => display.isControlsOnly);
  const { theme, isEditing } = theming;
  const isIdle = useIdle(isControlsOnly ? 0 : (theme?.autoFocus ?? 0) * 1_000, isInUse);
  const isFaded = isIdle && isWatching && !isEditing;
  const isPlayOverVideo = usePlayOverVideo(layout);
  useFirstTap(isFaded);
  if (!theme) return null;
  const play = view.footer.left.find(({ id, isShown }) => id === 'play' && isShown);
  const footer = isPlayOverVideo ? { ...view.footer, left: without(view.footer.left, play) } : view.footer;
  return (
    <div className="oriel-bars" data-faded={isFaded} data-editing={isEditing}>
      {view.header.isShown && <Bar place="header" bar={view.header} section={theme.header} layout={layout} />}
      {isPlayOverVideo && play && (
        <div className="oriel-mid" style={barColours(theme.footer)}>
          <PressButton button={play} hasLabel={false} />
        </div>
      )}
      {view.footer.isShown && <Bar place="footer" bar={footer} section={theme.footer} layout={layout} />}
    </div>
  );
}

/** Below this height the button in the middle would meet the bars. */
const midFromPx = 160;

/** The play button is over the video, unless something else is there. */
function usePlayOverVideo({ play }: BarLayout): boolean {
  const isRotated = usePlayer((state) => state.display.isRotated);
  const isFree = usePlayer(
    (state) =>
      ['none', 'loading', 'stalled'].includes(selectOverlay(state)) &&
      !state.ptz.isOpen &&
      // Fingers move the video.
      state.zoom === null &&
      !state.theming.isEditing,
  );
  const { heightPx } = useToolbarSpace(isRotated);
  return play === 'midVideo' && isFree && heightPx >= midFromPx;
}

const without = (buttons: readonly ButtonView[], one: ButtonView | undefined) =>
  buttons.filter((button) => button !== one);

const keepOrder = (buttons: readonly ButtonView[]) => buttons;

/** On phones, the number of the camera would take the space of its name. */
const nameFirst = (buttons: readonly ButtonView[]): readonly ButtonView[] => {
  const name = buttons.find(({ id }) => id === 'deviceName');
  const number = buttons.find(({ id }) => id === 'deviceID');
  if (!name || !number || buttons.indexOf(name) < buttons.indexOf(number)) return buttons;
  return buttons.flatMap((one) => (one === number ? [name, number] : one === name ? [] : [one]));
};

/** A bar stays visible while it is hovered, contains the keyboard focus, or has an open menu. */
function isInUse(): boolean {
  const isUsed = document.querySelector('.oriel-bars :focus-visible, .oriel-menu') !== null;
  // On touch screens the last tapped element stays hovered.
  const hasPointer = window.matchMedia?.('(hover: hover)').matches ?? false;
  return isUsed || (hasPointer && document.querySelector('.oriel-bar:hover') !== null);
}

/** Smaller bars have room for one button, whatever is reserved. */
const pictureFromPx = 200;

type PictureOffer = 'no' | 'besideFullScreen' | 'yes';

/** A theme without full screen has it in the menu of the right mouse button only, except in its window, as the way back. */
function pictureIn(place: BarProps['place'], { canPicture, pictureWindow }: Display): PictureOffer {
  if (!canPicture) return 'no';
  return place === 'footer' && pictureWindow === 'open' ? 'yes' : 'besideFullScreen';
}

/** The bar, with picture-in-picture. Where it would push out a button of the theme, it is in the menus only. */
function fitPicture(bar: BarView, space: ToolbarSpace, layout: FitLayout, offer: PictureOffer) {
  const shown = [...bar.left, ...bar.right].filter(({ isShown }) => isShown);
  const textPx = shown.some(({ kind }) => kind === 'text') ? textSpacePx : 0;
  const fitted = fitBar(bar, space, layout, textPx);
  const hasPicture =
    offer === 'yes' || (offer === 'besideFullScreen' && shown.some(({ id }) => id === 'expend'));
  const { cellPx, gapPx } = measuresFor(space.widthPx, space.isMobile);
  const withPicture = fitBar(bar, space, layout, textPx + cellPx + gapPx);
  const isPictureInBar = hasPicture && space.widthPx >= pictureFromPx && isSameFit(fitted, withPicture);
  return { fitted, isPictureInBar, isPictureInMenu: hasPicture && !isPictureInBar };
}

const isSameFit = (one: Fitted, other: Fitted): boolean =>
  one.left.length === other.left.length &&
  one.right.length === other.right.length &&
  one.hasLabels === other.hasLabels &&
  one.hasSlider === other.hasSlider;

interface BarProps {
  readonly place: 'header' | 'footer';
  readonly bar: BarView;
  readonly section: ThemeSection;
  readonly layout: BarLayout;
}

/** Minimum width of the texts in a header. */
const textSpacePx = 160;

function Bar({ place, bar, section, layout }: BarProps) {
  const isEditing = usePlayer((state) => state.theming.isEditing);
  const isRotated = usePlayer((state) => state.display.isRotated);
  const isRecorded = usePlayer(selectIsRecorded);
  const isMobile = usePlayer(selectIsMobile);
  const space = { ...useToolbarSpace(isRotated), isMobile };
  const hasLink = usePlayer(({ display }) => display.canLink) && place === 'header' && !isEditing;
  const picture = usePlayer(({ display }) => pictureIn(place, display));
  const text = useText();
  const isFooter = place === 'footer';
  const widthPx = isEditing ? unlimitedPx : space.widthPx - (hasLink ? linkButtonPx : 0);
  const { fitted, isPictureInBar, isPictureInMenu } = fitPicture(
    bar,
    { ...space, widthPx },
    isFooter ? layout : headerLayout,
    isEditing ? 'no' : picture,
  );
  const hasFullScreen = [...fitted.left, ...fitted.right].some(({ id }) => id === 'expend');
  const item = (button: ButtonView) => (
    <Fragment key={button.id}>
      {isPictureInBar && button.id === 'expend' && <PictureButton />}
      <BarButton
        button={button}
        isEditing={isEditing}
        hasSlider={fitted.hasSlider}
        hasLabel={fitted.hasLabels && layout.labelled.includes(button.id)}
      />
    </Fragment>
  );
  const mid =
    place === 'footer' && layout.play === 'midBar' && !isEditing
      ? fitted.left.find(({ id }) => id === 'play')
      : undefined;
  return (
    <fieldset
      className={`oriel-bar oriel-${place}`}
      aria-label={text(place === 'header' ? 'toolbar.header' : 'player.controls')}
      style={barColours(section)}
    >
      <div className="oriel-side">
        {place === 'header' && (isRecorded ? <RecordedBadge /> : <LiveBadge />)}
        {(isMobile && !isEditing ? nameFirst : keepOrder)(without(fitted.left, mid)).map(item)}
      </div>
      {mid && item(mid)}
      <div className="oriel-side oriel-end">
        {fitted.overflow.length > 0 && (
          <OverflowMenu buttons={fitted.overflow} hasPicture={isPictureInMenu} />
        )}
        {fitted.right.map(item)}
        {isPictureInBar && !hasFullScreen && <PictureButton />}
        {hasLink && <LinkButton />}
      </div>
    </fieldset>
  );
}

/** A header has texts and few buttons, in all layouts. */
const headerLayout = { insetPx: 0, hasVolumeInBar: false, labelled: [], labelPx: 0 } as const;

/** In editing mode all items are shown, in as many rows as needed. */
const unlimitedPx = 100_000;
