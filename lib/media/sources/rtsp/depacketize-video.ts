/** Extracts NAL units from RTP payloads: H.264 by RFC 6184, H.265 by RFC 7798. */
import { isH264Vcl } from '../../../codec/h264.ts';
import { isH265Vcl } from '../../../codec/h265.ts';
import { splitAtStartCodes, withoutStartCode } from '../../../codec/nal.ts';
import type { FrameAssembler } from './frame-assembler.ts';

/** The first bytes of a slice; `within`: the rest of one that began in an earlier payload; null: none. */
export type SliceInPayload = Uint8Array | 'within' | null;

export interface VideoDepacketizer {
  /** Passes the units of one payload to the assembler, which records damage. Never throws. */
  unpack(payload: Uint8Array, into: FrameAssembler): void;
  /** The first slice of a payload. */
  sliceIn(payload: Uint8Array): SliceInPayload;
  /** False for a fragment that others continue. */
  endsUnit(payload: Uint8Array): boolean;
}

interface Packing {
  readonly headerBytes: 1 | 2;
  readonly aggregation: number;
  readonly fragmentation: number;
  /** The bits of a fragment's flags that are the type of its unit. */
  readonly typeMask: number;
  type(nal: Uint8Array): number;
  isSingle(type: number): boolean;
  isVcl(type: number): boolean;
  /** The header of a unit, from the header of one of its fragments. */
  unitHeader(payload: Uint8Array, type: number): Uint8Array;
}

/** Longer than what identifies the picture of a slice. */
const sliceHeadBytes = 40;

/** STAP-B, MTAP and FU-B belong to interleaving, which is not negotiated. */
export const depacketizeH264 = depacketizer({
  headerBytes: 1,
  aggregation: 24,
  fragmentation: 28,
  typeMask: 0x1f,
  type: (nal) => (nal[0] ?? 0) & 0x1f,
  isSingle: (type) => type >= 1 && type <= 23,
  isVcl: (type) => type >= 1 && isH264Vcl(type),
  unitHeader: (payload, type) => Uint8Array.of((payload[0]! & 0xe0) | type),
});

export const depacketizeH265 = depacketizer({
  headerBytes: 2,
  aggregation: 48,
  fragmentation: 49,
  typeMask: 0x3f,
  type: (nal) => ((nal[0] ?? 0) >> 1) & 0x3f,
  isSingle: (type) => type < 48,
  isVcl: isH265Vcl,
  unitHeader: (payload, type) => Uint8Array.of((payload[0]! & 0x81) | (type << 1), payload[1]!),
});

function depacketizer(packing: Packing): VideoDepacketizer {
  const { headerBytes, aggregation, fragmentation, typeMask, type, isSingle, isVcl, unitHeader } = packing;

  function firstSlice(units: readonly Uint8Array[]): Uint8Array | null {
    for (const unit of units) {
      const nals = isVcl(type(unit)) ? [unit] : splitAtStartCodes(unit);
      const slice = nals.find((nal) => nal.length > headerBytes && isVcl(type(nal)));
      if (slice !== undefined) return slice.subarray(0, sliceHeadBytes);
    }
    return null;
  }

  return {
    unpack(payload, into) {
      const bare = withoutStartCode(payload);
      const kind = type(bare);
      if (bare.length > headerBytes && isSingle(kind)) {
        into.add(bare);
      } else if (bare.length > headerBytes && kind === aggregation) {
        const { units, isWhole } = aggregated(bare.subarray(headerBytes));
        for (const unit of units) into.add(unit);
        if (!isWhole) into.lost();
      } else if (bare.length > headerBytes + 1 && kind === fragmentation) {
        const flags = bare[headerBytes]!;
        addFragment(unitHeader(bare, flags & typeMask), flags, bare.subarray(headerBytes + 1), into);
      } else {
        into.lost();
      }
    },
    sliceIn(payload) {
      const bare = withoutStartCode(payload);
      const kind = type(bare);
      if (kind === aggregation) return firstSlice(aggregated(bare.subarray(headerBytes)).units);
      if (kind !== fragmentation) return firstSlice([bare]);
      const flags = bare[headerBytes] ?? 0;
      const unitType = flags & typeMask;
      if ((flags & 0x80) === 0) return isVcl(unitType) ? 'within' : null;
      const piece = bare.subarray(headerBytes + 1, headerBytes + 1 + sliceHeadBytes);
      return firstSlice([Uint8Array.of(...unitHeader(bare, unitType), ...piece)]);
    },
    endsUnit(payload) {
      const bare = withoutStartCode(payload);
      return type(bare) !== fragmentation || ((bare[headerBytes] ?? 0) & 0x40) !== 0;
    },
  };
}

/** Units, each after a 2-byte length. */
function aggregated(body: Uint8Array): { readonly units: readonly Uint8Array[]; readonly isWhole: boolean } {
  const units: Uint8Array[] = [];
  for (let at = 0; at < body.length; ) {
    const length = at + 2 <= body.length ? (body[at]! << 8) | body[at + 1]! : 0;
    const end = at + 2 + length;
    if (length === 0 || end > body.length) return { units, isWhole: false };
    units.push(body.subarray(at + 2, end));
    at = end;
  }
  return { units, isWhole: true };
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
