/**
 * Assembles the NAL units of one frame. Limited in bytes and pieces, so that a camera cannot exhaust memory.
 */
import { splitAtStartCodes } from '../../../codec/nal.ts';

export interface CodedFrame {
  readonly timestamp: number;
  /** Complete ones. */
  readonly nals: readonly Uint8Array[];
  /** Headers of those that are not, as far as they are known. */
  readonly broken: readonly Uint8Array[];
  /** A piece is missing or the frame exceeds the limits. */
  readonly isDamaged: boolean;
}

/** Larger than any 8K key frame. */
const maxFrameBytes = 8 * 1024 * 1024;
const maxPieces = 16_384;
/** A camera that leaves start codes in its units does so from the beginning. */
const searchedUnits = 200;

export class FrameAssembler {
  #timestamp: number | null = null;
  #nals: Uint8Array[] = [];
  #fragments: Uint8Array[] = [];
  #fragmentHeader: Uint8Array | null = null;
  #pieces = 0;
  #bytes = 0;
  #broken: Uint8Array[] = [];
  #isDamaged = false;
  /** Units up to the last slice. */
  #picture = 0;
  #searched = 0;
  #hasStartCodes = false;
  #isVcl: (nal: Uint8Array) => boolean;
  #emit: (frame: CodedFrame) => void;

  constructor(isVcl: (nal: Uint8Array) => boolean, emit: (frame: CodedFrame) => void) {
    this.#isVcl = isVcl;
    this.#emit = emit;
  }

  /**
   * Called before a packet with this timestamp: a new timestamp ends the frame even if its marker bit was
   * lost.
   */
  at(timestamp: number): void {
    if (this.#timestamp !== null && this.#timestamp !== timestamp) this.finish();
    this.#timestamp = timestamp;
  }

  /** A piece of the current frame is missing. Ignored between frames. */
  lost(): void {
    if (this.#timestamp === null) return;
    this.#isDamaged = true;
    if (this.#fragmentHeader !== null) this.#broken.push(this.#fragmentHeader);
    this.#dropFragments();
  }

  add(nal: Uint8Array): void {
    if (this.#fragmentHeader !== null) this.lost(); // the current unit was not completed
    if (nal.length === 0 || !this.#hasCapacity(nal.length)) return;
    this.#push(nal);
  }

  startFragment(header: Uint8Array, piece: Uint8Array): void {
    if (this.#fragmentHeader !== null) this.lost();
    if (!this.#hasCapacity(header.length + piece.length)) return;
    this.#fragmentHeader = header;
    this.#fragments.push(piece);
  }

  continueFragment(header: Uint8Array, piece: Uint8Array, isLast: boolean): void {
    if (this.#fragmentHeader === null) {
      this.#isDamaged = true;
      if (isLast) this.#broken.push(header);
      return;
    }
    if (!this.#hasCapacity(piece.length)) return;
    this.#fragments.push(piece);
    if (!isLast) return;
    this.#push(concat(this.#fragmentHeader, this.#fragments));
    this.#dropFragments();
  }

  /** Another frame of the same timestamp begins. What has arrived since the last slice belongs to it. */
  next(): void {
    if (this.#picture === 0 && !this.#isDamaged) return;
    const timestamp = this.#timestamp;
    const following = this.#nals.splice(this.#picture);
    this.finish();
    this.#timestamp = timestamp;
    this.#nals = following;
  }

  /** The frame is complete. */
  finish(): void {
    if (this.#fragmentHeader !== null) this.lost();
    const frame = {
      timestamp: this.#timestamp ?? 0,
      nals: this.#nals,
      broken: this.#broken,
      isDamaged: this.#isDamaged,
    };
    this.#nals = [];
    this.#picture = 0;
    this.#broken = [];
    this.#pieces = 0;
    this.#bytes = 0;
    this.#isDamaged = false;
    this.#timestamp = null;
    if (frame.nals.length > 0 || frame.isDamaged) this.#emit(frame);
  }

  #hasCapacity(bytes: number): boolean {
    this.#pieces += 1;
    this.#bytes += bytes;
    if (this.#pieces <= maxPieces && this.#bytes <= maxFrameBytes) return true;
    this.#isDamaged = true;
    this.#nals = [];
    this.#picture = 0;
    this.#dropFragments();
    return false;
  }

  #push(unit: Uint8Array): void {
    const isVcl = this.#isVcl(unit);
    const isSearched = this.#hasStartCodes || this.#searched < searchedUnits || !isVcl;
    if (!isSearched) {
      this.#picture = this.#nals.push(unit);
      return;
    }
    this.#searched += 1;
    const nals = splitAtStartCodes(unit);
    if (nals[0] !== unit) this.#hasStartCodes = true;
    for (const nal of nals) {
      const count = this.#nals.push(nal);
      if (this.#isVcl(nal)) this.#picture = count;
    }
  }

  #dropFragments(): void {
    this.#fragments = [];
    this.#fragmentHeader = null;
  }
}

function concat(header: Uint8Array, pieces: readonly Uint8Array[]): Uint8Array {
  let total = header.length;
  for (const piece of pieces) total += piece.length;
  const out = new Uint8Array(total);
  out.set(header);
  let at = header.length;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
