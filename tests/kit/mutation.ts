/** Property runs with a printed seed, and inputs that are almost valid. */
import fc from 'fast-check';
import { rounds } from './soak.ts';

export const propertySeed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);

/**
 * Prints the seed; set ORIEL_SEED to it to repeat a failed run. `runs`: number of runs in a soak; a normal run makes a
 * twentieth.
 */
export function propertyRun<T>(
  name: string,
  runs: number,
  input: fc.Arbitrary<T>,
  check: (value: T) => void,
): void {
  const numRuns = rounds(Math.ceil(runs / 20), runs);
  process.stdout.write(`property ${name}: ${numRuns} runs, ORIEL_SEED=${propertySeed}\n`);
  fc.assert(
    fc.property(input, (value) => {
      check(value);
    }),
    { numRuns, seed: propertySeed, endOnFailure: true },
  );
}

type Edit =
  | { readonly kind: 'set'; readonly at: number; readonly byte: number }
  | { readonly kind: 'flip'; readonly at: number; readonly bit: number }
  | { readonly kind: 'insert'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'remove'; readonly at: number; readonly count: number }
  | { readonly kind: 'repeat'; readonly at: number; readonly count: number; readonly times: number }
  | { readonly kind: 'cut'; readonly at: number };

/** A position is a fraction of the length, so that it stays valid after edits that change the length. */
const place = fc.double({ min: 0, max: 1, noNaN: true });

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    at: place,
    byte: fc.constantFrom(0, 1, 3, 0x24, 0x7f, 0x80, 0xff),
  }),
  fc.record({ kind: fc.constant('flip' as const), at: place, bit: fc.nat(7) }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: place,
    bytes: fc.uint8Array({ minLength: 1, maxLength: 24 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), at: place, count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    kind: fc.constant('repeat' as const),
    at: place,
    count: fc.integer({ min: 1, max: 40 }),
    times: fc.integer({ min: 1, max: 20 }),
  }),
  fc.record({ kind: fc.constant('cut' as const), at: place }),
);

/** One to eight edits of a valid sample; occasionally random bytes instead. */
export function mutated(sample: Uint8Array): fc.Arbitrary<Uint8Array> {
  const edited = fc
    .array(edit, { minLength: 1, maxLength: 8 })
    .map((edits) => Uint8Array.from(edits.reduce(apply, [...sample])));
  return fc.oneof(
    { weight: 9, arbitrary: edited },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  );
}

function apply(bytes: number[], change: Edit): number[] {
  const at = Math.min(bytes.length - 1, Math.floor(change.at * bytes.length));
  if (at < 0) return bytes;
  switch (change.kind) {
    case 'set':
      return bytes.with(at, change.byte);
    case 'flip':
      return bytes.with(at, bytes[at]! ^ (1 << change.bit));
    case 'insert':
      return bytes.toSpliced(at, 0, ...change.bytes);
    case 'remove':
      return bytes.toSpliced(at, change.count);
    case 'repeat': {
      const piece = bytes.slice(at, at + change.count);
      return bytes.toSpliced(at, 0, ...Array.from({ length: change.times }, () => piece).flat());
    }
    case 'cut':
      return bytes.slice(0, at);
  }
}
