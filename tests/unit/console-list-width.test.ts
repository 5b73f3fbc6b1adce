import { describe, expect, it } from '@jest/globals';
import { usualColumnPx, usualLayout } from '../../app/_console/resource/table/columns.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';

/** Beside the side menu in a window of 1440 pixels, without the box that marks a row and without its buttons. */
const roomPx = 1_110 - 44;
/** As wide as the buttons of a row are, in Chinese; wider where a room has buttons of its own. */
const buttonsPx = { usual: 216, own: 264 };
const withOwn = [
  'system.role',
  'system.menu',
  'system.dept',
  'system.dictType',
  'system.notice',
  'iot.camera',
  'monitor.logininfor',
];

describe('columns that a list shows at first', () => {
  // Beside the departments there is less room still, which only a wider window gives.
  it.each(Object.entries(resources))('of %s lie beside the buttons, not under them', (key, definition) => {
    const columnsPx = usualLayout(definition)
      .filter(({ isHidden }) => !isHidden)
      .reduce((sum, { width }) => sum + (width ?? usualColumnPx), 0);
    expect(columnsPx + (withOwn.includes(key) ? buttonsPx.own : buttonsPx.usual)).toBeLessThanOrEqual(roomPx);
  });
});
