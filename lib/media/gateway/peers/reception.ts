/** What a receiver reports to the sender of a stream (RFC 3550, 6.4.1), so that its encoder adapts to the network. */
import type { Ms } from '../../../kernel/units.ts';
import { createLossCounter } from './loss-counter.ts';

export interface ReceptionReport {
  /** Of the sender. */
  readonly ssrc: number;
  /** Since the last report, in 1/256. */
  readonly fractionLost: number;
  /** Since the first packet; at most 2^23 - 1. */
  readonly packetsLost: number;
  /** The newest sequence number, with the number of wraps in its upper 16 bits. */
  readonly highestSequence: number;
  /** In units of the RTP clock. */
  readonly jitter: number;
}

export interface Reception {
  /** `index`: a sequence number that does not wrap. `sender`: a new one starts a new count. */
  received(index: number, timestamp: number, sender: number, arrivedAt: Ms): void;
  /** Null: nothing has arrived yet. */
  report(): ReceptionReport | null;
}

/** Of Opus, whatever it carries. */
const clockPerMs = 48;
const maxLost = 2 ** 23 - 1;

export function createReception(): Reception {
  const recent = createLossCounter();
  let stream: { sender: number; first: number; newest: number; count: number } | null = null;
  let last: { readonly timestamp: number; readonly arrivedAt: Ms } | null = null;
  let jitter = 0;

  return {
    received(index, timestamp, sender, arrivedAt) {
      recent.received(index, sender);
      if (stream?.sender !== sender) {
        stream = { sender, first: index, newest: index, count: 0 };
        last = null;
        jitter = 0;
      }
      stream.first = Math.min(stream.first, index);
      stream.newest = Math.max(stream.newest, index);
      stream.count += 1;
      if (last) {
        // Timestamps wrap at 2^32.
        const sentAfter = (timestamp - last.timestamp) | 0;
        const difference = Math.abs((arrivedAt - last.arrivedAt) * clockPerMs - sentAfter);
        jitter += (difference - jitter) / 16;
      }
      last = { timestamp, arrivedAt };
    },

    report() {
      if (stream === null) return null;
      const { sender, first, newest, count } = stream;
      return {
        ssrc: sender,
        fractionLost: Math.min(255, Math.floor(recent.sinceLastCall() * 256)),
        packetsLost: Math.min(maxLost, Math.max(0, newest - first + 1 - count)),
        highestSequence: newest % 2 ** 32,
        jitter: Math.round(jitter),
      };
    },
  };
}
