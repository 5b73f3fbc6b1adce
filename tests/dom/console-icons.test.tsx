import { expect } from 'expect';
import { describe, it } from 'vitest';
import * as defaultIcons from '../../app/_console/ui/icons/default-icons.ts';
import * as iconSet from '../../app/_console/ui/icons/icon-set.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import { directories, homePage } from '../../lib/domain/seed/menus.ts';

const definitions = Object.values<ResourceDef>(resources);
const named = [
  homePage.icon,
  ...directories.flatMap(({ icon, pages }) => [icon, ...pages.map((page) => page.icon)]),
  ...definitions.flatMap(({ icon, actions = [] }) => [icon, ...actions.map((action) => action.icon)]),
];

describe('icons', () => {
  it.each([...new Set(named)])('%s, which the product uses, is a default icon', (name) => {
    expect(Object.keys(defaultIcons)).toContain(name);
  });

  it('the icon picker offers more icons, all of which render', () => {
    expect(Object.keys(iconSet)).toEqual(expect.arrayContaining(Object.keys(defaultIcons)));
    expect(Object.keys(iconSet).length).toBeGreaterThan(100);
    for (const icon of Object.values(iconSet)) expect(icon).toMatchObject({ render: expect.any(Function) });
  });
});
