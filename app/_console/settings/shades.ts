/**
 * From one colour everything that text stands on or is written in. The colour itself stays as the accent (bars,
 * dots, borders); what is read is shifted along its own hue until the contrast is there.
 */
import { contrast, lightnessOf, mix, readable, withLightness } from './colour.ts';

export type Scheme = 'light' | 'dark';

/**
 * What lies under text. `page` behind everything, `panel` cards and menus, `raised` hovered rows and inputs; `line`
 * parts one thing from another, `edge` is all there is to see of an empty box.
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

/** WCAG AA for text; AAA for colour-weak mode. */
export const contrastFor = (isWeak: boolean): number => (isWeak ? 7 : 4.5);

export interface Shades {
  /** As it was given. */
  readonly accent: string;
  /** White text stands on it. */
  readonly filled: string;
  readonly filledHover: string;
  /** Links and icons, on any ground of the scheme. */
  readonly text: string;
  /** A tint for selected rows and light buttons, and what is written on it. */
  readonly tint: string;
  readonly tintHover: string;
  readonly onTint: string;
}

/** What a chosen row of a table stands on, in the accent's colour. */
export const chosenGround = (accent: string, scheme: Scheme): string =>
  mix(accent, grounds[scheme].panel, 0.1);

/** `others`: grounds that its text stands on as well. */
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

/** Ten steps from nearly white to nearly black; step 6 takes white text. */
export function rampOf(colour: string, isWeak = false): Ramp {
  const filled = readable(colour, ['#ffffff'], contrastFor(isWeak), 'darker');
  const middle = lightnessOf(filled);
  const above = [0.97, 0.93, 0.87, 0.8, 0.73].map((lightness) => withLightness(colour, lightness));
  const below = [0.05, 0.11, 0.17].map((less) => withLightness(filled, Math.max(0.12, middle - less)));
  return [...above, contrast(colour, '#ffffff') > 4.5 ? filled : colour, filled, ...below] as unknown as Ramp;
}
