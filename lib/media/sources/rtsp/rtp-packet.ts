/** RTP and RTCP packets (RFC 3550). */
import type { EpochMs } from '../../../kernel/units.ts';

export interface RtpPacket {
  readonly isMarked: boolean;
  readonly payloadType: number;
  readonly sequence: number;
  /** 32 bits, wraps. */
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
  /** Of a replay (ONVIF streaming specification, header extension); null in other packets. */
  readonly replay: ReplayMark | null;
}

export interface ReplayMark {
  /** When the frame was recorded, by the camera's clock. */
  readonly wallMs: EpochMs;
  /** The recording ends, or has a gap, after this frame. */
  readonly isEnd: boolean;
  /** The frame does not continue the one before it. */
  readonly isDiscontinuous: boolean;
}

const replayExtension = 0xabac;

const u16 = (b: Uint8Array, at: number): number => (b[at]! << 8) | b[at + 1]!;
const u32 = (b: Uint8Array, at: number): number => u16(b, at) * 65_536 + u16(b, at + 2);

/** Null if the data is not a complete RTP packet. */
export function parseRtp(bytes: Uint8Array): RtpPacket | null {
  if (bytes.length < 12 || bytes[0]! >> 6 !== 2) return null;
  let start = 12 + (bytes[0]! & 0x0f) * 4;
  let replay: ReplayMark | null = null;
  if ((bytes[0]! & 0x10) !== 0) {
    if (start + 4 > bytes.length) return null;
    const extension = start;
    start += 4 + u16(bytes, start + 2) * 4;
    if (start <= bytes.length && u16(bytes, extension) === replayExtension && start - extension >= 16) {
      replay = readReplayMark(bytes, extension + 4);
    }
  }
  const padding = (bytes[0]! & 0x20) !== 0 ? bytes[bytes.length - 1]! : 0;
  const end = bytes.length - padding;
  if (start > end) return null;
  return {
    isMarked: (bytes[1]! & 0x80) !== 0,
    payloadType: bytes[1]! & 0x7f,
    sequence: u16(bytes, 2),
    timestamp: u32(bytes, 4),
    ssrc: u32(bytes, 8),
    payload: bytes.subarray(start, end),
    replay,
  };
}

/** 8 bytes of NTP time, then flags: C (a decoder can start here), E, D. */
function readReplayMark(bytes: Uint8Array, at: number): ReplayMark | null {
  const wallMs = readNtp(bytes, at);
  const flags = bytes[at + 8]!;
  if (wallMs === null) return null;
  return { wallMs, isEnd: (flags & 0x40) !== 0, isDiscontinuous: (flags & 0x20) !== 0 };
}

export interface SenderReport {
  readonly ssrc: number;
  /** The camera's clock at `rtpTimestamp`. */
  readonly wallMs: EpochMs;
  readonly rtpTimestamp: number;
}

export interface RtcpEvent {
  readonly report: SenderReport | null;
  readonly isGoodbye: boolean;
}

/** 1900-01-01 to 1970-01-01. */
const ntpToUnixSeconds = 2_208_988_800;

/** Parses a compound packet; stops without error where it is damaged. */
export function parseRtcp(bytes: Uint8Array): RtcpEvent {
  let report: SenderReport | null = null;
  let isGoodbye = false;
  for (let at = 0; at + 4 <= bytes.length; ) {
    if (bytes[at]! >> 6 !== 2) break;
    const end = at + 4 + u16(bytes, at + 2) * 4;
    const type = bytes[at + 1]!;
    if (end > bytes.length) break;
    if (type === 200 && at + 20 <= end) report = readReport(bytes, at);
    if (type === 203) isGoodbye = true;
    at = end;
  }
  return { report, isGoodbye };
}

function readReport(bytes: Uint8Array, at: number): SenderReport | null {
  const wallMs = readNtp(bytes, at + 8);
  return wallMs === null ? null : { ssrc: u32(bytes, at + 4), wallMs, rtpTimestamp: u32(bytes, at + 16) };
}

/** Null: the camera has no clock. */
function readNtp(bytes: Uint8Array, at: number): EpochMs | null {
  const seconds = u32(bytes, at);
  if (seconds === 0) return null;
  // The counter wraps on 2036-02-07; small values belong to the next era.
  const era = seconds < 0x80000000 ? 2 ** 32 : 0;
  return (seconds + era - ntpToUnixSeconds) * 1000 + (u32(bytes, at + 4) / 2 ** 32) * 1000;
}
