/**
 * Derives all text and background colours from the accent colour. The accent itself is used for bars, dots and
 * borders; text colours are shifted along its hue until the contrast is sufficient.
 */
import { contrast, lightnessOf, mix, readable, withLightness } from './colour.ts';

export type Scheme = 'light' | 'dark';

/**
 * Backgrounds of text: `page`, `panel` for cards and menus, `raised` for hovered rows and inputs. `line` is for
 * separators, `edge` for outlines of empty boxes.
 */
export const grounds = {
  light: {
    page: '#f3f5f8',
    panel: '#ffffff',
    raised: '#f3f5f8',
    ink: '#1c2532',
    soft: '#566173',
    line: '#e2e6ec',
    edge: '#7f8a9a',
  },
  dark: {
    page: '#0f1318',
    panel: '#171c23',
    raised: '#212831',
    ink: '#dfe5ec',
    soft: '#9aa5b3',
    line: '#2b333e',
    edge: '#6d7887',
  },
} as const;

/** WCAG AA for text; AAA in colour-weak mode. */
export const contrastFor = (isWeak: boolean): number => (isWeak ? 7 : 4.5);

export interface Shades {
  /** As selected. */
  readonly accent: string;
  /** Background of white text. */
  readonly filled: string;
  readonly filledHover: string;
  /** Links and icons, readable on all backgrounds of the scheme. */
  readonly text: string;
  /** Background of selected rows and light buttons, and its text colour. */
  readonly tint: string;
  readonly tintHover: string;
  readonly onTint: string;
}

/** Background of a selected table row. */
export const chosenGround = (accent: string, scheme: Scheme): string =>
  mix(accent, grounds[scheme].panel, 0.1);

/** `others`: additional backgrounds of its text. */
export function shadesOf(
  colour: string,
  scheme: Scheme,
  isWeak = false,
  others: readonly string[] = [],
): Shades {
  const { page, panel, raised } = grounds[scheme];
  const ratio = contrastFor(isWeak);
  const filled = readable(colour, ['#ffffff'], ratio, 'darker');
  const towards = scheme === 'light' ? 'darker' : 'lighter';
  const tint = mix(colour, panel, scheme === 'light' ? 0.1 : 0.18);
  const tintHover = mix(colour, panel, scheme === 'light' ? 0.17 : 0.26);
  return {
    accent: colour,
    filled,
    filledHover: withLightness(filled, Math.max(0, lightnessOf(filled) - 0.05)),
    text: readable(colour, [page, panel, raised, tint, ...others], ratio, towards),
    tint,
    tintHover,
    onTint: readable(colour, [tint, tintHover], ratio, towards),
  };
}

type Ramp = readonly [string, string, string, string, string, string, string, string, string, string];

/** Ten shades from nearly white to nearly black; white text is readable on shade 6. */
export function rampOf(colour: string, isWeak = false): Ramp {
  const filled = readable(colour, ['#ffffff'], contrastFor(isWeak), 'darker');
  const middle = lightnessOf(filled);
  const above = [0.97, 0.93, 0.87, 0.8, 0.73].map((lightness) => withLightness(colour, lightness));
  const below = [0.05, 0.11, 0.17].map((less) => withLightness(filled, Math.max(0.12, middle - less)));
  return [...above, contrast(colour, '#ffffff') > 4.5 ? filled : colour, filled, ...below] as unknown as Ramp;
}
