import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { orderButtons, renumberButtons } from '../../lib/contracts/theme/button-order.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 1_000_000);
const run = (property: fc.IProperty<[Listed[]]>) => fc.assert(property, { seed, numRuns: 2_000 });

interface Listed {
  readonly iconId: number;
  readonly btnKey?: string;
}

const key = fc.oneof(
  fc.constant(undefined),
  fc.nat(12).map((order) => `btn-footer-left-${order}`),
  fc.nat(12).map((order) => `btn-footer-left-${order}-more-7`),
  fc.constantFrom(
    '',
    '-',
    '---',
    'a-b-c',
    'a-b-c-',
    'a-b-c-x',
    'a-b-c- 1',
    'a-b-c-1e3',
    '3',
    'a-b-c-9999999999',
  ),
);
const list = fc
  .array(key, { maxLength: 20 })
  .map((keys): Listed[] =>
    keys.map((btnKey, iconId) => (btnKey === undefined ? { iconId } : { iconId, btnKey })),
  );
const orderOf = ({ btnKey }: Listed) => {
  const segment = btnKey?.split('-')[3] ?? '';
  return /^\d{1,9}$/.test(segment) ? Number(segment) : null;
};
const icons = (buttons: readonly Listed[]) => buttons.map(({ iconId }) => iconId);

describe(`the order of buttons (ORIEL_SEED=${seed})`, () => {
  it('follows the fourth segment of btnKey', () => {
    const listed = [
      { iconId: 0, btnKey: 'x-y-z-2' },
      { iconId: 1, btnKey: 'x-y-z-10' },
      { iconId: 2, btnKey: 'x-y-z-1' },
    ];
    expect(icons(orderButtons(listed))).toEqual([2, 0, 1]);
  });

  it('is as listed if no button has a key', () => {
    const listed: readonly Listed[] = [{ iconId: 3 }, { iconId: 1 }, { iconId: 2 }];
    expect(icons(orderButtons(listed))).toEqual([3, 1, 2]);
  });

  it('keeps a button without a key behind the one before it in the list', () => {
    const listed: readonly Listed[] = [
      { iconId: 0 },
      { iconId: 1, btnKey: 'x-y-z-5' },
      { iconId: 2 },
      { iconId: 3, btnKey: 'x-y-z-1' },
    ];
    expect(icons(orderButtons(listed))).toEqual([0, 3, 1, 2]);
  });

  it('contains exactly the buttons of the theme', () => {
    run(
      fc.property(list, (listed) => {
        expect(icons(orderButtons(listed)).sort((a, b) => a - b)).toEqual(icons(listed));
      }),
    );
  });

  it('never puts a larger key before a smaller one, and keeps equal ones as listed', () => {
    run(
      fc.property(list, (listed) => {
        const keyed = orderButtons(listed).filter((button) => orderOf(button) !== null);
        for (const [index, button] of keyed.slice(1).entries()) {
          const before = keyed[index]!;
          const [low, high] = [orderOf(before)!, orderOf(button)!];
          expect(low < high || (low === high && before.iconId < button.iconId)).toBe(true);
        }
      }),
    );
  });

  it('is stable', () => {
    run(
      fc.property(list, (listed) => {
        const once = orderButtons(listed);
        expect(orderButtons(once)).toEqual(once);
      }),
    );
  });

  it('is kept after moves, once the keys are renumbered', () => {
    run(
      fc.property(list, (listed) => {
        const moved = renumberButtons([...orderButtons(listed)].reverse());
        expect(orderButtons(moved)).toEqual(moved);
      }),
    );
  });
});
