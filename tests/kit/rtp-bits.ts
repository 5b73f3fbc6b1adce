/** RTP packets as a camera sends them. */
export interface RtpFields {
  readonly sequence: number;
  readonly timestamp: number;
  readonly isMarked?: boolean;
  readonly payloadType?: number;
  readonly ssrc?: number;
  /** Header extension with its profile and length. */
  readonly extension?: Uint8Array;
}

export function makeRtp(fields: RtpFields, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(12);
  head[0] = fields.extension ? 0x90 : 0x80;
  head[1] = (fields.isMarked ? 0x80 : 0) | (fields.payloadType ?? 96);
  head.writeUInt16BE(fields.sequence & 0xffff, 2);
  head.writeUInt32BE(fields.timestamp >>> 0, 4);
  head.writeUInt32BE(fields.ssrc ?? 0x1234, 8);
  return Buffer.concat([head, fields.extension ?? Buffer.alloc(0), payload]);
}

/** `$`, channel, length, packet. */
export function interleaved(channel: number, packet: Uint8Array): Buffer {
  const head = Buffer.from([0x24, channel, 0, 0]);
  head.writeUInt16BE(packet.length, 2);
  return Buffer.concat([head, packet]);
}

/** RFC 6184 FU-A fragments of one unit. */
export function fragmentH264(nal: Uint8Array, pieceBytes: number): Uint8Array[] {
  if (nal.length <= pieceBytes) return [nal];
  const pieces: Uint8Array[] = [];
  for (let at = 1; at < nal.length; at += pieceBytes) {
    const end = Math.min(nal.length, at + pieceBytes);
    const flags = (at === 1 ? 0x80 : 0) | (end === nal.length ? 0x40 : 0) | (nal[0]! & 0x1f);
    pieces.push(Uint8Array.from([(nal[0]! & 0xe0) | 28, flags, ...nal.subarray(at, end)]));
  }
  return pieces;
}

/** RFC 7798 FU fragments of one unit. */
export function fragmentH265(nal: Uint8Array, pieceBytes: number): Uint8Array[] {
  if (nal.length <= pieceBytes) return [nal];
  const pieces: Uint8Array[] = [];
  for (let at = 2; at < nal.length; at += pieceBytes) {
    const end = Math.min(nal.length, at + pieceBytes);
    const flags = (at === 2 ? 0x80 : 0) | (end === nal.length ? 0x40 : 0) | ((nal[0]! >> 1) & 0x3f);
    pieces.push(Uint8Array.from([(nal[0]! & 0x81) | (49 << 1), nal[1]!, flags, ...nal.subarray(at, end)]));
  }
  return pieces;
}

/** RTCP sender report. */
export function makeSenderReport(wallMs: number, rtpTimestamp: number, ssrc = 0x1234): Buffer {
  const report = Buffer.alloc(28);
  report[0] = 0x80;
  report[1] = 200;
  report.writeUInt16BE(6, 2);
  report.writeUInt32BE(ssrc, 4);
  writeNtp(report, wallMs, 8);
  report.writeUInt32BE(rtpTimestamp >>> 0, 16);
  return report;
}

/** The replay extension of ONVIF: NTP time, C, E and D bits, the low byte of CSeq. */
export function replayExtension(
  wallMs: number,
  flags: { readonly isKey: boolean; readonly isEnd: boolean; readonly isDiscontinuous: boolean },
  sequence = 0,
): Buffer {
  const extension = Buffer.alloc(16);
  extension.writeUInt16BE(0xabac, 0);
  extension.writeUInt16BE(3, 2);
  writeNtp(extension, wallMs, 4);
  extension[12] = (flags.isKey ? 0x80 : 0) | (flags.isEnd ? 0x40 : 0) | (flags.isDiscontinuous ? 0x20 : 0);
  extension[13] = sequence & 0xff;
  return extension;
}

function writeNtp(into: Buffer, wallMs: number, at: number): void {
  into.writeUInt32BE((Math.floor(wallMs / 1000) + 2_208_988_800) % 2 ** 32, at);
  into.writeUInt32BE(Math.floor(((wallMs % 1000) / 1000) * 2 ** 32), at + 4);
}
