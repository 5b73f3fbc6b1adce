/**
 * The records that every organisation's console comes with. Missing ones are created: all at the first start, later
 * those that a newer version added. Changes by users are kept.
 */

import type { Transaction } from 'kysely';
import { builtInSettings, type SeedSetting } from '../../contracts/admin/built-in-settings.ts';
import type { AdminCallDef } from '../../contracts/admin/call.ts';
import { bespokeCalls } from '../../contracts/admin/calls/index.ts';
import { resources } from '../../contracts/admin/resources/index.ts';
import type { Db } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { permissionsChanged } from '../identity/load-actor.ts';
import { type TenantScope, tenantScope } from '../tenancy/tenant-scope.ts';
import { buttonsOf } from './buttons.ts';
import { dictionaries } from './dictionaries.ts';
import { seedJobs } from './jobs.ts';
import { directories, homePage, type SeedPage } from './menus.ts';
import { seedReports } from './reports.ts';
import { adminSeed, commonSeed, rootDept } from './roles.ts';

/** Creation columns without a user. */
const history = (now: EpochMs) => ({
  version: 1,
  createdBy: '',
  createdAt: now,
  updatedBy: '',
  updatedAt: now,
});

interface Seeding {
  readonly transaction: Transaction<Database>;
  readonly scope: TenantScope;
  readonly now: EpochMs;
}

/**
 * `calls`: the calls of all pages besides resources, whose permissions become buttons. Without `isEmbedded`, jobs for
 * the embedded database are left out.
 */
export async function seedConsole(
  db: Db,
  clock: Clock,
  calls: readonly AdminCallDef[] = bespokeCalls,
  { isEmbedded = false }: { readonly isEmbedded?: boolean } = {},
): Promise<void> {
  const tenants = await db.selectFrom('tenant').select('id').execute();
  for (const { id } of tenants) {
    await db.transaction().execute(async (transaction) => {
      const seeding: Seeding = { transaction, scope: tenantScope(id), now: clock.now() };
      // Locks the row: of two processes that start together, the second finds what the first created.
      await transaction
        .updateTable('tenant')
        .set((row) => ({ name: row.ref('name') }))
        .where('id', '=', id)
        .execute();
      await seedDept(seeding);
      const madeMenus = await seedMenus(seeding, calls);
      await seedRoles(seeding);
      await seedDictionaries(seeding);
      await seedSettings(seeding);
      await addJobs(seeding, isEmbedded);
      await addReports(seeding);
      if (madeMenus) await permissionsChanged(transaction, seeding.scope);
    });
  }
}

async function seedDept({ transaction, scope: { tenantId }, now }: Seeding): Promise<void> {
  const any = await transaction
    .selectFrom('dept')
    .select('id')
    .where('tenantId', '=', tenantId)
    .limit(1)
    .executeTakeFirst();
  if (any) return;
  await transaction
    .insertInto('dept')
    .values({
      tenantId,
      parentId: 0,
      ancestors: '0',
      deptName: rootDept['zh-CN'],
      orderNum: 0,
      leaderUserId: null,
      phone: null,
      email: null,
      status: '0',
      ...history(now),
    })
    .execute();
}

const menuDefaults = {
  component: null,
  query: null,
  isFrame: 1,
  isCache: 0,
  visible: '0',
  status: '0',
  perms: null,
  icon: null,
  hideChildren: 0,
  hiddenHeaderContent: 0,
  redirect: null,
  remark: null,
  isBuiltIn: 1,
} as const;

/** True when something was missing. */
async function seedMenus(seeding: Seeding, calls: readonly AdminCallDef[]): Promise<boolean> {
  const { transaction, scope, now } = seeding;
  const there = await transaction
    .selectFrom('menu')
    .select(['id', 'routeName', 'menuType', 'perms'])
    .where('tenantId', '=', scope.tenantId)
    .execute();
  const byKey = new Map(there.flatMap(({ id, routeName }) => (routeName ? [[routeName, id]] : [])));
  const buttons = new Set(there.filter(({ menuType }) => menuType === 'F').map(({ perms }) => perms));
  let made = false;
  /** Buttons, inserted together at the end. */
  const rows: MenuSeed[] = [];

  /** The row's id; null when a user's record already has that name. */
  async function insert(row: MenuSeed): Promise<number | null> {
    made = true;
    const inserted = await transaction
      .insertInto('menu')
      .values({ tenantId: scope.tenantId, ...menuDefaults, ...row, ...history(now) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted?.id ?? null;
  }

  async function page(seed: SeedPage, parentId: number, orderNum: number): Promise<void> {
    const id =
      byKey.get(seed.key) ??
      (await insert({
        parentId,
        menuName: seed.name['zh-CN'],
        menuNameEn: seed.name['en-US'],
        menuType: 'C',
        orderNum,
        path: seed.path,
        component: seed.component,
        routeName: seed.key,
        perms: seed.permission ?? null,
        icon: seed.icon,
        visible: seed.isHidden ? '1' : '0',
      }));
    if (id === null) return;
    const missing = [...known.values()].filter(
      ({ perms }) =>
        perms !== seed.permission &&
        !buttons.has(perms) &&
        (seed.buttons ?? []).some((prefix) => perms.startsWith(`${prefix}:`)),
    );
    rows.push(
      ...missing.map(({ perms, name }, index) => ({
        parentId: id,
        menuName: name['zh-CN'],
        menuNameEn: name['en-US'],
        menuType: 'F' as const,
        orderNum: index + 1,
        path: '',
        routeName: null,
        perms,
      })),
    );
  }

  const known = buttonsOf(Object.values(resources), calls);
  await page(homePage, 0, 0);
  for (const [index, directory] of directories.entries()) {
    const id =
      byKey.get(directory.key) ??
      (await insert({
        parentId: 0,
        menuName: directory.name['zh-CN'],
        menuNameEn: directory.name['en-US'],
        menuType: 'M',
        orderNum: index + 1,
        path: directory.path,
        routeName: directory.key,
        icon: directory.icon,
      }));
    if (id === null) continue;
    for (const [order, seed] of directory.pages.entries()) await page(seed, id, order + 1);
  }
  // Each row has 27 parameters; databases limit them per statement.
  for (let at = 0; at < rows.length; at += 100) {
    await transaction
      .insertInto('menu')
      .values(
        rows
          .slice(at, at + 100)
          .map((row) => ({ tenantId: scope.tenantId, ...menuDefaults, ...row, ...history(now) })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return made || rows.length > 0;
}

interface MenuSeed {
  readonly parentId: number;
  readonly menuName: string;
  readonly menuNameEn: string;
  readonly menuType: 'M' | 'C' | 'F';
  readonly orderNum: number;
  readonly path: string;
  readonly routeName: string | null;
  readonly component?: string;
  readonly perms?: string | null;
  readonly icon?: string;
  readonly visible?: string;
}

async function seedRoles({ transaction, scope: { tenantId }, now }: Seeding): Promise<void> {
  const roles = await transaction
    .selectFrom('role')
    .select(['roleKey', 'isBuiltIn'])
    .where('tenantId', '=', tenantId)
    .execute();
  const defaults = {
    tenantId,
    status: '0',
    maskFields: '[]',
    menuCheckStrictly: 1,
    deptCheckStrictly: 1,
    remark: null,
    ...history(now),
  } as const;
  if (!roles.some((role) => role.isBuiltIn === 1 && role.roleKey === adminSeed.roleKey)) {
    await transaction
      .insertInto('role')
      .values({
        ...defaults,
        ...adminSeed,
        roleName: adminSeed.roleName['zh-CN'],
        dataScope: 1,
        maskScope: 1,
        isBuiltIn: 1,
      })
      .execute();
  }
  if (roles.length > 0) return;
  const { permissions, roleName, ...common } = commonSeed;
  const { id: roleId } = await transaction
    .insertInto('role')
    .values({ ...defaults, ...common, roleName: roleName['zh-CN'], maskScope: 3, isBuiltIn: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const menus = await transaction
    .selectFrom('menu')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('perms', 'in', [...permissions])
    .execute();
  if (menus.length === 0) return;
  await transaction
    .insertInto('roleMenu')
    .values(menus.map(({ id }) => ({ tenantId, roleId, menuId: id })))
    .execute();
}

async function seedDictionaries({ transaction, scope: { tenantId }, now }: Seeding): Promise<void> {
  const types = await transaction
    .selectFrom('dictType')
    .select('dictType')
    .where('tenantId', '=', tenantId)
    .execute();
  const there = new Set(types.map(({ dictType }) => dictType));
  const missing = dictionaries.filter(({ type }) => !there.has(type));
  if (missing.length === 0) return;
  await transaction
    .insertInto('dictType')
    .values(
      missing.map(({ type, name }) => ({
        tenantId,
        dictName: name['zh-CN'],
        dictType: type,
        status: '0',
        isBuiltIn: 1 as const,
        remark: null,
        ...history(now),
      })),
    )
    .execute();
  await transaction
    .insertInto('dictData')
    .values(
      missing.flatMap(({ type, entries }) =>
        entries.map(({ value, label, tone, isDefault }, index) => ({
          tenantId,
          dictType: type,
          dictLabel: label['zh-CN'],
          dictLabelEn: label['en-US'],
          dictValue: value,
          dictSort: index + 1,
          listClass: tone ?? 'default',
          cssClass: null,
          isDefault: isDefault ? 'Y' : 'N',
          status: '0',
          remark: null,
          ...history(now),
        })),
      ),
    )
    .execute();
}

async function addJobs(
  { transaction, scope: { tenantId }, now }: Seeding,
  isEmbedded: boolean,
): Promise<void> {
  const rows = await transaction
    .selectFrom('job')
    .select('seedKey')
    .where('tenantId', '=', tenantId)
    .where('seedKey', 'is not', null)
    .execute();
  const there = new Set(rows.map(({ seedKey }) => seedKey));
  const missing = seedJobs.filter((job) => !there.has(job.key) && (isEmbedded || !job.isEmbeddedOnly));
  if (missing.length === 0) return;
  await transaction
    .insertInto('job')
    .values(
      missing.map((job) => ({
        ...{ tenantId, seedKey: job.key, jobName: job.name['zh-CN'], jobGroup: 'SYSTEM', remark: null },
        ...{ invokeTarget: job.invokeTarget, cronExpression: job.cronExpression },
        ...{ misfirePolicy: job.isMadeUpFor ? '2' : '3', concurrent: '1', status: job.isPaused ? '1' : '0' },
        ...{ timeoutSec: job.timeoutSec ?? 300, retry: 0, notifyOnFail: 1 as const },
        // The scheduler plans it.
        ...{ nextRunAt: null, lastRunAt: null },
        ...history(now),
      })),
    )
    // A user's job may have the name.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function addReports({ transaction, scope: { tenantId }, now }: Seeding): Promise<void> {
  await transaction
    .insertInto('report')
    .values(
      seedReports.map(({ code, name, chart, params }) => ({
        ...{ tenantId, code, name: name['zh-CN'], source: code, params, columns: '[]', roles: '[]', chart },
        ...{ isBuiltIn: 1 as const, status: '0', remark: null },
        ...history(now),
      })),
    )
    // It is there, or a user's report has the code.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function seedSettings({ transaction, scope: { tenantId }, now }: Seeding): Promise<void> {
  const rows = await transaction
    .selectFrom('setting')
    .select('configKey')
    .where('tenantId', '=', tenantId)
    .execute();
  const there = new Set(rows.map(({ configKey }) => configKey));
  const missing = Object.entries<SeedSetting>(builtInSettings).filter(([key]) => !there.has(key));
  if (missing.length === 0) return;
  await transaction
    .insertInto('setting')
    .values(
      missing.map(([configKey, seed]) => ({
        tenantId,
        configName: seed.name['zh-CN'],
        configKey,
        configValue: seed.value,
        valueType: seed.type,
        configType: 'Y',
        category: seed.category['zh-CN'],
        visible: seed.isVisible ? '1' : '0',
        remark: seed.remark?.['zh-CN'] ?? null,
        ...history(now),
      })),
    )
    .execute();
}
