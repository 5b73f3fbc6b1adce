import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { RecordedPart } from '../../lib/codec/hls/recorded-part.ts';
import { frameAfter } from '../../player-frame/engines/recorded/frame-steps.ts';
import type { LoadedPart } from '../../player-frame/engines/recorded/part-store.ts';

// Three parts of three frames, 40 ms apart, with a gap before the last one.
const begins = [0, 120, 1_000];
const parts = begins.map((startMs) => ({ startMs }) as RecordedPart);
const load = async (part: number) =>
  ({ frames: [0, 40, 80].map((after) => ({ wallMs: begins[part]! + after })) }) as unknown as LoadedPart;

/** The time of the frame this many frames away from the one at `wallMs`. */
const stepped = async (wallMs: number, frames: number, range = { begin: 0, end: 2_000 }) => {
  const part = begins.findLastIndex((begin) => begin <= wallMs);
  return (await frameAfter({ parts, range }, load, { part, wallMs }, frames))?.wallMs ?? null;
};

describe('single steps of an element', () => {
  it('lead over parts and gaps', async () => {
    expect(await Promise.all([1, 2, 3, 6].map((frames) => stepped(40, frames)))).toEqual([
      80, 120, 160, 1_040,
    ]);
    expect(await Promise.all([-1, -2, -6].map((frames) => stepped(1_000, frames)))).toEqual([200, 160, 0]);
  });

  it('end with the recordings, and with the range', async () => {
    expect(await Promise.all([stepped(0, -1), stepped(1_080, 1)])).toEqual([null, null]);
    const range = { begin: 40, end: 160 };
    expect(await Promise.all([-1, 1, 2].map((frames) => stepped(80, frames, range)))).toEqual([
      40,
      120,
      null,
    ]);
    expect(await stepped(40, -1, range)).toBeNull();
  });
});
