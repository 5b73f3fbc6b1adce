/**
 * Colours of themes: a closed syntax, so that a theme can load nothing and cannot break out of its CSS declaration.
 * Every quantifier is bounded, so the time depends only on the maximum length.
 */

const maxColourChars = 64;

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** The basic CSS names, and common ones for toolbars. */
const names: ReadonlySet<string> = new Set(
  (
    'aqua black blue brown crimson cyan darkblue darkgray darkgreen darkgrey darkred dimgray dimgrey dodgerblue ' +
    'fuchsia gold gray green grey indigo lightblue lightgray lightgreen lightgrey lime magenta maroon navy olive ' +
    'orange orangered pink purple red royalblue silver skyblue slategray slategrey steelblue teal tomato ' +
    'transparent violet white whitesmoke yellow'
  ).split(' '),
);

const amount = String.raw`(\d{1,3}(?:\.\d{1,6})?%?)`;
const alpha = String.raw`(\d{0,3}(?:\.\d{1,6})?%?)`;
const gap = ' {0,4}';
const withCommas = new RegExp(
  `^rgba?\\(${gap}${amount}${gap},${gap}${amount}${gap},${gap}${amount}${gap}(?:,${gap}${alpha}${gap})?\\)$`,
  'i',
);
const withSpaces = new RegExp(
  `^rgba?\\(${gap}${amount} {1,4}${amount} {1,4}${amount}${gap}(?:/${gap}${alpha}${gap})?\\)$`,
  'i',
);

function isWithin(text: string, largest: number): boolean {
  const isPercent = text.endsWith('%');
  const value = Number(isPercent ? text.slice(0, -1) : text);
  return text !== '' && text !== '%' && value <= (isPercent ? 100 : largest);
}

function isFunction(text: string): boolean {
  const parts = withCommas.exec(text) ?? withSpaces.exec(text);
  if (!parts) return false;
  const channels = parts.slice(1, 4) as string[];
  const percents = channels.filter((channel) => channel.endsWith('%')).length;
  const opacity = parts[4];
  return (
    (percents === 0 || percents === 3) &&
    channels.every((channel) => isWithin(channel, 255)) &&
    (opacity === undefined || isWithin(opacity, 1))
  );
}

/**
 * The colour in CSS syntax, or null when it is not allowed. Removes surrounding space and the suffix `-diy`, with which
 * EZUIKit's theme editor marks custom colours.
 */
export function readColour(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxColourChars) return null;
  const text = value.trim().replace(/-diy$/, '').trim();
  return hex.test(text) || names.has(text.toLowerCase()) || isFunction(text) ? text : null;
}
