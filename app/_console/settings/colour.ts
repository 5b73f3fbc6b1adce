/** Colours as `#rrggbb`, WCAG contrast, and perceptual lightness (OKLCH). */
type Channels = readonly [red: number, green: number, blue: number];

/** Linear sRGB channels, 0 to 1. */
function channelsOf(colour: string): Channels {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!digits) throw new Error(`${colour} is not #rrggbb`);
  const part = (index: number) => Number.parseInt(digits[index] ?? '', 16) / 255;
  return [part(1), part(2), part(3)];
}

const mapChannels = (
  [red, green, blue]: Channels,
  change: (value: number, index: number) => number,
): Channels => [change(red, 0), change(green, 1), change(blue, 2)];

const toHex = (channels: Channels): string =>
  `#${channels
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

export function luminance(colour: string): number {
  const [red, green, blue] = mapChannels(channelsOf(colour), toLinear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio, from 1 (equal) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** `part` of `over` blended with `under`, like a translucent layer. */
export function mix(over: string, under: string, part: number): string {
  const below = channelsOf(under);
  return toHex(
    mapChannels(channelsOf(over), (value, index) => value * part + (below[index] ?? 0) * (1 - part)),
  );
}

interface Oklch {
  /** 0 to 1. */
  readonly lightness: number;
  readonly chroma: number;
  /** Radians. */
  readonly hue: number;
}

function toOklch(colour: string): Oklch {
  const [r, g, b] = mapChannels(channelsOf(colour), toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const first = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const second = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(first, second),
    hue: Math.atan2(second, first),
  };
}

function linearOf({ lightness, chroma, hue }: Oklch): Channels {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShowable = (channels: Channels) => channels.every((value) => value > -0.0005 && value < 1.0005);

/** Changes the lightness, keeps the hue, and reduces the chroma only as far as sRGB requires. */
export function withLightness(colour: string, lightness: number): string {
  const { chroma, hue } = toOklch(colour);
  let [low, high] = [0, chroma];
  if (isShowable(linearOf({ lightness, chroma, hue }))) low = chroma;
  for (let step = 0; step < 16 && low < chroma; step += 1) {
    const middle = (low + high) / 2;
    if (isShowable(linearOf({ lightness, chroma: middle, hue }))) low = middle;
    else high = middle;
  }
  return toHex(
    mapChannels(linearOf({ lightness, chroma: low, hue }), (value) => fromLinear(Math.max(0, value))),
  );
}

export const lightnessOf = (colour: string): number => toOklch(colour).lightness;

/** The shade nearest to `colour` with a contrast of at least `ratio` to all `others`. */
export function readable(
  colour: string,
  others: readonly string[],
  ratio: number,
  towards: 'darker' | 'lighter',
): string {
  const hasContrast = (shade: string) => others.every((other) => contrast(shade, other) >= ratio);
  if (hasContrast(colour)) return colour;
  const end = towards === 'darker' ? 0 : 1;
  let [unread, read] = [lightnessOf(colour), end];
  for (let step = 0; step < 20; step += 1) {
    const middle = (unread + read) / 2;
    if (hasContrast(withLightness(colour, middle))) read = middle;
    else unread = middle;
  }
  return withLightness(colour, read);
}
