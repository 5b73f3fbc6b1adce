import type { RouterItem } from '../../../contracts/admin/calls/system-menu.calls.ts';
import type { TreeNode } from '../../../contracts/admin/calls/wire.ts';
import type { systemMenu } from '../../../contracts/admin/resources/system-menu.resource.ts';
import type { Locale } from '../../../i18n/translate.ts';
import { notFound } from '../../errors/admin-error.ts';
import { type CallContext, can } from '../../identity/actor.ts';
import type { ResourceService } from '../../resource/resource-service.ts';
import { tableService } from '../../resource/table-service.ts';
import { permissionsOfRoles } from '../grants.ts';
import { pairsOfRole } from '../role/role-binding.ts';
import type { SystemDeps } from '../system-deps.ts';
import { toTree } from '../tree.ts';
import { menuBinding } from './menu-binding.ts';
import { routersOf } from './routers.ts';

export interface MenuService extends ResourceService<typeof systemMenu> {
  routers(call: CallContext, locale: Locale): Promise<readonly RouterItem[]>;
  tree(call: CallContext, locale: Locale): Promise<readonly TreeNode[]>;
  roleTree(
    call: CallContext,
    roleId: number,
    locale: Locale,
  ): Promise<{ readonly menus: TreeNode[]; readonly checkedKeys: number[] }>;
}

export function menuService(deps: SystemDeps): MenuService {
  const { db } = deps.database;
  const table = tableService(deps, menuBinding());

  const rowsOf = (call: CallContext) =>
    db
      .selectFrom('menu')
      .selectAll()
      .where('tenantId', '=', call.actor.scope.tenantId)
      .orderBy('orderNum')
      .orderBy('id');

  async function tree(call: CallContext, locale: Locale): Promise<readonly TreeNode[]> {
    const rows = await rowsOf(call).execute();
    return toTree(
      rows.map(({ id, parentId, menuName, menuNameEn, perms }) => ({
        id,
        parentId,
        label: (locale === 'en-US' && menuNameEn) || menuName,
        // Users cannot grant what they do not have.
        disabled: perms !== null && perms !== '' && !can(call.actor, perms),
      })),
    );
  }

  return {
    ...table,

    async routers(call, locale) {
      const rows = await rowsOf(call).where('status', '=', '0').where('menuType', '!=', 'F').execute();
      return routersOf(
        rows.map((row) => ({
          ...row,
          isExternal: row.isFrame === 0,
          noCache: row.isCache === 1,
          isVisible: row.visible === '0',
          hideChildren: row.hideChildren === 1,
          hiddenHeaderContent: row.hiddenHeaderContent === 1,
        })),
        call.actor,
        locale,
      );
    },

    tree,

    async roleTree(call, roleId, locale) {
      const { scope } = call.actor;
      if (!(await permissionsOfRoles(db, scope, [roleId])).has(roleId)) throw notFound();
      return {
        menus: [...(await tree(call, locale))],
        checkedKeys: (await pairsOfRole(db, scope, roleId)).menuIds,
      };
    },
  };
}
