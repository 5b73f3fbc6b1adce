/** Writes slice headers (ITU-T H.264 section 7.3.3) for the stream format of the clips. */
import { type BitWriter, writeSe } from '../../../codec/bit-writer.ts';

/** Values from the parameter sets that slice headers depend on. */
export interface SliceContext {
  /** `log2_max_frame_num_minus4 + 4`. */
  readonly frameNumBits: number;
  /** `26 + pic_init_qp_minus26`. */
  readonly initQp: number;
}

export interface SliceHeader {
  readonly isKey: boolean;
  readonly firstMacroblock: number;
  /** Frames since the key frame; only the low bits are written. */
  readonly frameNum: number;
  /** Key frames only. Consecutive ones must differ. */
  readonly idrPicId: number;
  readonly qp: number;
  /** 1: no deblocking filter; 2: not across slices. With 2 the offsets below follow. */
  readonly deblocking: 1 | 2;
  readonly alphaOffset?: number;
  readonly betaOffset?: number;
}

/** Assumes: parameter set 0, frames only, picture order count type 2, one reference frame, CAVLC. */
export function writeSliceHeader(writer: BitWriter, context: SliceContext, header: SliceHeader): void {
  writer.ue(header.firstMacroblock);
  writer.ue(header.isKey ? 7 : 5); // slice_type: I or P, as are all slices of this picture
  writer.ue(0); // pic_parameter_set_id
  writer.bits(header.frameNum, context.frameNumBits);
  if (header.isKey) {
    writer.ue(header.idrPicId);
    writer.bits(0, 1); // no_output_of_prior_pics_flag
    writer.bits(0, 1); // long_term_reference_flag
  } else {
    writer.bits(0, 1); // num_ref_idx_active_override_flag
    writer.bits(0, 1); // ref_pic_list_modification_flag_l0
    writer.bits(0, 1); // adaptive_ref_pic_marking_mode_flag
  }
  writeSe(writer, header.qp - context.initQp);
  writer.ue(header.deblocking);
  if (header.deblocking !== 1) {
    writeSe(writer, header.alphaOffset ?? 0);
    writeSe(writer, header.betaOffset ?? 0);
  }
}
