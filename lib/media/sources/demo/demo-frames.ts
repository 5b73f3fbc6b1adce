/**
 * Assembles frames. In the home view: the scene's slice from the clip, below a newly encoded strip. In other
 * views, both slices are encoded (`moved-frames.ts`). Leaving the home view inserts a key frame immediately;
 * returning waits for the next GOP.
 */

import { BitWriter } from '../../../codec/bit-writer.ts';
import { escapeInto } from '../../../codec/nal.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { VideoClip } from './clip-format.ts';
import { demoHome, type ViewPosition } from './demo-view.ts';
import type { MovedFrames } from './moved-frames.ts';
import { writeSliceHeader } from './slice-header.ts';
import { StripEncoder } from './strip-encoder.ts';
import { StripPainter } from './strip-painter.ts';

export interface DemoFrame {
  readonly isKey: boolean;
  /** Both slices, each with a 4-byte length prefix. */
  readonly data: Uint8Array;
}

/** What a frame shows besides the scene. */
export interface DemoFrameOrder {
  readonly madeAt: EpochMs;
  /** `madeAt` in local time of the camera as if it were UTC, for the clock. */
  readonly civil: Ms;
  readonly view: ViewPosition;
}

/** The frames of one running camera. Each call of `next` advances the loop by one frame. */
export class DemoFrames {
  private readonly writer = new BitWriter();
  private readonly encoder: StripEncoder;
  private readonly painter: StripPainter;
  private position: number;
  private moved: MovedFrames | null = null;
  /** Frames since the last key frame, in a moved view. */
  private sinceKey = 0;

  /**
   * `near`: start position in the loop, rounded down to a key frame. `openMoved`: called when the view leaves
   * home; may throw. `hasFrameCode`: see `frame-code.ts`.
   */
  constructor(
    private readonly clip: VideoClip,
    near: number,
    private readonly openMoved: () => MovedFrames,
    hasFrameCode: boolean,
  ) {
    const group = Math.floor((near % clip.frames.length) / clip.groupLength);
    this.position = group * clip.groupLength;
    this.painter = new StripPainter(clip, hasFrameCode);
    this.encoder = new StripEncoder(
      { columns: clip.columns, rows: clip.stripRows, qp: clip.stripQp, chromaQpOffset: clip.chromaQpOffset },
      clip.backdrop,
    );
  }

  /** Frames until the next key frame; 0 if the next is one. */
  get untilKey(): number {
    return (this.clip.groupLength - (this.position % this.clip.groupLength)) % this.clip.groupLength;
  }

  /** Skips frames of the loop, like a camera that lost some. */
  skip(count: number): void {
    this.position = (this.position + count) % this.clip.frames.length;
  }

  next(frame: number, { madeAt, civil, view }: DemoFrameOrder): DemoFrame {
    const isHome = view.x === demoHome.x && view.y === demoHome.y;
    if (isHome && (this.moved === null || this.untilKey === 0)) {
      this.moved = null;
      return this.nextOfClip(frame, madeAt, civil);
    }
    return this.nextMoved(frame, { madeAt, civil, view });
  }

  private nextMoved(frame: number, { madeAt, civil, view }: DemoFrameOrder): DemoFrame {
    const startsGroup = this.untilKey === 0;
    const isKey = startsGroup || this.moved === null || this.moved.needsKey(view);
    this.moved ??= this.openMoved();
    this.sinceKey = isKey ? 0 : this.sinceKey + 1;
    const { strip, scene } = this.moved.next(view, {
      index: this.position,
      isKey,
      frameNum: this.sinceKey,
      // The clip uses 0 and 1, so this differs from adjacent key frames.
      idrPicId: startsGroup ? 2 | ((this.position / this.clip.groupLength) & 1) : 4,
      frame,
      madeAt,
      civil,
    });
    this.skip(1);
    return { isKey, data: joinUnits(strip, scene) };
  }

  private nextOfClip(frame: number, madeAt: EpochMs, civil: Ms): DemoFrame {
    const { clip, writer, painter } = this;
    const frameNum = this.position % clip.groupLength;
    const isKey = frameNum === 0;
    const scene = clip.frames[this.position]!;
    const idrPicId = (this.position / clip.groupLength) & 1;
    this.skip(1);

    painter.paint(frame, madeAt, civil);
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

/**
 * The header byte of the scene's unit: type and nal_ref_idc must be equal within a frame. Valid until the
 * next call.
 */
function stripUnit(header: number, strip: Uint8Array): Uint8Array {
  if (escaped.length < strip.length * 2 + 1) escaped = new Uint8Array(strip.length * 2 + 1);
  escaped[0] = header;
  return escaped.subarray(0, escapeInto(escaped, 1, strip));
}

/** Scratch buffer shared by all cameras, valid within one call. */
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
