/** Saved video walls: of their owner, and of the users of their role. They contain channel ids and permit nothing. */
import { type SqlBool, sql } from 'kysely';
import { iotSavedWall } from '../../contracts/admin/resources/iot-saved-wall.resource.ts';
import { refused } from '../errors/admin-error.ts';
import type { Actor } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import type { Change } from '../resource/server-resource.ts';
import { tableService } from '../resource/table-service.ts';

const notOwn = {
  'zh-CN': '只能修改和删除自己创建的视频墙',
  'en-US': 'Only the owner can change or delete a wall',
} as const;

const camerasColumn = {
  column: 'cameras',
  read: (stored: unknown) => JSON.parse(String(stored)) as unknown,
  write: (value: unknown) => JSON.stringify(value ?? []),
};

export function savedWalls(deps: ResourceDeps): ResourceService<typeof iotSavedWall> {
  return tableService(deps, {
    definition: iotSavedWall,
    table: 'savedWall',
    dataScope: 'none',
    only: ({ actor }) => shownTo(actor),
    columns: { cameras: camerasColumn, createTime: 'createdAt' },
    madeWith: ({ actor }) => ({ ownerId: actor.userId }),
    before: {
      async update(change, { id }, values) {
        await requireOwn(change, [id]);
        return values;
      },
      remove: (change, rows) =>
        requireOwn(
          change,
          rows.map(({ id }) => id),
        ),
    },
  });
}

function shownTo({ userId, roleIds }: Actor) {
  const own = sql<SqlBool>`${sql.ref('ownerId')} = ${userId}`;
  if (roleIds.length === 0) return own;
  return sql<SqlBool>`(${own} or ${sql.ref('roleId')} in (${sql.join([...roleIds])}))`;
}

async function requireOwn({ call, transaction }: Change, ids: readonly number[]): Promise<void> {
  const { scope, userId } = call.actor;
  const foreign = await transaction
    .selectFrom('savedWall')
    .select('id')
    .where('tenantId', '=', scope.tenantId)
    .where('id', 'in', [...ids])
    .where('ownerId', '!=', userId)
    .executeTakeFirst();
  if (foreign) throw refused(notOwn);
}
