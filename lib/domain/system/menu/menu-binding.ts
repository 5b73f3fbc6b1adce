import { systemMenu } from '../../../contracts/admin/resources/system-menu.resource.ts';
import type { MadeOf, RowOf, UpdateOf, WrittenOf } from '../../../contracts/admin/row-types.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import { forbidden, invalid, refused } from '../../errors/admin-error.ts';
import { type Actor, can } from '../../identity/actor.ts';
import { permissionsChanged } from '../../identity/load-actor.ts';
import type { Change, ServerResource } from '../../resource/server-resource.ts';
import type { TenantScope } from '../../tenancy/tenant-scope.ts';
import type { Reader } from '../system-deps.ts';
import { leavesChildren } from '../tree.ts';
import { type MenuNode, structureFault } from './menu-structure.ts';
import { isObject } from './routers.ts';

type Menu = RowOf<typeof systemMenu>;
type NewMenu = MadeOf<typeof systemMenu>;
type Changes = UpdateOf<typeof systemMenu>;
type Written = WrittenOf<typeof systemMenu>;

const texts = {
  children: { 'zh-CN': '存在子菜单，不允许删除', 'en-US': 'The menu has submenus and cannot be deleted' },
  assigned: {
    'zh-CN': '菜单已分配，不允许删除',
    'en-US': 'The menu is assigned to roles and cannot be deleted',
  },
  builtIn: {
    'zh-CN': '内置菜单不允许删除，可以停用',
    'en-US': 'Built-in menus cannot be deleted. Disable it instead.',
  },
  fixed: {
    'zh-CN': '内置菜单的权限标识、路由名称和类型不允许修改',
    'en-US': 'The permission, route name and type of a built-in menu cannot be changed',
  },
  component: { 'zh-CN': '组件路径不能为空', 'en-US': 'The component path is required' },
  query: { 'zh-CN': '路由参数必须是 JSON 对象', 'en-US': 'The query must be a JSON object' },
  perms: { 'zh-CN': '按钮的权限标识不能为空', 'en-US': 'A button requires a permission' },
} as const satisfies Record<string, LocalText>;

const numbered = (column: string) => ({
  column,
  read: (stored: unknown) => String(stored),
  write: (value: unknown) => Number(value),
});

export function menuBinding(): ServerResource<typeof systemMenu> {
  const changed = ({ call, transaction }: Change) => permissionsChanged(transaction, call.actor.scope);
  return {
    definition: systemMenu,
    table: 'menu',
    isSerialized: true,
    columns: { isFrame: numbered('isFrame'), isCache: numbered('isCache') },
    dataScope: 'none',
    madeWith: () => ({ isBuiltIn: 0, path: '', hideChildren: 0, hiddenHeaderContent: 0 }),
    before: { create: beforeCreate, update: beforeUpdate, remove: beforeRemove },
    after: { create: changed, update: changed, remove: changed },
  };
}

async function beforeCreate({ call, transaction }: Change, given: NewMenu): Promise<NewMenu> {
  const values = tidied(given, given.menuType);
  checkFields(values);
  requirePermissions(call.actor, values.perms);
  // A placeholder: the row gets its id later. (0 is the root.)
  await checkStructure(transaction, call.actor.scope, { ...values, menuId: -1 });
  return values;
}

async function beforeUpdate({ call, transaction }: Change, row: Menu, given: Changes): Promise<Changes> {
  const values = tidied(given, given.menuType ?? row.menuType);
  const merged = { ...row, ...values };
  if (await isBuiltIn(transaction, call.actor.scope, [row])) {
    const isFixed = (['perms', 'routeName', 'menuType'] as const).every(
      (name) => !(name in values) || (values[name] ?? null) === (row[name] ?? null),
    );
    if (!isFixed) throw refused(texts.fixed);
  }
  checkFields(merged);
  requirePermissions(call.actor, row.perms);
  requirePermissions(call.actor, values.perms);
  await checkStructure(transaction, call.actor.scope, merged);
  return values;
}

async function beforeRemove({ call, transaction }: Change, rows: readonly Menu[]): Promise<void> {
  const { tenantId } = call.actor.scope;
  const ids = rows.map(({ menuId }) => menuId);
  if (await leavesChildren(transaction, 'menu', call.actor.scope, ids)) throw refused(texts.children);
  const assigned = await transaction
    .selectFrom('roleMenu')
    .select('menuId')
    .where('tenantId', '=', tenantId)
    .where('menuId', 'in', ids)
    .limit(1)
    .executeTakeFirst();
  if (assigned) throw refused(texts.assigned);
  for (const row of rows) requirePermissions(call.actor, row.perms);
  if (await isBuiltIn(transaction, call.actor.scope, rows)) throw refused(texts.builtIn);
}

/** A menu must not be a way to grant a permission that its creator lacks. */
function requirePermissions(actor: Actor, perms: string | null | undefined): void {
  if (perms && !can(actor, perms)) throw forbidden();
}

/** Clears fields that do not apply to the menu type; `null` means no path. */
function tidied<Values extends Written>(given: Values, type: Menu['menuType']) {
  // An optional field may be null; its column may not.
  const notNull = ['isFrame', 'isCache', 'visible', 'hideChildren', 'hiddenHeaderContent'] as const;
  const usual = notNull.filter((name) => given[name] === null);
  return {
    ...given,
    ...Object.fromEntries(usual.map((name) => [name, systemMenu.fields[name].default])),
    ...('path' in given ? { path: given.path ?? '' } : {}),
    ...('parentId' in given ? { parentId: given.parentId ?? 0 } : {}),
    ...(type === 'F' ? { path: '', component: null, query: null, icon: null, isFrame: '1' as const } : {}),
    ...(type === 'M' ? { perms: null, query: null } : {}),
  };
}

function checkFields(merged: Written): void {
  const { menuType, isFrame, component, query, perms } = merged;
  if (menuType === 'C' && isFrame !== '0' && !component) {
    throw invalid([{ path: 'component', message: texts.component }]);
  }
  if (menuType === 'F' && !perms) throw invalid([{ path: 'perms', message: texts.perms }]);
  if (query && !isJsonObject(query)) {
    throw invalid([{ path: 'query', message: texts.query }]);
  }
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false; // Invalid JSON.
  }
}

export async function menuNodes(db: Reader, { tenantId }: TenantScope): Promise<MenuNode[]> {
  const rows = await db
    .selectFrom('menu')
    .select(['id', 'parentId', 'menuName', 'menuType', 'path', 'isFrame'])
    .where('tenantId', '=', tenantId)
    .execute();
  return rows.map(({ isFrame, ...row }) => ({ ...row, isExternal: isFrame === 0 }));
}

async function checkStructure(
  db: Reader,
  scope: TenantScope,
  merged: Pick<Menu, 'menuId' | 'menuName' | 'menuType'> & Written,
): Promise<void> {
  const id = merged.menuId;
  const node: MenuNode = {
    id,
    parentId: merged.parentId ?? 0,
    menuName: merged.menuName,
    menuType: merged.menuType,
    path: merged.path ?? '',
    isExternal: merged.isFrame === '0',
  };
  const others = (await menuNodes(db, scope)).filter((other) => other.id !== id);
  const fault = structureFault([...others, node], [id]);
  if (fault) throw invalid([fault]);
}

async function isBuiltIn(db: Reader, { tenantId }: TenantScope, rows: readonly Menu[]): Promise<boolean> {
  const found = await db
    .selectFrom('menu')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('isBuiltIn', '=', 1)
    .where(
      'id',
      'in',
      rows.map(({ menuId }) => menuId),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
