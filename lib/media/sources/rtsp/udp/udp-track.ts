/** Receives one track by UDP: checks the sender, puts packets in order, reports back. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../../kernel/clock.ts';
import { type KeyFrameRequest, keyFrameRequest, receiverReport } from '../rtcp-writer.ts';
import type { UdpSocket } from './port-pair.ts';
import { Reception } from './reception.ts';
import { ReorderBuffer } from './reorder-buffer.ts';

export interface UdpTrackOptions {
  readonly rtp: UdpSocket;
  readonly rtcp: UdpSocket;
  /** Of the camera. Packets from elsewhere are ignored. */
  readonly remote: string;
  readonly clock: Clock;
  readonly clockRate: number;
  readonly keyFrameRequest: KeyFrameRequest | null;
  readonly onRtp: (bytes: Uint8Array) => void;
  readonly onRtcp: (bytes: Uint8Array) => void;
}

/** Where the camera receives. */
export interface RemotePorts {
  readonly rtp: number;
  readonly rtcp: number;
}

export class UdpTrack {
  readonly reception: Reception;
  readonly #options: UdpTrackOptions;
  readonly #order: ReorderBuffer;
  readonly #ssrc = randomBytes(4).readUInt32BE();
  readonly #name = randomBytes(8).toString('hex');
  #ports: RemotePorts | null = null;
  #requests = 0;
  #isClosed = false;

  constructor(options: UdpTrackOptions) {
    this.#options = options;
    this.reception = new Reception(options.clockRate);
    this.#order = new ReorderBuffer({ clock: options.clock, deliver: options.onRtp });
    options.rtp.on('message', (bytes, from) => {
      if (!this.#isClosed && isSameAddress(from.address, options.remote)) this.#rtp(bytes);
    });
    options.rtcp.on('message', (bytes, from) => {
      if (!this.#isClosed && isSameAddress(from.address, options.remote)) this.#rtcp(bytes);
    });
  }

  /** Packets to these ports open the way for packets back, through a firewall or NAT of this side. */
  punch(ports: RemotePorts): void {
    this.#ports = ports;
    const empty = Buffer.alloc(12);
    empty[0] = 0x80;
    empty.writeUInt32BE(this.#ssrc, 8);
    this.#send(this.#options.rtp, empty, ports.rtp);
    this.report();
  }

  report(): void {
    const { rtcp, clock } = this.#options;
    if (this.#ports === null) return;
    const report = this.reception.report(clock.monotonic());
    this.#send(rtcp, receiverReport(this.#ssrc, this.#name, report), this.#ports.rtcp);
  }

  requestKeyFrame(): void {
    const { keyFrameRequest: kind, rtcp, clock } = this.#options;
    const about = this.reception.sender;
    if (kind === null || this.#ports === null || about === null) return;
    this.#requests += 1;
    // Feedback is part of a compound packet.
    const report = receiverReport(this.#ssrc, this.#name, this.reception.report(clock.monotonic()));
    const request = keyFrameRequest(kind, this.#ssrc, about, this.#requests);
    this.#send(rtcp, Buffer.concat([report, request]), this.#ports.rtcp);
  }

  close(): void {
    this.#isClosed = true;
    this.#order.stop();
  }

  #rtp(bytes: Buffer): void {
    // Cameras may send RTCP to the same port (RFC 5761).
    if (bytes.length >= 8 && bytes[1]! >= 192 && bytes[1]! <= 223) this.#rtcp(bytes);
    else if (bytes.length >= 12 && this.#order.accepts(bytes)) {
      this.reception.packet(bytes, this.#options.clock.monotonic());
      this.#order.push(bytes);
    }
  }

  #rtcp(bytes: Buffer): void {
    this.reception.senderReport(bytes, this.#options.clock.monotonic());
    this.#options.onRtcp(bytes);
  }

  #send(socket: UdpSocket, bytes: Buffer, port: number): void {
    // Loss is normal here, and an unreachable camera is noticed by its silence.
    if (!this.#isClosed) socket.send(bytes, port, this.#options.remote, () => {});
  }
}

/** A link-local address may be written with its interface. */
function isSameAddress(a: string, b: string): boolean {
  return a.split('%')[0]!.replace(/^::ffff:/i, '') === b.split('%')[0]!.replace(/^::ffff:/i, '');
}
