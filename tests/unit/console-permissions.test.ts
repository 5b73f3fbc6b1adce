import { readFileSync } from 'node:fs';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { builtInSettings } from '../../lib/contracts/admin/built-in-settings.ts';
import { bespokeCalls } from '../../lib/contracts/admin/calls/index.ts';
import { permissionOf, type ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { resourceCalls } from '../../lib/contracts/admin/resource-calls.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import { buttonsOf } from '../../lib/domain/seed/buttons.ts';
import { dictionaries } from '../../lib/domain/seed/dictionaries.ts';
import { directories, directoriesOf, homePage } from '../../lib/domain/seed/menus.ts';
import { commonSeed } from '../../lib/domain/seed/roles.ts';
import { permissionsFile, permissionsPage } from '../../scripts/generate-permissions.ts';

const definitions = Object.values(resources);
const pages = [homePage, ...directories.flatMap((directory) => directory.pages)];
/** Permissions required by calls, and by actions that require more than their call. */
const requested = [
  ...[...definitions.flatMap((one) => Object.values(resourceCalls(one))), ...bespokeCalls].flatMap(
    ({ policy, more }) => [...(typeof policy === 'string' ? [] : policy.anyOf), ...Object.keys(more ?? {})],
  ),
  ...definitions.flatMap((one: ResourceDef) =>
    (one.actions ?? []).map((action) => permissionOf(one, action.verb ?? action.key)),
  ),
];
const buttons = [...buttonsOf(definitions, bespokeCalls).keys()];
const prefixes = pages.flatMap((page) => page.buttons ?? []);

describe('menus and permissions', () => {
  it('contain every permission of every contract in the menu', () => {
    const hasPage = (perms: string) =>
      pages.some((page) => page.permission === perms) ||
      prefixes.some((prefix) => perms.startsWith(`${prefix}:`));
    expect([...new Set(requested)].filter((perms) => !hasPage(perms))).toEqual([]);
  });

  it('contain no page and no button that no contract requires', () => {
    expect(
      pages.flatMap(({ permission }) => permission ?? []).filter((perms) => !requested.includes(perms)),
    ).toEqual([]);
    expect(buttons.filter((perms) => !requested.includes(perms))).toEqual([]);
    expect(commonSeed.permissions.filter((perms) => !requested.includes(perms))).toEqual([]);
  });

  it('have unique pages, keys and addresses', () => {
    const keys = [...pages, ...directories].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { pages: own } of directories) {
      expect(new Set(own.map(({ path }) => path)).size).toBe(own.length);
      expect(new Set(own.map(({ name }) => name['zh-CN'])).size).toBe(own.length);
    }
  });

  it('have a page for each resource: one that is not listed is at the end of its area', () => {
    const site = { ...resources['system.post'], key: 'system.site', permission: 'system:site' };
    const system = directoriesOf([...definitions, site]).find(({ path }) => path === '/system');
    expect(system?.pages.at(-1)).toMatchObject({ path: 'site', component: 'system/site/index' });
  });

  it('have a directory for each area', () => {
    const stock = { ...resources['system.post'], key: 'stock.item', permission: 'stock:item' };
    expect(() => directoriesOf([stock])).toThrow('no directory of the menu has the path /stock');
  });

  it('have icons that exist', () => {
    const isIcon = (icon: string) =>
      readFileSync('node_modules/@tabler/icons-react/dist/esm/icons/index.mjs', 'utf8').includes(`${icon} `);
    const icons = [...pages, ...directories, ...definitions].map(({ icon }) => icon);
    const actions = definitions.flatMap((one: ResourceDef) => one.actions ?? []);
    for (const icon of [...icons, ...actions.map((action) => action.icon)]) {
      expect([icon, isIcon(icon)]).toEqual([icon, true]);
    }
  });

  it('contain every dictionary that a field names', () => {
    const named = definitions.flatMap((one) =>
      Object.values(one.fields).flatMap((field) => ('dict' in field && field.dict ? [field.dict] : [])),
    );
    expect(named.filter((type) => !dictionaries.some((one) => one.type === type))).toEqual([]);
  });

  it('contain no password among the settings', () => {
    expect(Object.keys(builtInSettings).filter((key) => /init|default|secret/i.test(key))).toEqual([]);
    expect(Object.keys(builtInSettings)).toContain('sys.account.registerUser');
    expect(builtInSettings['sys.account.registerUser'].value).toBe('false');
  });

  it('are documented: npx tsx scripts/generate-permissions.ts', () => {
    expect(readFileSync(permissionsFile, 'utf8')).toBe(permissionsPage());
  });
});
