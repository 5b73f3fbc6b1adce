import { expect } from 'expect';
import { it } from 'vitest';
import { builtInSettings } from '../../lib/contracts/admin/built-in-settings.ts';
import { dictionaries } from '../../lib/domain/seed/dictionaries.ts';
import { seedConsole } from '../../lib/domain/seed/seed-console.ts';
import { describeSystem, get, ok } from '../kit/system-console.ts';

describeSystem('built-in records', (testConsole) => {
  const counts = async () => {
    const { db } = testConsole();
    const tables = ['menu', 'role', 'roleMenu', 'dept', 'dictType', 'dictData', 'setting'] as const;
    const entries = await Promise.all(
      tables.map(
        async (table) => [table, (await db.selectFrom(table).selectAll().execute()).length] as const,
      ),
    );
    return Object.fromEntries(entries);
  };

  it('are created once: a second start adds nothing', async () => {
    const before = await counts();
    await seedConsole(testConsole().db, testConsole().clock);
    expect(await counts()).toEqual(before);
    expect(before.dictType).toBe(dictionaries.length);
    expect(before.setting).toBe(Object.keys(builtInSettings).length);
  });

  it('are restored if missing, and kept if changed', async () => {
    const { db, clock, founder } = testConsole();
    await db.deleteFrom('menu').where('perms', '=', 'system:user:unlock').execute();
    await db.deleteFrom('setting').where('configKey', '=', 'site.title').execute();
    await db.updateTable('menu').set({ menuName: '人员' }).where('routeName', '=', 'SystemUser').execute();
    await seedConsole(db, clock);
    const menus = (await get(founder, '/system/menu/list')).records;
    expect(menus.map((row: { perms: string }) => row.perms)).toContain('system:user:unlock');
    expect(menus.map((row: { menuName: string }) => row.menuName)).toContain('人员');
    expect(await get(founder, '/system/config/configKey/site.title')).toBe('Oriel 管理平台');
  });

  it('exist in every organisation', async () => {
    const { db, clock } = testConsole();
    await db.insertInto('tenant').values({ id: 'other', name: '别家', enabled: 1, createdAt: 1 }).execute();
    await seedConsole(db, clock);
    const own = (tenantId: string) =>
      db.selectFrom('menu').select('id').where('tenantId', '=', tenantId).execute();
    expect((await own('other')).length).toBe((await own('default')).length);
    const [dept] = await db.selectFrom('dept').selectAll().where('tenantId', '=', 'other').execute();
    expect(dept).toMatchObject({ deptName: '总部', parentId: 0, ancestors: '0' });
  });

  it('include the roles admin and common and a root department, and only admin has all permissions', async () => {
    const { founder, db } = testConsole();
    const roles = (await get(founder, '/system/role/page')).records;
    expect(roles.map((role: { roleKey: string }) => role.roleKey)).toEqual(['admin', 'common']);
    const perms = await db.selectFrom('menu').select('perms').execute();
    expect(perms.filter((row) => row.perms?.includes('*'))).toEqual([]);
    expect(ok(await founder.call('GET', '/system/dept/treeselect'))).toMatchObject([{ label: '总部' }]);
  });
});
