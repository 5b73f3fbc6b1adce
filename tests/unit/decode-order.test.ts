import { expect } from 'expect';
import { describe, it } from 'vitest';
import { DecodeOrder, type FrameTimes } from '../../lib/media/sources/rtsp/decode-order.ts';

const stepMs = 40;
const hierarchies = {
  /** Of one group in decoding order: place on the screen, and whether it is a B frame. */
  'one B frame': [[2], [1, 'b']],
  'two B frames': [[3], [1, 'b'], [2, 'b']],
  'a pyramid of three': [[4], [2, 'b'], [1, 'b'], [3, 'b']],
  'a pyramid of seven': [[8], [4, 'b'], [2, 'b'], [1, 'b'], [3, 'b'], [6, 'b'], [5, 'b'], [7, 'b']],
} as const satisfies Record<string, readonly (readonly [number, 'b'?])[]>;

/** Frames in decoding order, after a key frame at 0. */
function* frames(name: keyof typeof hierarchies, count: number): Generator<[ptsMs: number, isB: boolean]> {
  const group: readonly (readonly [number, 'b'?])[] = hierarchies[name];
  yield [0, false];
  for (let at = 0; at < count; at += 1) {
    const [place, kind] = group[at % group.length]!;
    yield [(Math.floor(at / group.length) * group.length + place) * stepMs, kind === 'b'];
  }
}

function run(order: DecodeOrder, given: Iterable<readonly [number, boolean]>): FrameTimes[] {
  return [...given].map(([ptsMs, isB]) => order.times(ptsMs, isB));
}

const compositions = (times: readonly FrameTimes[]): number[] =>
  times.map(({ ptsMs, dtsMs }) => ptsMs - dtsMs);

function expectRising(times: readonly FrameTimes[]): void {
  for (const [at, { dtsMs }] of times.slice(1).entries())
    expect(dtsMs).toBeGreaterThanOrEqual(times[at]!.dtsMs + 1);
}

describe('decoding times of a stream that does not state its reordering depth', () => {
  it.each([
    ['one B frame', 1],
    ['two B frames', 1],
    ['a pyramid of three', 2],
    ['a pyramid of seven', 3],
  ] as const)('with %s are those of a stream that states %i, after its first frames', (name, depth) => {
    const [observed, stated] = [new DecodeOrder(), new DecodeOrder()];
    observed.configure(null, 25);
    stated.configure(depth, 25);
    const times = run(observed, frames(name, 400));
    expectRising(times);
    const settled = 2 * hierarchies[name].length + 1;
    expect(times.slice(settled)).toEqual(run(stated, frames(name, 400)).slice(settled));
    // Presentation is as the camera says, from the beginning.
    expect(times.map(({ ptsMs }) => ptsMs).slice(2)).toEqual(
      [...frames(name, 400)].map(([at]) => at).slice(2),
    );
  });

  it('are the times on the screen without B frames, also if the clock of the camera jitters', () => {
    const order = new DecodeOrder();
    order.configure(null, 25);
    const times = run(
      order,
      Array.from({ length: 100 }, (_, at) => [at * stepMs + (at % 7 === 6 ? -50 : 0), false]),
    );
    expectRising(times);
    expect(compositions(times)).toEqual(Array(100).fill(0));
  });

  it('do not remain behind after the clock of the camera was set back', () => {
    const order = new DecodeOrder();
    order.configure(null, 25);
    const before = run(order, frames('two B frames', 90));
    const after = run(
      order,
      [...frames('two B frames', 400)].map(([at, isB]) => [before.at(-1)!.ptsMs - 1_000 + at, isB] as const),
    );
    expectRising([...before, ...after]);
    // As soon as time has caught up.
    const settled = compositions(after.slice(100));
    expect(Math.min(...settled)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...settled)).toBeLessThanOrEqual(4 * stepMs);
  });

  it('begin anew with another description', () => {
    const order = new DecodeOrder();
    order.configure(null, 25);
    run(order, frames('a pyramid of seven', 100));
    order.configure(null, 25);
    const times = run(
      order,
      Array.from({ length: 20 }, (_, at) => [10_000 + at * stepMs, false]),
    );
    expect(compositions(times)).toEqual(Array(20).fill(0));
  });
});

describe('decoding times of a stream that states its reordering depth', () => {
  it('never exceed presentation', () => {
    for (const name of Object.keys(hierarchies) as (keyof typeof hierarchies)[]) {
      const order = new DecodeOrder();
      order.configure(3, 25);
      const times = run(order, frames(name, 100));
      expectRising(times);
      expect(Math.min(...compositions(times))).toBeGreaterThanOrEqual(0);
    }
  });
});
