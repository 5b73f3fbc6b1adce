/** Draws the clock, and on request the frame code, on the strip's background and marks the 4x4 blocks that changed. */
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { VideoClip } from './clip-format.ts';
import { encodeFrameCode, frameCodeCells, frameCodeHeight } from './frame-code.ts';

/** Luma of text and shadow, within the limited range 16-235. */
const bodyLuma = 228;
const shadowLuma = 18;
/** Luma of frame code cells for 0 and 1. */
const cellLuma = [40, 150] as const;

/** `2026-03-01 18:04:05.7`. `civil`: local time of the camera as if it were UTC. */
export function clockText(civil: Ms): string {
  const text = new Date(civil).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 21)}`;
}

export class StripPainter {
  /** Target content of the strip: luma, one byte per pixel. */
  readonly luma: Uint8Array;
  /** One byte per 4x4 block; cleared by the caller of the encoder. */
  readonly changed: Uint8Array;
  private readonly width: number;
  private readonly codeHeight: number;
  private readonly cells = new Uint8Array(frameCodeCells);
  private readonly shownCells = new Uint8Array(frameCodeCells).fill(2);
  private shownText = '';

  constructor(
    private readonly clip: VideoClip,
    private readonly hasFrameCode: boolean,
  ) {
    this.width = clip.columns * 16;
    this.luma = clip.backdrop.y.slice();
    this.changed = new Uint8Array((this.width / 4) * clip.stripRows * 4);
    this.codeHeight = Math.round(clip.height * frameCodeHeight);
  }

  paint(frame: number, madeAt: EpochMs, civil: Ms): void {
    if (this.hasFrameCode) this.paintCode(frame, madeAt);
    this.paintText(clockText(civil));
  }

  private paintCode(frame: number, madeAt: EpochMs): void {
    encodeFrameCode(this.cells, frame, madeAt);
    const cellWidth = this.clip.width / frameCodeCells;
    for (let index = 0; index < frameCodeCells; index += 1) {
      const bit = this.cells[index]!;
      if (bit === this.shownCells[index]) continue;
      this.shownCells[index] = bit;
      fillCell(this.clip, this.luma, index, bit);
      this.mark(index * cellWidth, 0, cellWidth, this.codeHeight);
    }
  }

  private paintText(text: string): void {
    const { places, y, cellHeight } = this.clip.text;
    for (let place = 0; place < text.length; place += 1) {
      if (text[place] === this.shownText[place]) continue;
      drawGlyph(this.clip, this.clip.backdrop.y, this.luma, place, text[place]!);
      this.mark(places[place]!.x, y, places[place]!.width, cellHeight);
    }
    this.shownText = text;
  }

  private mark(left: number, top: number, width: number, height: number): void {
    const columns = this.width >> 2;
    for (let y = top >> 2; y <= (top + height - 1) >> 2; y += 1) {
      for (let x = left >> 2; x <= (left + width - 1) >> 2; x += 1) this.changed[y * columns + x] = 1;
    }
  }
}

/** Draws the frame code over `luma`, which has the width of the strip. */
export function stampFrameCode(clip: VideoClip, luma: Uint8Array, frame: number, madeAt: EpochMs): void {
  const cells = new Uint8Array(frameCodeCells);
  encodeFrameCode(cells, frame, madeAt);
  for (const [index, bit] of cells.entries()) fillCell(clip, luma, index, bit);
}

/** The same with the clock. */
export function stampClock(clip: VideoClip, luma: Uint8Array, civil: Ms): void {
  for (const [place, character] of [...clockText(civil)].entries()) {
    drawGlyph(clip, luma, luma, place, character);
  }
}

function fillCell(clip: VideoClip, luma: Uint8Array, index: number, bit: number): void {
  const cellWidth = clip.width / frameCodeCells;
  const height = Math.round(clip.height * frameCodeHeight);
  for (let y = 0; y < height; y += 1) {
    const from = y * clip.columns * 16 + index * cellWidth;
    luma.fill(cellLuma[bit as 0 | 1], from, from + cellWidth);
  }
}

/** `under`: the background; may be `luma` itself. */
function drawGlyph(
  { columns, glyphBody, glyphShadow, text }: VideoClip,
  under: Uint8Array,
  luma: Uint8Array,
  place: number,
  character: string,
): void {
  const glyph = text.glyphs.indexOf(character);
  if (glyph < 0) throw new RangeError(`the clip has no glyph for "${character}"`);
  const { x: left, width } = text.places[place]!;
  for (let y = 0; y < text.cellHeight; y += 1) {
    const from = (glyph * text.cellHeight + y) * text.cellWidth;
    for (let x = 0; x < width; x += 1) {
      const at = (text.y + y) * columns * 16 + left + x;
      luma[at] = letter(under[at]!, glyphBody[from + x]!, glyphShadow[from + x]!);
    }
  }
}

/** Luma of a text pixel from the coverage of glyph and shadow. */
export function letter(under: number, body: number, shadow: number): number {
  return blend(blend(under, shadowLuma, shadow), bodyLuma, body);
}

/** `cover` 0: `under`; 255: `over`. */
function blend(under: number, over: number, cover: number): number {
  return Math.round(under + ((over - under) * cover) / 255);
}
