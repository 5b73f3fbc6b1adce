/** Puts one picture together: the scene's slice from the clip under a freshly coded strip. */
import type { EpochMs } from '../../../kernel/units.ts';
import type { PictureClip } from './clip-format.ts';
import { escapeInto, NalBitWriter } from './nal-bit-writer.ts';
import { writeSliceHeader } from './slice-header.ts';
import { StripEncoder } from './strip-encoder.ts';
import { StripPainter } from './strip-painter.ts';

export interface DemoPicture {
  readonly isKey: boolean;
  /** Both slices, each with a 4-byte length before it. */
  readonly data: Uint8Array;
}

/** One running camera's pictures. Each call of `next` is one step further in the loop. */
export class DemoPictures {
  private readonly writer = new NalBitWriter();
  private readonly encoder: StripEncoder;
  private readonly painter: StripPainter;
  private position: number;

  /** `near`: where in the loop to start, rounded down to a key picture. */
  constructor(
    private readonly clip: PictureClip,
    near: number,
  ) {
    const group = Math.floor((near % clip.pictures.length) / clip.groupLength);
    this.position = group * clip.groupLength;
    this.painter = new StripPainter(clip);
    this.encoder = new StripEncoder(
      { columns: clip.columns, rows: clip.stripRows, qp: clip.stripQp, chromaQpOffset: clip.chromaQpOffset },
      clip.backdrop,
    );
  }

  /** Pictures until the next key picture; 0 when the next is one. */
  get untilKey(): number {
    return (this.clip.groupLength - (this.position % this.clip.groupLength)) % this.clip.groupLength;
  }

  /** Goes on in the loop without making pictures, as a camera does that lost some. */
  skip(count: number): void {
    this.position = (this.position + count) % this.clip.pictures.length;
  }

  next(frame: number, madeAt: EpochMs): DemoPicture {
    const { clip, writer, painter } = this;
    const frameNum = this.position % clip.groupLength;
    const isKey = frameNum === 0;
    const scene = clip.pictures[this.position]!;
    const idrPicId = (this.position / clip.groupLength) & 1;
    this.skip(1);

    painter.paint(frame, madeAt);
    writer.reset();
    writeSliceHeader(writer, clip, {
      isKey,
      firstMacroblock: 0,
      frameNum,
      idrPicId,
      qp: clip.stripQp,
      deblocking: 1,
    });
    if (isKey) this.encoder.writeIntra(writer, painter.luma);
    else this.encoder.writeInter(writer, painter.luma, painter.changed);
    painter.changed.fill(0);
    writer.trailing();
    return { isKey, data: joinSlices(scene, writer.written()) };
  }
}

/** The strip's NAL unit gets the header byte of the scene's: type and nal_ref_idc must agree in a picture. */
function joinSlices(scene: Uint8Array, strip: Uint8Array): Uint8Array {
  if (escaped.length < strip.length * 2) escaped = new Uint8Array(strip.length * 2);
  const stripLength = 1 + escapeInto(escaped, 0, strip);
  const joined = new Uint8Array(8 + stripLength + scene.length);
  writeLength(joined, 0, stripLength);
  joined[4] = scene[0]!;
  joined.set(escaped.subarray(0, stripLength - 1), 5);
  writeLength(joined, 4 + stripLength, scene.length);
  joined.set(scene, 8 + stripLength);
  return joined;
}

/** Used within one call only; every camera writes into the same. */
let escaped = new Uint8Array(16_384);

function writeLength(target: Uint8Array, at: number, length: number): void {
  target[at] = length >>> 24;
  target[at + 1] = (length >>> 16) & 0xff;
  target[at + 2] = (length >>> 8) & 0xff;
  target[at + 3] = length & 0xff;
}
