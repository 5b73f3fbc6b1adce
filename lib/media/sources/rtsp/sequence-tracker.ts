/** Tracks the RTP sequence numbers of one stream. */
export type SequenceStep = 'first' | 'next' | 'gap' | 'repeated';

/** A packet at most this far behind is a duplicate; further behind, the camera has restarted. */
const repeatWindow = 100;

export class SequenceTracker {
  #last: number | null = null;
  #ssrc = 0;
  lostPackets = 0;

  /** Also `gap` for a new sender (SSRC), because its packets do not continue the previous ones. */
  step(sequence: number, ssrc: number): SequenceStep {
    const last = this.#last;
    const isSameSender = ssrc === this.#ssrc;
    if (last !== null && isSameSender) {
      const ahead = (sequence - last) & 0xffff;
      if (ahead === 0 || ahead > 0x10000 - repeatWindow) return 'repeated';
      this.#last = sequence;
      if (ahead === 1) return 'next';
      this.lostPackets += ahead - 1;
      return 'gap';
    }
    this.#last = sequence;
    this.#ssrc = ssrc;
    return last === null ? 'first' : 'gap';
  }
}
