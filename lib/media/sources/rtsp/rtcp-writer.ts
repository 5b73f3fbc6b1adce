/** RTCP packets that a receiver sends (RFC 3550, RFC 4585, RFC 5104). */

/** What a receiver found about one sender. */
export interface ReceptionReport {
  readonly ssrc: number;
  /** Share lost since the last report, 0 to 255 for 0 to 1. */
  readonly fractionLost: number;
  /** 24 bits, signed. */
  readonly cumulativeLost: number;
  readonly highestSequence: number;
  /** In units of the RTP clock. */
  readonly jitter: number;
  /** Middle 32 bits of the NTP time of the newest sender report, 0 before one. */
  readonly lastReport: number;
  /** In 1/65536 s. */
  readonly sinceLastReport: number;
}

/** A receiver report, with the name of this receiver, which must be in every compound packet. */
export function receiverReport(ssrc: number, name: string, report: ReceptionReport | null): Buffer {
  const blocks = report === null ? 0 : 1;
  const packet = Buffer.alloc(8 + blocks * 24);
  header(packet, blocks, 201);
  packet.writeUInt32BE(ssrc, 4);
  if (report !== null) {
    packet.writeUInt32BE(report.ssrc, 8);
    packet[12] = report.fractionLost;
    packet.writeIntBE(report.cumulativeLost, 13, 3);
    packet.writeUInt32BE(report.highestSequence, 16);
    packet.writeUInt32BE(report.jitter, 20);
    packet.writeUInt32BE(report.lastReport, 24);
    packet.writeUInt32BE(report.sinceLastReport, 28);
  }
  return Buffer.concat([packet, sourceDescription(ssrc, name)]);
}

function sourceDescription(ssrc: number, name: string): Buffer {
  const text = Buffer.from(name, 'latin1').subarray(0, 200);
  const item = Buffer.concat([Buffer.of(1, text.length), text]);
  // One to four zero bytes end the list and fill the last word.
  const packet = Buffer.alloc(8 + Math.ceil((item.length + 1) / 4) * 4);
  header(packet, 1, 202);
  packet.writeUInt32BE(ssrc, 4);
  item.copy(packet, 8);
  return packet;
}

/** How a camera can be asked for a key frame. */
export type KeyFrameRequest = 'pli' | 'fir';

/** `count`: of requests so far; a camera ignores a FIR with the number of an earlier one. */
export function keyFrameRequest(kind: KeyFrameRequest, ssrc: number, camera: number, count: number): Buffer {
  const packet = Buffer.alloc(kind === 'pli' ? 12 : 20);
  header(packet, kind === 'pli' ? 1 : 4, 206);
  packet.writeUInt32BE(ssrc, 4);
  if (kind === 'pli') packet.writeUInt32BE(camera, 8);
  else {
    packet.writeUInt32BE(camera, 12);
    packet[16] = count & 0xff;
  }
  return packet;
}

function header(packet: Buffer, count: number, type: number): void {
  packet[0] = 0x80 | count;
  packet[1] = type;
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
}
