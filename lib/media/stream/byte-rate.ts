import type { Ms } from '../../kernel/units.ts';

const windowS = 5;

/** Bit rate over the last five whole seconds. */
export class ByteRate {
  /** Bytes per second, as a ring of the window plus the current second. */
  readonly #bytes = new Float64Array(windowS + 1);
  #second = Number.NEGATIVE_INFINITY;
  #firstSecond = Number.POSITIVE_INFINITY;

  add(bytes: number, now: Ms): void {
    this.#move(now);
    const slot = this.#second % this.#bytes.length;
    this.#bytes[slot] = (this.#bytes[slot] ?? 0) + bytes;
  }

  /** 0 until a whole second has passed. */
  kbps(now: Ms): number {
    this.#move(now);
    const seconds = Math.min(windowS, this.#second - this.#firstSecond);
    if (!(seconds > 0)) return 0;
    let sum = 0;
    for (let back = 1; back <= seconds; back += 1) {
      sum += this.#bytes[(this.#second - back) % this.#bytes.length] ?? 0;
    }
    return Math.round((sum * 8) / seconds / 1_000);
  }

  clear(): void {
    this.#bytes.fill(0);
    this.#second = Number.NEGATIVE_INFINITY;
    this.#firstSecond = Number.POSITIVE_INFINITY;
  }

  #move(now: Ms): void {
    // Shifted, so that an index before the first second is never negative.
    const second = Math.floor(now / 1_000) + windowS + 1;
    if (second === this.#second) return;
    if (second - this.#second > windowS) this.#bytes.fill(0);
    else for (let at = this.#second + 1; at <= second; at += 1) this.#bytes[at % this.#bytes.length] = 0;
    this.#second = second;
    this.#firstSecond = Math.min(this.#firstSecond, second);
  }
}
