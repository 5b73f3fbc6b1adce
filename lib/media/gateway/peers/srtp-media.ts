/** Opus packets of one call, encrypted as SRTP: `werift` has the ciphers; order, replays and limits are here. */
import type * as Werift from 'werift';
import type { Ms } from '../../../kernel/units.ts';
import type { OpusPacket } from '../../talk-ports.ts';
import { createLossCounter } from './loss-counter.ts';
import { createReception } from './reception.ts';
import { createReplayWindow, type ReplayWindow } from './replay-window.ts';

export interface SrtpKeys {
  readonly localKey: Buffer;
  readonly localSalt: Buffer;
  readonly remoteKey: Buffer;
  readonly remoteSalt: Buffer;
  readonly profile: Werift.SrtpProfile;
}

export interface SrtpMedia {
  /** Null: forged, malformed, a replay, RTCP, or another payload type. */
  open(datagram: Buffer, arrivedAt: Ms): OpusPacket | null;
  /** A receiver report to the browser, as SRTCP. Null: nothing has arrived yet. */
  report(): Buffer | null;
  /** Null: a packet with this number was sealed before. The same number must not encrypt twice. */
  seal(packet: OpusPacket): Buffer | null;
  /** Share of packets that did not arrive, 0 to 1, since the last call. */
  lossSinceLastCall(): number;
}

/** A browser has one for its microphone. More appear only if it is changed during the call. */
const maxSenders = 4;
const rtpHeaderBytes = 12;
const cnameItem = 1;

export function createSrtpMedia(
  werift: typeof Werift,
  keys: SrtpKeys,
  /** Of what is sent, as the answer names it. */
  media: { readonly payloadType: number; readonly ssrc: number; readonly cname: string },
): SrtpMedia {
  const config = {
    profile: keys.profile,
    keys: {
      localMasterKey: keys.localKey,
      localMasterSalt: keys.localSalt,
      remoteMasterKey: keys.remoteKey,
      remoteMasterSalt: keys.remoteSalt,
    },
  };
  const session = new werift.SrtpSession(config);
  const control = new werift.SrtcpSession(config);
  const incoming = session.remoteContext.cipher;
  const outgoing = session.localContext.cipher;
  const sent = createReplayWindow();
  const senders = new Map<number, ReplayWindow>();
  const loss = createLossCounter();
  const reception = createReception();

  /** Required beside each report. */
  const names = new werift.RtcpSourceDescriptionPacket({
    chunks: [
      new werift.SourceDescriptionChunk({
        source: media.ssrc,
        items: [new werift.SourceDescriptionItem({ type: cnameItem, text: media.cname })],
      }),
    ],
  });

  function decrypt(datagram: Buffer, index: number): Werift.RtpPacket | null {
    try {
      const [plain] = incoming.decryptRtp(datagram, rollover(index));
      return werift.RtpPacket.deSerialize(plain);
    } catch {
      return null;
    }
  }

  return {
    open(datagram, arrivedAt) {
      if (datagram.length < rtpHeaderBytes || isRtcp(datagram)) return null;
      const ssrc = datagram.readUInt32BE(8);
      const sender = senders.get(ssrc) ?? createReplayWindow();
      if (!senders.has(ssrc) && senders.size >= maxSenders) return null;
      const index = sender.index(datagram.readUInt16BE(2));
      if (!sender.isFresh(index)) return null;
      const packet = decrypt(datagram, index);
      if (packet === null) return null;
      sender.accept(index);
      senders.set(ssrc, sender);
      if (packet.header.payloadType !== media.payloadType || packet.payload.length === 0) return null;
      loss.received(index, ssrc);
      reception.received(index, packet.header.timestamp, ssrc, arrivedAt);
      return {
        data: packet.payload,
        sequence: packet.header.sequenceNumber,
        timestamp: packet.header.timestamp,
      };
    },
    seal({ data, sequence, timestamp }) {
      const index = sent.index(sequence);
      if (!sent.isFresh(index)) return null;
      sent.accept(index);
      const header = new werift.RtpHeader({
        version: 2,
        payloadType: media.payloadType,
        ssrc: media.ssrc,
        sequenceNumber: sequence,
        timestamp,
      });
      return outgoing.encryptRtp(header, Buffer.from(data), rollover(index));
    },
    report() {
      const received = reception.report();
      if (received === null) return null;
      // Delays are not measured: reports of the browser are not read.
      const info = new werift.RtcpReceiverInfo({ ...received, lsr: 0, dlsr: 0 });
      const report = new werift.RtcpRrPacket({ ssrc: media.ssrc, reports: [info] });
      return control.encrypt(Buffer.concat([report.serialize(), names.serialize()]));
    },
    lossSinceLastCall: loss.sinceLastCall,
  };
}

/** How often the 16-bit number has wrapped. */
const rollover = (index: number) => Math.floor(index / 65_536) >>> 0;

/** RTCP shares the port. Its packet types are 192 to 223, where no dynamic payload type can be (RFC 5761). */
function isRtcp(datagram: Buffer): boolean {
  return datagram[1]! >= 192 && datagram[1]! <= 223;
}
