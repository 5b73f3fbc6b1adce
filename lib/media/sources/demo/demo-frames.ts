/**
 * Puts one picture together. Looking where the clip was made: the scene's slice from the clip under a freshly
 * coded strip. Elsewhere both slices are coded afresh (`moved-frames.ts`); the change there is a key picture
 * of its own, at once, and the change back waits for the next group.
 */

import { BitWriter } from '../../../codec/bit-writer.ts';
import { escapeInto } from '../../../codec/nal.ts';
import type { EpochMs } from '../../../kernel/units.ts';
import type { VideoClip } from './clip-format.ts';
import { demoHome, type ViewPosition } from './demo-view.ts';
import type { MovedFrames } from './moved-frames.ts';
import { writeSliceHeader } from './slice-header.ts';
import { StripEncoder } from './strip-encoder.ts';
import { StripPainter } from './strip-painter.ts';

export interface DemoFrame {
  readonly isKey: boolean;
  /** Both slices, each with a 4-byte length before it. */
  readonly data: Uint8Array;
}

/** One running camera's pictures. Each call of `next` is one step further in the loop. */
export class DemoFrames {
  private readonly writer = new BitWriter();
  private readonly encoder: StripEncoder;
  private readonly painter: StripPainter;
  private position: number;
  private moved: MovedFrames | null = null;
  /** Pictures since the last key picture, while moved. */
  private sinceKey = 0;

  /**
   * `near`: where in the loop to start, rounded down to a key picture. `openMoved` is asked when the view leaves
   * home; it may throw.
   */
  constructor(
    private readonly clip: VideoClip,
    near: number,
    private readonly openMoved: () => MovedFrames,
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

  next(frame: number, madeAt: EpochMs, view: ViewPosition): DemoFrame {
    const isHome = view.x === demoHome.x && view.y === demoHome.y;
    if (isHome && (this.moved === null || this.untilKey === 0)) {
      this.moved = null;
      return this.nextOfClip(frame, madeAt);
    }
    return this.nextMoved(frame, madeAt, view);
  }

  private nextMoved(frame: number, madeAt: EpochMs, view: ViewPosition): DemoFrame {
    const startsGroup = this.untilKey === 0;
    const isKey = startsGroup || this.moved === null || this.moved.needsKey(view);
    this.moved ??= this.openMoved();
    this.sinceKey = isKey ? 0 : this.sinceKey + 1;
    const { strip, scene } = this.moved.next(view, {
      index: this.position,
      isKey,
      frameNum: this.sinceKey,
      // The clip's are 0 and 1. Whichever key picture comes right before or after, it has another.
      idrPicId: startsGroup ? 2 | ((this.position / this.clip.groupLength) & 1) : 4,
      frame,
      madeAt,
    });
    this.skip(1);
    return { isKey, data: joinUnits(strip, scene) };
  }

  private nextOfClip(frame: number, madeAt: EpochMs): DemoFrame {
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
    return { isKey, data: joinUnits(stripUnit(scene[0]!, writer.written()), scene) };
  }
}

/** The header byte is that of the scene's unit: type and nal_ref_idc must agree in a picture. Valid until the next call. */
function stripUnit(header: number, strip: Uint8Array): Uint8Array {
  if (escaped.length < strip.length * 2 + 1) escaped = new Uint8Array(strip.length * 2 + 1);
  escaped[0] = header;
  return escaped.subarray(0, escapeInto(escaped, 1, strip));
}

/** Used within one call only; every camera writes into the same. */
let escaped = new Uint8Array(16_384);

function joinUnits(strip: Uint8Array, scene: Uint8Array): Uint8Array {
  const joined = new Uint8Array(8 + strip.length + scene.length);
  writeLength(joined, 0, strip.length);
  joined.set(strip, 4);
  writeLength(joined, 4 + strip.length, scene.length);
  joined.set(scene, 8 + strip.length);
  return joined;
}

function writeLength(target: Uint8Array, at: number, length: number): void {
  target[at] = length >>> 24;
  target[at + 1] = (length >>> 16) & 0xff;
  target[at + 2] = (length >>> 8) & 0xff;
  target[at + 3] = length & 0xff;
}
