import { expect } from 'expect';
import { describe, it } from 'vitest';
import { annotationsOf } from '../../scripts/test-report.mjs';

const none = { unstable: [], failing: [], others: [] };

describe('what GitHub shows of a run', () => {
  it('is a warning for an unstable file, and an error for one that fails, each with its first failure', () => {
    const lines = annotationsOf({
      unstable: [{ file: 'tests/db/one.test.ts', failures: ['a name\n    a reason', 'another'] }],
      failing: [{ file: 'tests/db/two.test.ts', failures: ['no test ran\n    a reason'] }],
      others: ['check: types'],
    });
    expect(lines).toEqual([
      '::warning title=unstable::tests/db/one.test.ts: a name',
      '::error title=failing::tests/db/two.test.ts: no test ran',
      '::error title=failed::check: types',
    ]);
  });

  it('is one line for each, whatever the text', () => {
    const failing = [{ file: 'tests/db/two.test.ts', failures: ['100 % of 5%0A\r\n    a reason'] }];
    expect(annotationsOf({ ...none, failing, others: ['one\ntwo'] })).toEqual([
      '::error title=failing::tests/db/two.test.ts: 100 %25 of 5%250A%0D',
      '::error title=failed::one%0Atwo',
    ]);
  });

  it('is nothing where all passed', () => {
    expect(annotationsOf(none)).toEqual([]);
  });
});
