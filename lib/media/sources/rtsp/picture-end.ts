/**
 * Decides when all packets of a picture have arrived. The marker bit says so without delay, but some cameras set it at
 * the end of every NAL unit, or in every packet. What shares a timestamp is one picture, so a slice that follows a marker
 * with the same timestamp refutes the markers of this camera: from then on a picture ends where the next one begins.
 */

/** `picture`: the first slice of another picture; `slice`: one of the same picture, or a part of one; `other`: neither. */
export type PacketStart = 'picture' | 'slice' | 'other';

/**
 * What a packet means for the picture before it. `whole`: nothing of it is missing; `next`: it has ended, unless its
 * timestamp shows that anyway; `late`: the packet belongs to a picture that has been passed on.
 */
export type Before = 'goesOn' | 'whole' | 'next' | 'late';

/** `ended`: can be passed on; `held`: has ended if the markers can be trusted, which the next packet shows. */
export type After = 'goesOn' | 'held' | 'ended';

export class PictureEnd {
  /** The first marker proves itself, so that no stream begins with a part of a key frame. */
  #markers: 'unproven' | 'proven' | 'refuted' = 'unproven';
  #timestamp: number | null = null;
  #hasSlice = false;
  #isMarked = false;
  #isPassedOn = false;

  before(timestamp: number, starts: PacketStart): Before {
    const isSameTime = timestamp === this.#timestamp;
    if (isSameTime && starts !== 'picture') {
      if (!this.#isMarked || starts === 'other') return 'goesOn';
      this.#markers = 'refuted';
      return this.#isPassedOn ? 'late' : 'goesOn';
    }
    const isWhole = this.#isMarked && this.#markers !== 'refuted';
    if (isWhole) this.#markers = 'proven';
    const isHeld = isWhole && !this.#isPassedOn;
    this.#timestamp = timestamp;
    this.#hasSlice = false;
    this.#isMarked = false;
    this.#isPassedOn = false;
    return isHeld ? 'whole' : 'next';
  }

  /** `endsUnit`: the packet is not a fragment that others continue. */
  after(isMarked: boolean, starts: PacketStart, endsUnit: boolean): After {
    if (starts !== 'other') this.#hasSlice = true;
    // Parameter sets may have a marker of their own.
    if (isMarked && this.#hasSlice) {
      if (endsUnit) this.#isMarked = true;
      else this.#markers = 'refuted';
    }
    if (!this.#isMarked || this.#isPassedOn || this.#markers === 'refuted') return 'goesOn';
    if (this.#markers === 'unproven') return 'held';
    this.#isPassedOn = true;
    return 'ended';
  }

  /** A picture that was held is passed on, because nothing has followed it for a while. */
  release(): void {
    this.#isPassedOn = true;
  }
}
