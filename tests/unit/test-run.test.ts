import { expect } from 'expect';
import { describe, it } from 'vitest';
import { runTests } from '../../scripts/test-run.mjs';

const part = (name: string, isRepeated: boolean) => ({
  name,
  from: 'test' as const,
  workers: 2,
  isRepeated,
});
const node = part('node', false);
const db = part('db', true);

/** Runs `outcomes` of files, each a list with what happens the first time and, if it is run again, the second. */
function run(outcomes: Record<string, Record<string, readonly boolean[]>>) {
  const repeated: string[] = [];
  const outcome = runTests([node, db], ({ name }, only) => {
    repeated.push(...(only ?? []));
    const files = Object.entries(outcomes[name] ?? {}).filter(([file]) => only?.includes(file) ?? true);
    return {
      seconds: 1,
      error: null,
      files: files.map(([file, results]) => {
        const hasPassed = results[only ? 1 : 0] === true;
        return { file, seconds: 1, passed: hasPassed ? 3 : 2, failures: hasPassed ? [] : ['a reason'] };
      }),
    };
  });
  const names = (files: readonly { readonly file: string }[]) => files.map(({ file }) => file);
  return {
    repeated,
    unstable: names(outcome.unstable),
    failing: names(outcome.failing),
    passed: outcome.passedTests,
    failed: outcome.failedTests,
  };
}

describe('a run of the tests', () => {
  it('repeats nothing when all files pass', () => {
    expect(run({ node: { one: [true] }, db: { two: [true] } })).toEqual({
      repeated: [],
      unstable: [],
      failing: [],
      passed: 6,
      failed: 0,
    });
  });

  it('passes with a file that fails and then passes alone, and reports it as unstable', () => {
    expect(run({ db: { two: [false, true], three: [true] } })).toEqual({
      repeated: ['two'],
      unstable: ['two'],
      failing: [],
      passed: 6,
      failed: 0,
    });
  });

  it('fails with a file that fails twice', () => {
    expect(run({ db: { two: [false, false] } })).toEqual({
      repeated: ['two'],
      unstable: [],
      failing: ['two'],
      passed: 2,
      failed: 1,
    });
  });

  it('does not repeat a file of a part without time and network', () => {
    expect(run({ node: { one: [false, true] } })).toMatchObject({
      repeated: [],
      failing: ['one'],
      failed: 1,
    });
  });

  it('does not repeat more files than chance explains', () => {
    const files = Array.from({ length: 13 }, (_, index) => [`file ${index}`, [false, true]] as const);
    expect(run({ db: Object.fromEntries(files) })).toMatchObject({ repeated: [], failed: 13 });
  });

  it('fails with a part that fails as a whole, for instance because no database started', () => {
    const outcome = runTests([db], () => ({ seconds: 1, error: 'vitest ended with 1', files: [] }));
    expect(outcome.errors).toEqual(['db: vitest ended with 1']);
  });
});
