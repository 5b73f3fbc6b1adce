/** The lettering of the strip: cells for the clock's characters, and the scene's label. */
export interface Lettering {
  readonly font: string;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Top of the cells and baseline inside them. */
  readonly top: number;
  readonly baseline: number;
  readonly shadowBlur: number;
  readonly glyphs: string;
  readonly labelRight: number;
}

/** Narrow characters are at the left of their cell, `narrowWidth` wide. */
const narrow = '-:. ';

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2d canvas');
  return context;
}

/** Width of a narrow character. */
export const narrowWidth = (lettering: Pick<Lettering, 'cellWidth'>): number =>
  Math.round(lettering.cellWidth * 0.62);

/** Coverage 0-255 of all cells, one after another. */
export function glyphCovers(lettering: Lettering): { body: Uint8Array; shadow: Uint8Array } {
  const { cellWidth, cellHeight, glyphs } = lettering;
  const size = cellWidth * cellHeight;
  const body = new Uint8Array(size * glyphs.length);
  const shadow = new Uint8Array(size * glyphs.length);
  for (const [index, glyph] of [...glyphs].entries()) {
    const width = narrow.includes(glyph) ? narrowWidth(lettering) : cellWidth;
    body.set(coverOf(lettering, glyph, width, false), index * size);
    shadow.set(coverOf(lettering, glyph, width, true), index * size);
  }
  return { body, shadow };
}

function coverOf(lettering: Lettering, glyph: string, width: number, isShadow: boolean): Uint8Array {
  const { cellWidth, cellHeight, font, baseline, shadowBlur } = lettering;
  const context = contextOf(cellWidth, cellHeight);
  context.font = font;
  context.textAlign = 'center';
  context.fillStyle = '#fff';
  context.strokeStyle = '#fff';
  if (isShadow) {
    context.globalAlpha = 0.6;
    context.filter = `blur(${shadowBlur}px)`;
    context.lineWidth = shadowBlur * 2;
    context.strokeText(glyph, width / 2, baseline);
  } else {
    context.fillText(glyph, width / 2, baseline);
  }
  const { data } = context.getImageData(0, 0, cellWidth, cellHeight);
  return Uint8Array.from({ length: cellWidth * cellHeight }, (_, index) => data[index * 4 + 3]!);
}

/** Shadow and body of the label, each drawn at its position in the frame. */
const labelParts = {
  shadow(context: CanvasRenderingContext2D, label: string, lettering: Lettering): void {
    context.save();
    context.globalAlpha = 0.6;
    context.filter = `blur(${lettering.shadowBlur}px)`;
    context.lineWidth = lettering.shadowBlur * 2;
    context.strokeStyle = '#000';
    context.strokeText(label, lettering.labelRight, lettering.top + lettering.baseline);
    context.restore();
  },
  body(context: CanvasRenderingContext2D, label: string, lettering: Lettering): void {
    context.fillStyle = 'rgba(240,243,250,0.94)';
    context.fillText(label, lettering.labelRight, lettering.top + lettering.baseline);
  },
} as const;

function prepareLabel(context: CanvasRenderingContext2D, lettering: Lettering): void {
  context.font = lettering.font;
  context.textAlign = 'right';
  context.letterSpacing = `${lettering.cellWidth * 0.08}px`;
}

export function paintLabel(context: CanvasRenderingContext2D, label: string, lettering: Lettering): void {
  prepareLabel(context, lettering);
  labelParts.shadow(context, label, lettering);
  labelParts.body(context, label, lettering);
}

/** Coverage 0-255 of the label in a part of the frame, from `left` on and from the top. */
export function labelCovers(
  label: string,
  lettering: Lettering,
  left: number,
  width: number,
  height: number,
): { body: Uint8Array; shadow: Uint8Array } {
  const coverOf = (part: keyof typeof labelParts): Uint8Array => {
    const context = contextOf(width, height);
    context.translate(-left, 0);
    prepareLabel(context, lettering);
    labelParts[part](context, label, lettering);
    const { data } = context.getImageData(0, 0, width, height);
    return Uint8Array.from({ length: width * height }, (_, index) => data[index * 4 + 3]!);
  };
  return { body: coverOf('body'), shadow: coverOf('shadow') };
}
