import { expect } from 'expect';
import { describe, it } from 'vitest';
import { formatJobTarget, parseJobTarget } from '../../lib/contracts/admin/job-target.ts';
import { rounds } from '../kit/soak.ts';

describe('the target of a job', () => {
  it.each([
    ['session.sweep()', { handler: 'session.sweep', args: [] }],
    ['log.purge("login", 180)', { handler: 'log.purge', args: ['login', 180] }],
    ["  log.purge( 'login' ,180 ) ", { handler: 'log.purge', args: ['login', 180] }],
    ['a(-1.5, true, false, null)', { handler: 'a', args: [-1.5, true, false, null] }],
    [String.raw`a("say \"no\" \\ ")`, { handler: 'a', args: ['say "no" \\ '] }],
    ['a("), b(")', { handler: 'a', args: ['), b('] }],
  ])('%s is a name and literals', (source, target) => {
    expect(parseJobTarget(source)).toEqual(target);
    expect(parseJobTarget(formatJobTarget(target))).toEqual(target);
  });

  it.each([
    '',
    'session.sweep',
    'session.sweep(',
    '()',
    'a(,)',
    'a(1,)',
    'a(1 2)',
    'a(b())',
    'a(process)',
    'a(undefined)',
    'a()()',
    'a();b()',
    'a(1)//',
    'require("fs")(1)',
    'process.exit(0)(1)',
    'a.b.c(1)',
    '__proto__()',
    'a.__proto__()',
    'constructor.constructor("return 1")()',
    'a[0]()',
    'a(`x`)',
    'a($1)',
    'a("x)',
    "a('x\\')",
    'a(01)',
    'a(1e9)',
    'a(0x1)',
    'a(9999999999999999)',
    'a(1;2)',
    '../a()',
    'A.b()',
    'a\0()',
    `a("${'x'.repeat(500)}")`,
    `a(${Array.from({ length: 11 }, () => 1).join(',')})`,
  ])('%j is rejected', (source) => {
    expect(parseJobTarget(source)).toBeNull();
  });

  it('is rejected, or written and read again as the same, whatever the text is', () => {
    const parts = [
      'a',
      'log.purge',
      '(',
      ')',
      ',',
      '"x"',
      "'",
      '1',
      '-',
      'true',
      ' ',
      '\\',
      '.',
      '__proto__',
    ];
    let state = Number(process.env.ORIEL_SEED ?? Date.now() % 1_000_000_007);
    const seed = state;
    const random = (max: number) => {
      state = (state * 48_271 + 11) % 2_147_483_647;
      return state % max;
    };
    for (let round = 0; round < rounds(2_000, 200_000); round += 1) {
      const source = Array.from({ length: random(10) }, () => parts[random(parts.length)]).join('');
      const target = parseJobTarget(source);
      if (target)
        expect([seed, source, parseJobTarget(formatJobTarget(target))]).toEqual([seed, source, target]);
    }
  });
});
