/** Tracks the RTP sequence numbers of one stream. */
/** `restart`: the packet does not continue those before it. */
export type SequenceStep = 'first' | 'next' | 'gap' | 'restart' | 'repeated';

/** A packet at most this far behind is a duplicate; further behind, the camera has restarted. */
const repeatWindow = 100;
/** More lost packets are a restart (RFC 3550, A.1). */
const maxGap = 3_000;

export class SequenceTracker {
  #last: number | null = null;
  #ssrc = 0;
  lostPackets = 0;

  /** A new sender (SSRC) is a restart. */
  step(sequence: number, ssrc: number): SequenceStep {
    const last = this.#last;
    const isSameSender = ssrc === this.#ssrc;
    if (last !== null && isSameSender) {
      const ahead = (sequence - last) & 0xffff;
      if (ahead === 0 || ahead > 0x10000 - repeatWindow) return 'repeated';
      this.#last = sequence;
      if (ahead === 1) return 'next';
      if (ahead > maxGap) return 'restart';
      this.lostPackets += ahead - 1;
      return 'gap';
    }
    this.#last = sequence;
    this.#ssrc = ssrc;
    return last === null ? 'first' : 'restart';
  }
}
