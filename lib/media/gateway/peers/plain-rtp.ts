/** Opus packets as RTP without encryption, between this server and one port of a media gateway. */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import type { OpusPacket } from '../../talk-ports.ts';
import { createLossCounter } from './loss-counter.ts';
import { createReplayWindow } from './replay-window.ts';

export interface PlainRtp {
  /** Ours. */
  readonly port: number;
  /** The other end. Packets from elsewhere are dropped; nothing is sent before. */
  connect(remote: { readonly address: string; readonly port: number; readonly payloadType: number }): void;
  send(packet: OpusPacket): void;
  lossSinceLastCall(): number;
  /** Safe to call twice. */
  close(): Promise<void>;
}

const headerBytes = 12;

/** Rejects if the address is not one of this machine. */
export function openPlainRtp(address: string, received: (packet: OpusPacket) => void): Promise<PlainRtp> {
  const socket = createSocket(isIPv4(address) ? 'udp4' : 'udp6');
  const ssrc = randomInt(1, 2 ** 32);
  const loss = createLossCounter();
  let window = createReplayWindow();
  let sender = 0;
  let remote: { readonly address: string; readonly port: number; readonly payloadType: number } | null = null;
  let closing: Promise<void> | null = null;

  socket.on('message', (datagram, from) => {
    if (from.address !== remote?.address || from.port !== remote.port) return;
    const parsed = parseRtp(datagram);
    if (!parsed || parsed.payloadType !== remote.payloadType) return;
    if (parsed.ssrc !== sender) {
      sender = parsed.ssrc;
      window = createReplayWindow();
    }
    const index = window.index(parsed.packet.sequence);
    if (!window.isFresh(index)) return;
    window.accept(index);
    loss.received(index, sender);
    received(parsed.packet);
  });

  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ address, port: 0 }, () => {
      socket.removeListener('error', reject);
      // A gateway that was stopped must not end this process.
      socket.on('error', () => {});
      resolve({
        port: socket.address().port,
        connect(other) {
          remote = other;
        },
        send({ data, sequence, timestamp }) {
          if (remote === null || closing !== null) return;
          const header = Buffer.alloc(headerBytes);
          header[0] = 0x80;
          header[1] = remote.payloadType;
          header.writeUInt16BE(sequence, 2);
          header.writeUInt32BE(timestamp, 4);
          header.writeUInt32BE(ssrc, 8);
          socket.send([header, data], remote.port, remote.address, () => {});
        },
        lossSinceLastCall: loss.sinceLastCall,
        close() {
          closing ??= new Promise((done) => socket.close(() => done()));
          return closing;
        },
      });
    });
  });
}

/** Null: malformed or empty. */
export function parseRtp(
  datagram: Buffer,
): { readonly packet: OpusPacket; readonly payloadType: number; readonly ssrc: number } | null {
  if (datagram.length < headerBytes || datagram[0]! >> 6 !== 2) return null;
  let start = headerBytes + (datagram[0]! & 0x0f) * 4;
  const hasExtension = (datagram[0]! & 0x10) !== 0;
  if (hasExtension) {
    if (datagram.length < start + 4) return null;
    start += 4 + datagram.readUInt16BE(start + 2) * 4;
  }
  const hasPadding = (datagram[0]! & 0x20) !== 0;
  const end = datagram.length - (hasPadding ? datagram.at(-1)! : 0);
  if (start >= end) return null;
  return {
    payloadType: datagram[1]! & 0x7f,
    ssrc: datagram.readUInt32BE(8),
    packet: {
      data: datagram.subarray(start, end),
      sequence: datagram.readUInt16BE(2),
      timestamp: datagram.readUInt32BE(4),
    },
  };
}
