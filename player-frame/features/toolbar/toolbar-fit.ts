import type { BarLayout } from './layout.ts';
import type { ButtonView } from './toolbar-model.ts';

/** Items shown in a bar of a given width, and items of the overflow menu. */
export interface Fitted {
  readonly left: readonly ButtonView[];
  readonly right: readonly ButtonView[];
  /** In order; empty: no menu. */
  readonly overflow: readonly ButtonView[];
  /** The volume slider is in the bar. */
  readonly hasSlider: boolean;
  /** Buttons of the layout have visible labels. */
  readonly hasLabels: boolean;
}

export interface ToolbarSpace {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Buttons are targets for fingers. */
  readonly isMobile?: boolean;
}

/** Fingers need targets of this width (bars.css). */
const touchPx = 44;

/** As in the style sheet: cells, gaps and the slider grow with the frame. */
export function measuresFor(frameWidthPx: number, isMobile = false) {
  const measures = measuresOf(frameWidthPx);
  return isMobile ? { ...measures, cellPx: Math.max(touchPx, measures.cellPx) } : measures;
}

function measuresOf(frameWidthPx: number) {
  if (frameWidthPx >= 2200) return { cellPx: 80, gapPx: 14, sliderPx: 200 };
  const sliderPx = Math.min(104, Math.max(56, frameWidthPx * 0.12));
  return frameWidthPx > 500 ? { cellPx: 48, gapPx: 8, sliderPx } : { cellPx: 32, gapPx: 4, sliderPx };
}

/** Below this size a menu is not readable, and items that do not fit are omitted. */
const menuFrom: ToolbarSpace = { widthPx: 200, heightPx: 160 };
/** Labels are not readable in bars of 32 px. */
const labelsFromCellPx = 48;

/** Buttons kept longest: fullscreen first, then the basic ones. */
const priorityButtons: readonly string[] = ['expend', 'play', 'sound'];

export type FitLayout = Pick<BarLayout, 'insetPx' | 'hasVolumeInBar' | 'labelled' | 'labelPx'>;

/** Texts shrink, buttons do not: `reservedPx` is the minimum width of the texts. */
export function fitBar(
  bar: { readonly left: readonly ButtonView[]; readonly right: readonly ButtonView[] },
  space: ToolbarSpace,
  layout: FitLayout,
  reservedPx = 0,
): Fitted {
  const { cellPx, gapPx, sliderPx } = measuresFor(space.widthPx, space.isMobile);
  const shown = (side: readonly ButtonView[]) => side.filter(({ isShown }) => isShown);
  const left = shown(bar.left);
  const right = shown(bar.right);
  const buttons = [...left, ...right].filter(({ kind }) => kind !== 'text');
  const insidePx = space.widthPx - 2 * gapPx - 2 * layout.insetPx - reservedPx;
  const cells = Math.max(1, Math.floor((insidePx + gapPx) / (cellPx + gapPx)));
  if (buttons.length <= cells) {
    const freePx = insidePx - buttons.length * (cellPx + gapPx);
    const labelled = buttons.filter(({ id }) => layout.labelled.includes(id)).length;
    return {
      left,
      right,
      overflow: [],
      hasSlider:
        layout.hasVolumeInBar && freePx >= sliderPx + gapPx && buttons.some(({ id }) => id === 'sound'),
      hasLabels: cellPx >= labelsFromCellPx && labelled > 0 && freePx >= labelled * layout.labelPx,
    };
  }
  const hasMenu = space.widthPx >= menuFrom.widthPx && space.heightPx >= menuFrom.heightPx;
  const kept = new Set(byRank(buttons).slice(0, hasMenu ? cells - 1 : cells));
  const fits = (button: ButtonView) => button.kind === 'text' || kept.has(button);
  return {
    left: left.filter(fits),
    right: right.filter(fits),
    overflow: hasMenu ? buttons.filter((button) => !kept.has(button)) : [],
    hasSlider: false,
    hasLabels: false,
  };
}

function byRank(buttons: readonly ButtonView[]): readonly ButtonView[] {
  const rank = ({ id }: ButtonView) =>
    priorityButtons.includes(id) ? priorityButtons.indexOf(id) : priorityButtons.length;
  return [...buttons].sort((one, other) => rank(one) - rank(other));
}
