/** Follows RTP sequence numbers of one stream. */
export type SequenceStep = 'first' | 'next' | 'gap' | 'repeated';

/** A packet this little behind is a repetition; further back the camera has started anew. */
const repeatWindow = 100;

export class SequenceTracker {
  #last: number | null = null;
  #ssrc = 0;
  lostPackets = 0;

  /** `gap` also stands for another sender (SSRC): what came before does not continue. */
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
