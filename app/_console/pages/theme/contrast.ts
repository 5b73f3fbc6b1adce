/** WCAG contrast of the controls of a theme over video, whose brightness nobody knows. */

/** Channels 0 to 255, alpha 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

const names: Readonly<Record<string, string>> = {
  ...{ aqua: '00ffff', black: '000000', blue: '0000ff', brown: 'a52a2a', crimson: 'dc143c', cyan: '00ffff' },
  ...{ darkblue: '00008b', darkgray: 'a9a9a9', darkgreen: '006400', darkgrey: 'a9a9a9', darkred: '8b0000' },
  ...{ dimgray: '696969', dimgrey: '696969', dodgerblue: '1e90ff', fuchsia: 'ff00ff', gold: 'ffd700' },
  ...{ gray: '808080', green: '008000', grey: '808080', indigo: '4b0082', lightblue: 'add8e6' },
  ...{ lightgray: 'd3d3d3', lightgreen: '90ee90', lightgrey: 'd3d3d3', lime: '00ff00', magenta: 'ff00ff' },
  ...{ maroon: '800000', navy: '000080', olive: '808000', orange: 'ffa500', orangered: 'ff4500' },
  ...{ pink: 'ffc0cb', purple: '800080', red: 'ff0000', royalblue: '4169e1', silver: 'c0c0c0' },
  ...{ skyblue: '87ceeb', slategray: '708090', slategrey: '708090', steelblue: '4682b4', teal: '008080' },
  ...{ tomato: 'ff6347', transparent: '00000000', violet: 'ee82ee', white: 'ffffff' },
  ...{ whitesmoke: 'f5f5f5', yellow: 'ffff00' },
};

/** Null: no colour that a theme may have. */
export function readRgba(text: string): Rgba | null {
  const lower = text.trim().toLowerCase();
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(lower)?.[1] ?? names[lower];
  if (hex !== undefined) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
    const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16);
    return [channel(0), channel(2), channel(4), digits.length === 8 ? channel(6) / 255 : 1];
  }
  const inside = /^rgba?\(([^()]*)\)$/.exec(lower)?.[1];
  const parts = inside?.split(/[\s,/]+/).filter(Boolean) ?? [];
  if (parts.length < 3 || parts.length > 4) return null;
  const value = (part: string | undefined, whole: number) =>
    part === undefined
      ? whole
      : part.endsWith('%')
        ? (Number(part.slice(0, -1)) / 100) * whole
        : Number(part);
  const [red, green, blue, alpha] = parts;
  const rgba: Rgba = [value(red, 255), value(green, 255), value(blue, 255), value(alpha, 1)];
  return rgba.every(Number.isFinite) ? rgba : null;
}

/** `top` as it is seen over an opaque colour. */
function over([red, green, blue, alpha]: Rgba, below: Rgba): Rgba {
  const mix = (one: number, other: number) => one * alpha + other * (1 - alpha);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
}

function luminance([red, green, blue]: Rgba): number {
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** 1 to 21, of opaque colours. */
export function contrastOf(one: Rgba, other: Rgba): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const footage = { light: [255, 255, 255, 1], dark: [0, 0, 0, 1] } as const satisfies Record<string, Rgba>;
export type Footage = keyof typeof footage;

/** Contrast of a colour on a bar that lies over white or black video. Null: one of them is no colour. */
export function barContrast(color: string, background: string, video: Footage): number | null {
  const [ink, plate] = [readRgba(color), readRgba(background)];
  if (!ink || !plate) return null;
  const bar = over(plate, footage[video]);
  return contrastOf(over(ink, bar), bar);
}

/** WCAG 1.4.3 for texts, 1.4.11 for icons. */
export const minContrast = { text: 4.5, icon: 3 } as const;
