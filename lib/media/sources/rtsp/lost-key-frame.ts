/**
 * Lets H.264 continue when a key frame was lost. A key frame starts the numbers of pictures anew; without it, the next
 * ones seem to belong to the past, and decoders show nothing until the numbers have caught up, at worst until the next
 * key frame. So they go on counting from the frame before the loss. References are relative and stay as they are.
 */

import { h264Nal, h264NalType } from '../../../codec/h264.ts';
import {
  type H264Counting,
  type SliceNumbers,
  sliceNumbers,
  withSliceNumbers,
} from '../../../codec/h264-counting.ts';

const none: SliceNumbers = { frameNum: 0, order: 0 };

export class LostKeyFrame {
  #counting: H264Counting | null = null;
  /** Of the newest reference frame, as passed on. */
  #last = none;
  #shift = none;
  #hasGap = false;

  /** Null: the stream is not H.264. */
  configure(counting: H264Counting | null): void {
    this.#counting = counting;
    this.#last = none;
    this.#shift = none;
  }

  /** Frames are missing before the next one. */
  gap(): void {
    this.#hasGap = true;
  }

  /** A key frame is missing: the frames that follow refer to those before it. */
  lost(): void {
    this.#shift = this.#last;
  }

  /** The units of one frame, with numbers that continue. */
  continued(nals: readonly Uint8Array[]): readonly Uint8Array[] {
    const counting = this.#counting;
    if (counting === null) return nals;
    const slices = nals.filter(isSlice);
    const given = slices[0] === undefined ? null : sliceNumbers(slices[0], counting);
    if (given === null) return nals;
    if (nals.some((nal) => h264NalType(nal) === h264Nal.idr)) this.#shift = none;
    else if (this.#hasGap) this.#closeGap(given, counting);
    this.#hasGap = false;
    const numbers = this.#shifted(given, counting);
    if (slices.some(isReference)) this.#last = numbers;
    if (numbers.frameNum === given.frameNum && numbers.order === given.order) return nals;
    return nals.map((nal) => {
      // The second field of a frame has an order of its own.
      const own = isSlice(nal) ? sliceNumbers(nal, counting) : null;
      return (own && withSliceNumbers(nal, counting, this.#shifted(own, counting))) ?? nal;
    });
  }

  /**
   * Where order follows from `frame_num`, decoders with ffmpeg's code do not notice that it began anew within a gap, and
   * again show nothing until the numbers have caught up. Such a gap is closed.
   */
  #closeGap(given: SliceNumbers, counting: H264Counting): void {
    if (counting.orderBits !== null) return;
    const max = 2 ** counting.frameNumBits;
    const { frameNum } = this.#shifted(given, counting);
    const next = (this.#last.frameNum + 1) % max;
    if (frameNum === next || frameNum >= this.#last.frameNum) return;
    this.#shift = { ...this.#shift, frameNum: (this.#shift.frameNum + next - frameNum + max) % max };
  }

  #shifted(given: SliceNumbers, { frameNumBits, orderBits }: H264Counting): SliceNumbers {
    return {
      frameNum: (given.frameNum + this.#shift.frameNum) % 2 ** frameNumBits,
      order: (given.order + this.#shift.order) % 2 ** (orderBits ?? 0),
    };
  }
}

function isSlice(nal: Uint8Array): boolean {
  const type = h264NalType(nal);
  return type === h264Nal.slice || type === h264Nal.idr;
}

const isReference = (nal: Uint8Array): boolean => (nal[0]! & 0x60) !== 0;
