/**
 * Encodes the overlay strip, the top macroblock rows of every demo frame, as H.264 slice data. Closed loop:
 * residuals are computed against the reconstructed pixels, so there is no drift.
 */
import type { BitWriter } from '../../../codec/bit-writer.ts';
import { StripColour } from './strip-colour.ts';
import { InterStrip } from './strip-inter.ts';
import { IntraStrip } from './strip-intra.ts';
import { StripPlane } from './strip-plane.ts';
import { chromaQp, quantiserFor } from './transform.ts';

export interface StripGeometry {
  /** Width and height in macroblocks. */
  readonly columns: number;
  readonly rows: number;
  /** `SliceQPY`. */
  readonly qp: number;
  /** `chroma_qp_index_offset` of the clip's picture parameter set. */
  readonly chromaQpOffset: number;
}

export class StripEncoder {
  private readonly luma: StripPlane;
  private readonly colour: StripColour;
  private readonly intra: IntraStrip;
  private readonly inter: InterStrip;

  /** `colour`: planes of the strip, 4:2:0; they never change. */
  constructor(geometry: StripGeometry, colour: { readonly u: Uint8Array; readonly v: Uint8Array }) {
    const width = geometry.columns * 16;
    const height = geometry.rows * 16;
    const quantiser = quantiserFor(geometry.qp);
    this.luma = new StripPlane(width, height);
    this.colour = new StripColour(
      width,
      height,
      colour,
      quantiserFor(chromaQp(geometry.qp, geometry.chromaQpOffset)),
    );
    this.intra = new IntraStrip(this.luma, this.colour, quantiser);
    this.inter = new InterStrip(this.luma, quantiser);
  }

  /** Reconstructed planes Y, U and V of the last frame. */
  get decoded(): readonly [Uint8Array, Uint8Array, Uint8Array] {
    return [this.luma.pixels, this.colour.planes[0].pixels, this.colour.planes[1].pixels];
  }

  /** Slice data of an I slice of `target` (luma, one byte per pixel). */
  writeIntra(writer: BitWriter, target: Uint8Array): void {
    this.intra.write(writer, target);
  }

  /**
   * Slice data of a P slice. `changed` has one byte for each 4x4 block; where it is 0, the target is not
   * read.
   */
  writeInter(writer: BitWriter, target: Uint8Array, changed: Uint8Array): void {
    this.inter.write(writer, target, changed);
  }
}
