/** Counts the packets that did not arrive, by the index of those that did. */
export interface LossCounter {
  /** `sender`: a new one starts a new count. */
  received(index: number, sender: number): void;
  /** 0 to 1. */
  sinceLastCall(): number;
}

export function createLossCounter(): LossCounter {
  let sender = 0;
  let first: number | null = null;
  let newest = 0;
  let received = 0;
  return {
    received(index, from) {
      if (first === null || from !== sender) {
        first = index;
        newest = index;
        received = 0;
        sender = from;
      }
      newest = Math.max(newest, index);
      received += 1;
    },
    sinceLastCall() {
      if (first === null) return 0;
      const expected = newest - first + 1;
      const share = expected <= 0 ? 0 : Math.max(0, 1 - received / expected);
      first = newest + 1;
      received = 0;
      return share;
    },
  };
}
