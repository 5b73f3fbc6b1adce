/** Extracts NAL units from RTP payloads: H.264 by RFC 6184, H.265 by RFC 7798. */
import type { FrameAssembler } from './frame-assembler.ts';

export interface VideoDepacketizer {
  /** Passes the units of one payload to the assembler, which records damage. Never throws. */
  unpack(payload: Uint8Array, into: FrameAssembler): void;
  /** True if no data of this frame can be missing before this payload. */
  startsFrame(payload: Uint8Array): boolean;
}

const h264 = { lastVclType: 5, lastSingle: 23, stapA: 24, fuA: 28 } as const;

export const depacketizeH264: VideoDepacketizer = {
  unpack(payload, into) {
    const type = (payload[0] ?? 0) & 0x1f;
    if (payload.length >= 2 && type >= 1 && type <= h264.lastSingle) {
      into.add(payload);
    } else if (payload.length >= 2 && type === h264.stapA) {
      addAggregated(payload.subarray(1), into);
    } else if (payload.length >= 3 && type === h264.fuA) {
      const flags = payload[1]!;
      const header = Uint8Array.of((payload[0]! & 0xe0) | (flags & 0x1f));
      addFragment(header, flags, payload.subarray(2), into);
    } else {
      into.lost(); // STAP-B, MTAP and FU-B belong to interleaving, which is not negotiated
    }
  },
  startsFrame(payload) {
    const type = (payload[0] ?? 0) & 0x1f;
    // first_mb_in_slice 0 is a single 1 bit after the header.
    if (type === h264.fuA) return isSliceStart(payload[1]!, payload[2], h264.lastVclType, 0x1f);
    return type > h264.lastVclType || ((payload[1] ?? 0) & 0x80) !== 0;
  },
};

const h265 = { lastVclType: 31, aggregation: 48, fragmentation: 49 } as const;

export const depacketizeH265: VideoDepacketizer = {
  unpack(payload, into) {
    const type = ((payload[0] ?? 0) >> 1) & 0x3f;
    if (payload.length >= 3 && type < h265.aggregation) {
      into.add(payload);
    } else if (payload.length >= 3 && type === h265.aggregation) {
      addAggregated(payload.subarray(2), into);
    } else if (payload.length >= 4 && type === h265.fragmentation) {
      const flags = payload[2]!;
      const header = Uint8Array.of((payload[0]! & 0x81) | ((flags & 0x3f) << 1), payload[1]!);
      addFragment(header, flags, payload.subarray(3), into);
    } else {
      into.lost();
    }
  },
  startsFrame(payload) {
    const type = ((payload[0] ?? 0) >> 1) & 0x3f;
    // first_slice_segment_in_pic_flag is the bit after the two-byte header.
    if (type === h265.fragmentation) return isSliceStart(payload[2]!, payload[3], h265.lastVclType, 0x3f);
    return type > h265.lastVclType || ((payload[2] ?? 0) & 0x80) !== 0;
  },
};

/** For a fragment: `flags` gives the start bit and the unit type. */
function isSliceStart(
  flags: number,
  firstByte: number | undefined,
  lastVclType: number,
  typeMask: number,
): boolean {
  if ((flags & 0x80) === 0) return false;
  return (flags & typeMask) > lastVclType || ((firstByte ?? 0) & 0x80) !== 0;
}

/** Units, each after a 2-byte length. */
function addAggregated(body: Uint8Array, into: FrameAssembler): void {
  for (let at = 0; at < body.length; ) {
    const length = at + 2 <= body.length ? (body[at]! << 8) | body[at + 1]! : 0;
    const end = at + 2 + length;
    if (length === 0 || end > body.length) {
      into.lost();
      return;
    }
    into.add(body.subarray(at + 2, end));
    at = end;
  }
}

/** `flags`: the top bit starts a unit, the next one ends it. */
function addFragment(header: Uint8Array, flags: number, piece: Uint8Array, into: FrameAssembler): void {
  const isFirst = (flags & 0x80) !== 0;
  const isLast = (flags & 0x40) !== 0;
  if (isFirst) into.startFragment(header, piece);
  // A unit in a single fragment is forbidden, but unambiguous.
  if (isFirst && isLast) into.continueFragment(header, new Uint8Array(0), true);
  if (!isFirst) into.continueFragment(header, piece, isLast);
}
