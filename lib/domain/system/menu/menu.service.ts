import type { RouterItem } from '../../../contracts/admin/calls/system-menu.calls.ts';
import type { TreeNode } from '../../../contracts/admin/calls/wire.ts';
import { systemMenu } from '../../../contracts/admin/resources/system-menu.resource.ts';
import { transact } from '../../../db/transact.ts';
import type { Locale } from '../../../i18n/translate.ts';
import { takeTurn } from '../../access/take-turn.ts';
import { type CallContext, can } from '../../console/actor.ts';
import { conflict, invalid, notFound } from '../../console/admin-error.ts';
import { rightsChanged } from '../../console/load-actor.ts';
import { type OperationEntry, recordOperations } from '../../resource/operation-log.ts';
import type { ResourceService } from '../../resource/resource-service.ts';
import { tableService } from '../../resource/table-service.ts';
import { roleRights } from '../grants.ts';
import { pairsOfRole } from '../role/role-binding.ts';
import type { SystemDeps } from '../system-deps.ts';
import { toTree } from '../tree.ts';
import { menuBinding, menuNodes } from './menu-binding.ts';
import { structureFault } from './menu-structure.ts';
import { routersOf } from './routers.ts';

export interface MenuMove {
  readonly menuId: number;
  readonly orderNum: number;
  readonly parentId?: number | undefined;
}

export interface MenuService extends ResourceService {
  routers(call: CallContext, locale: Locale): Promise<readonly RouterItem[]>;
  tree(call: CallContext, locale: Locale): Promise<readonly TreeNode[]>;
  roleTree(
    call: CallContext,
    roleId: number,
    locale: Locale,
  ): Promise<{ readonly menus: TreeNode[]; readonly checkedKeys: number[] }>;
  /** All moves or none. */
  sort(call: CallContext, moves: readonly MenuMove[]): Promise<void>;
}

export function menuService(deps: SystemDeps): MenuService {
  const { db } = deps.database;
  const { clock } = deps;
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
        // Nobody can give what they do not hold.
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
      if (!(await roleRights(db, scope, [roleId])).has(roleId)) throw notFound();
      return {
        menus: [...(await tree(call, locale))],
        checkedKeys: (await pairsOfRole(db, scope, roleId)).menuIds,
      };
    },

    async sort(call, moves) {
      const { actor } = call;
      const now = clock.now();
      await transact(db, async (transaction) => {
        await takeTurn(deps.database, transaction, actor.scope);
        const nodes = await menuNodes(transaction, actor.scope);
        const moved = new Map(moves.map((move) => [move.menuId, move]));
        const before = new Map(nodes.map((node) => [node.id, node]));
        if ([...moved.keys()].some((id) => !before.has(id))) throw notFound();
        const after = nodes.map((node) => ({
          ...node,
          parentId: moved.get(node.id)?.parentId ?? node.parentId,
        }));
        const changed = after.filter((node) => node.parentId !== before.get(node.id)?.parentId);
        const fault = structureFault(
          after,
          changed.map(({ id }) => id),
        );
        if (fault) throw invalid([fault]);
        const twice = changed.find((node) =>
          after.some(
            (other) =>
              other.id !== node.id && other.parentId === node.parentId && other.menuName === node.menuName,
          ),
        );
        if (twice) {
          throw conflict({
            'zh-CN': `菜单名称${twice.menuName}已存在`,
            'en-US': `${twice.menuName} is there already`,
          });
        }
        const entries: OperationEntry[] = [];
        for (const { menuId, orderNum, parentId } of moved.values()) {
          const from = before.get(menuId)?.parentId;
          const to = parentId ?? from;
          await transaction
            .updateTable('menu')
            .set((row) => ({
              orderNum,
              ...(parentId === undefined ? {} : { parentId }),
              version: row('version', '+', 1),
              updatedBy: actor.username,
              updatedAt: now,
            }))
            .where('tenantId', '=', actor.scope.tenantId)
            .where('id', '=', menuId)
            .execute();
          entries.push({
            call,
            title: systemMenu.title,
            type: 'update',
            bizKey: `${systemMenu.key}:${menuId}`,
            bizName: before.get(menuId)?.menuName ?? null,
            diff: [
              {
                field: 'orderNum',
                label: systemMenu.fields.orderNum.label['zh-CN'],
                from: null,
                to: orderNum,
              },
              ...(from === to
                ? []
                : [{ field: 'parentId', label: systemMenu.fields.parentId.label['zh-CN'], from, to }]),
            ],
          });
        }
        await rightsChanged(transaction, actor.scope);
        await recordOperations(deps, entries, transaction);
      });
    },
  };
}
