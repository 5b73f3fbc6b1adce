/**
 * Order and replays of the RTP packets of one sender (RFC 3711, 3.3.1 and 3.3.2). The 16-bit sequence number is extended
 * to an index that does not wrap; an index is accepted once, and only if it is not too old.
 */
export interface ReplayWindow {
  /** The index nearest to the packets so far. */
  index(sequence: number): number;
  /** False: seen before, or too old to know. Has no effect. */
  isFresh(index: number): boolean;
  /** For authenticated packets only. */
  accept(index: number): void;
}

const sequences = 65_536;
/** Packets this much older than the newest are dropped: 1.3 s at 20 ms. */
const windowPackets = 64;

export function createReplayWindow(): ReplayWindow {
  let newest = -1;
  /** Bit n: `newest - n` was accepted. */
  let accepted = 0n;
  return {
    index(sequence) {
      if (newest < 0) return sequence;
      const round = Math.floor(newest / sequences) * sequences + sequence;
      const candidates = [round - sequences, round, round + sequences].filter((index) => index >= 0);
      const distance = (index: number) => Math.abs(index - newest);
      return candidates.reduce((best, index) => (distance(index) < distance(best) ? index : best));
    },
    isFresh(index) {
      if (index > newest) return true;
      const age = newest - index;
      return age < windowPackets && (accepted & (1n << BigInt(age))) === 0n;
    },
    accept(index) {
      if (index > newest) {
        const shift = newest < 0 ? windowPackets : Math.min(index - newest, windowPackets);
        accepted = BigInt.asUintN(windowPackets, (accepted << BigInt(shift)) | 1n);
        newest = index;
      } else {
        accepted |= 1n << BigInt(newest - index);
      }
    },
  };
}
