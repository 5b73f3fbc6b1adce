/**
 * The files in `clips/`. One layout for frames, audio and whole scenes:
 *
 *     bytes 0-7   `ORIELCL1`
 *     bytes 8-11  length of the header, little-endian
 *     header      JSON in UTF-8, `VideoClipHeader`, `AudioClipHeader` or `WorldHeader`
 *     then        the byte strings whose sizes are in the header, concatenated
 *
 * Created by `scripts/demo-clip`.
 */
import type { Label, LabelPlace, WorldClip, WorldHeader } from './world-format.ts';

/** Position of the clock in the strip, in pixels. All glyph cells have the same size. */
export interface TextLayout {
  /** Top of every glyph. */
  readonly y: number;
  /**
   * Left edge and width of each character of `2026-03-01 18:04:05.7`; narrow ones show the left part of their
   * glyph.
   */
  readonly places: readonly { readonly x: number; readonly width: number }[];
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** One character per cell; the first is blank. */
  readonly glyphs: string;
}

export interface VideoClipHeader {
  readonly kind: 'frames';
  readonly scene: string;
  /** Displayed size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** Frames per GOP. The clip has an even number of GOPs. */
  readonly groupLength: number;
  readonly columns: number;
  /** Macroblock rows of the overlay strip, on top of the scene's. */
  readonly stripRows: number;
  readonly stripQp: number;
  readonly chromaQpOffset: number;
  readonly frameNumBits: number;
  readonly initQp: number;
  readonly text: TextLayout;
  /** Sequence and picture parameter set, NAL units in base64. */
  readonly sps: string;
  readonly pps: string;
  /** Size of each frame's scene: one NAL unit that starts below the strip. */
  readonly frames: readonly number[];
}

export interface VideoClip extends Omit<VideoClipHeader, 'frames' | 'sps' | 'pps'> {
  readonly sps: Uint8Array;
  readonly pps: Uint8Array;
  /** Background of the strip without clock and code; 4:2:0 planes of `columns * 16` by `stripRows * 16`. */
  readonly backdrop: { readonly y: Uint8Array; readonly u: Uint8Array; readonly v: Uint8Array };
  /** Coverage of glyph and shadow, 0-255, cell by cell. */
  readonly glyphBody: Uint8Array;
  readonly glyphShadow: Uint8Array;
  readonly frames: readonly Uint8Array[];
}

export interface AudioClipHeader {
  readonly kind: 'audio';
  readonly sampleRate: number;
  readonly channels: number;
  readonly samplesPerFrame: number;
  /** AudioSpecificConfig in base64. */
  readonly config: string;
  /** Size of each raw AAC frame. Frame n starts at `n * samplesPerFrame / sampleRate` in the loop. */
  readonly frames: readonly number[];
}

export interface AudioClip extends Omit<AudioClipHeader, 'frames' | 'config'> {
  readonly config: Uint8Array;
  readonly frames: readonly Uint8Array[];
}

type ClipHeader = VideoClipHeader | AudioClipHeader | WorldHeader;

const magic = 'ORIELCL1';

export function writeClip(header: ClipHeader, parts: readonly Uint8Array[]): Uint8Array {
  const json = Buffer.from(JSON.stringify(header), 'utf8');
  const start = Buffer.alloc(12);
  start.write(magic, 'latin1');
  start.writeUInt32LE(json.length, 8);
  return Buffer.concat([start, json, ...parts]);
}

export function readVideoClip(file: Uint8Array): VideoClip {
  const { header, take } = open(file);
  if (header.kind !== 'frames') throw new Error('this clip has no frames');
  const lumaBytes = header.columns * 16 * header.stripRows * 16;
  const glyphBytes = header.text.cellWidth * header.text.cellHeight * header.text.glyphs.length;
  return {
    ...header,
    sps: fromBase64(header.sps),
    pps: fromBase64(header.pps),
    backdrop: { y: take(lumaBytes), u: take(lumaBytes / 4), v: take(lumaBytes / 4) },
    glyphBody: take(glyphBytes),
    glyphShadow: take(glyphBytes),
    frames: header.frames.map(take),
  };
}

export function readAudioClip(file: Uint8Array): AudioClip {
  const { header, take } = open(file);
  if (header.kind !== 'audio') throw new Error('this clip has no audio');
  return { ...header, config: fromBase64(header.config), frames: header.frames.map(take) };
}

export function readWorldClip(file: Uint8Array): WorldClip {
  const { header, take } = open(file);
  if (header.kind !== 'world') throw new Error('this clip is not a whole scene');
  const [base, ...groups] = header.parts.map(take);
  const withCovers = (place: LabelPlace): Label => {
    const size = place.width * place.height;
    return { ...place, body: take(size), shadow: take(size) };
  };
  const main = withCovers(header.labels.main);
  return { ...header, base: base!, groups, labels: { main, sub: withCovers(header.labels.sub) } };
}

function open(file: Uint8Array): {
  header: ClipHeader;
  take: (length: number) => Uint8Array;
} {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.toString('latin1', 0, 8) !== magic) throw new Error('not a clip of the demo camera');
  const headerEnd = 12 + bytes.readUInt32LE(8);
  const header = JSON.parse(bytes.toString('utf8', 12, headerEnd)) as ClipHeader;
  // Copies to plain arrays: the `slice` of a Buffer does not copy.
  const plain = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  let at = headerEnd;
  const take = (length: number): Uint8Array => {
    if (at + length > plain.length) throw new Error('the clip ends too early');
    at += length;
    return plain.subarray(at - length, at);
  };
  return { header, take };
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}
