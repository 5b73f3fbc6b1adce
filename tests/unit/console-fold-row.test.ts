import { expect } from 'expect';
import { describe, it } from 'vitest';
import { countThatFits } from '../../app/_console/resource/toolbar/fold-row.tsx';

describe('a line of buttons', () => {
  it.each([
    ['all fit', [80, 80, 80], 256, 0, 3],
    ['one does not fit', [80, 80, 80], 255, 0, 2],
    ['the menu is not shown, and all fit without it', [80, 80, 80], 180, 80, 3],
    ['none fits', [80], 40, 0, 0],
    ['there are none', [], 40, 0, 0],
  ])('%s', (_, widths, availablePx, morePx, count) => {
    expect(countThatFits(widths, availablePx, morePx)).toBe(count);
  });
});
