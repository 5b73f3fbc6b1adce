/** Writes the two H.264 parameter sets of a finished clip (ITU-T H.264 sections 7.3.2.1, 7.3.2.2 and E.1). */
import { BitWriter, writeSe } from '../../lib/codec/bit-writer.ts';
import { escapeInto } from '../../lib/codec/nal.ts';

export interface FrameShape {
  readonly width: number;
  readonly height: number;
  /** Size in macroblocks; the part that exceeds the frame is cropped. */
  readonly columns: number;
  readonly rows: number;
}

/** Constrained baseline, level 3, which every decoder supports. Output order is decoding order. */
export function sequenceParameterSet(shape: FrameShape, frameNumBits: number): Uint8Array {
  const writer = new BitWriter();
  writer.bits(0x67, 8);
  writer.bits(66, 8);
  writer.bits(0xc0, 8);
  writer.bits(30, 8);
  writer.ue(0);
  writer.ue(frameNumBits - 4);
  writer.ue(2); // pic_order_cnt_type: output order is decoding order
  writer.ue(1); // max_num_ref_frames
  writer.bits(0, 1);
  writer.ue(shape.columns - 1);
  writer.ue(shape.rows - 1);
  writer.bits(1, 1); // frame_mbs_only_flag
  writer.bits(1, 1); // direct_8x8_inference_flag
  writer.bits(1, 1); // frame_cropping_flag, in units of two pixels
  for (const crop of [0, (shape.columns * 16 - shape.width) / 2, 0, (shape.rows * 16 - shape.height) / 2]) {
    writer.ue(crop);
  }
  writer.bits(1, 1); // vui_parameters_present_flag
  writer.bits(0b00, 2); // no aspect ratio, no overscan
  writer.bits(1, 1); // video_signal_type_present_flag
  writer.bits(5, 3);
  writer.bits(0, 1); // limited range
  writer.bits(1, 1);
  writer.bits(0x010101, 24); // BT.709: primaries, transfer, matrix
  writer.bits(0b00000, 5); // no chroma location, timing, HRD (two flags), pic_struct
  writer.bits(1, 1); // bitstream_restriction_flag
  writer.bits(1, 1); // motion_vectors_over_pic_boundaries_flag
  writer.ue(0);
  writer.ue(0);
  writer.ue(16);
  writer.ue(16);
  writer.ue(0); // max_num_reorder_frames: output immediately
  writer.ue(1); // max_dec_frame_buffering
  return finished(writer);
}

export function pictureParameterSet(initQp: number, chromaQpOffset: number): Uint8Array {
  const writer = new BitWriter();
  writer.bits(0x68, 8);
  writer.ue(0);
  writer.ue(0);
  writer.bits(0, 1); // entropy_coding_mode_flag: CAVLC
  writer.bits(0, 1);
  writer.ue(0); // one slice group
  writer.ue(0); // one reference frame
  writer.ue(0);
  writer.bits(0, 1); // weighted_pred_flag
  writer.bits(0, 2);
  writeSe(writer, initQp - 26);
  writeSe(writer, 0);
  writeSe(writer, chromaQpOffset);
  writer.bits(1, 1); // deblocking_filter_control_present_flag
  writer.bits(0, 1);
  writer.bits(0, 1);
  return finished(writer);
}

function finished(writer: BitWriter): Uint8Array {
  writer.trailing();
  const plain = writer.written();
  const escaped = new Uint8Array(plain.length * 2);
  return escaped.slice(0, escapeInto(escaped, 0, plain));
}
