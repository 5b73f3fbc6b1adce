import fc from 'fast-check';
import { xssPayloads } from './xss-corpus.ts';

const bits = [
  ...['<', '>', '"', "'", '`', '/', '=', '&', ';', '\0', '\n', '\t', '<!--', '-->'],
  ...['</p>', '<svg>', '<math>', '<style>', '</style>', '<table>', ']]>'],
];
/** Without the longest ones, which would dominate every text. */
const pieces = xssPayloads.filter((payload) => payload.length < 400);

/** Pieces of the corpus and of `benign` HTML, nested in one another and cut at random positions. */
export function mutatedHtml(benign: readonly string[] = []): fc.Arbitrary<string> {
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pieces) },
    { weight: 3, arbitrary: fc.constantFrom(...bits, ...benign) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  return fc
    .tuple(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(place, part), { maxLength: 3 }),
      fc.double({ min: 0.2, max: 1, noNaN: true }),
    )
    .map(([parts, inserted, kept]) => {
      const text = inserted.reduce((whole, [at, piece]) => {
        const index = Math.floor(at * whole.length);
        return whole.slice(0, index) + piece + whole.slice(index);
      }, parts.join(''));
      return text.slice(0, Math.ceil(kept * text.length));
    });
}
