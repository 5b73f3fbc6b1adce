/** Filters, sorting and columns of a list under a name: a user's own, or shared with roles. */
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { SavedView, saveView } from '../../contracts/admin/calls/preference.calls.ts';
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { invalid, notFound, refused } from '../errors/admin-error.ts';
import { type Actor, type CallContext, can } from '../identity/actor.ts';
import { maySearch } from './masks.ts';
import type { ResourceDeps } from './resource-deps.ts';

export type SavedViewInput = z.output<NonNullable<(typeof saveView)['body']>>;

const maxViews = 50;
const tooMany: LocalText = { 'zh-CN': '视图数量已达上限', 'en-US': 'The limit of views has been reached' };
const notYours: LocalText = {
  'zh-CN': '只能共享给自己拥有的角色',
  'en-US': 'You can share only with roles that you have',
};
const tooLarge: LocalText = { 'zh-CN': '视图内容不能超过 16 KB', 'en-US': 'A view can be at most 16 KB' };
const maxBytes = 16 * 1024;

export interface SavedViews {
  /** The caller's own views, and those shared with one of their roles. */
  list(call: CallContext, resource: string): Promise<SavedView[]>;
  /** Replaces a view of the same name. */
  save(call: CallContext, resource: string, view: SavedViewInput): Promise<{ id: number }>;
  /** Only the caller's own. */
  remove(call: CallContext, resource: string, id: number): Promise<void>;
}

interface SavedViewDeps extends Pick<ResourceDeps, 'database' | 'clock'> {
  readonly definitionOf: (key: string) => ResourceDef | undefined;
}

/** Filters that the server rejects for this user. Their values in a shared view would reveal what is masked. */
function hiddenParameters(actor: Actor, definition: ResourceDef | undefined): ReadonlySet<string> {
  if (!definition) return new Set();
  return new Set(
    fieldsOf(definition).flatMap(([name, field]) => (maySearch(actor, definition, field) ? [] : [name])),
  );
}

function withoutParameters(query: string, names: ReadonlySet<string>): string {
  const parameters = new URLSearchParams(query);
  for (const name of names) parameters.delete(name);
  return parameters.toString();
}

export function savedViews({ database: { db }, clock, definitionOf }: SavedViewDeps): SavedViews {
  /** Users who manage roles may share with any role of the organisation, others with their own roles. */
  async function checkRoles({ actor }: CallContext, roleIds: readonly number[]): Promise<void> {
    if (roleIds.length === 0) return;
    const wrong = invalid([{ path: 'sharedWith', message: notYours }]);
    if (!can(actor, 'system:role:edit')) {
      if (roleIds.some((id) => !actor.roleIds.includes(id))) throw wrong;
      return;
    }
    const roles = await db
      .selectFrom('role')
      .select('id')
      .where('tenantId', '=', actor.scope.tenantId)
      .where('id', 'in', [...roleIds])
      .execute();
    if (roles.length !== new Set(roleIds).size) throw wrong;
  }

  async function keep(
    transaction: Transaction<Database>,
    { actor }: CallContext,
    resource: string,
    { name, sharedWith, isDefault, query, columns }: SavedViewInput,
  ): Promise<number> {
    const { userId } = actor;
    const { tenantId } = actor.scope;
    const own = await transaction
      .selectFrom('savedView')
      .select(['id', 'name'])
      .where('tenantId', '=', tenantId)
      .where('userId', '=', userId)
      .where('resource', '=', resource)
      .execute();
    if (own.length >= maxViews && !own.some((view) => view.name === name)) throw refused(tooMany);
    const others = own.filter((view) => view.name !== name).map(({ id }) => id);
    if (isDefault && others.length > 0) {
      await transaction.updateTable('savedView').set({ isDefault: 0 }).where('id', 'in', others).execute();
    }
    const now = clock.now();
    const changing = {
      view: JSON.stringify({ query, columns }),
      sharedWith: JSON.stringify([...new Set(sharedWith)]),
      isDefault: isDefault ? (1 as const) : (0 as const),
      updatedBy: actor.username,
      updatedAt: now,
    };
    const { id } = await transaction
      .insertInto('savedView')
      .values({
        tenantId,
        userId,
        resource,
        name,
        ...changing,
        version: 1,
        createdBy: actor.username,
        createdAt: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['tenantId', 'userId', 'resource', 'name']).doUpdateSet(changing),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  return {
    async list({ actor }, resource) {
      const rows = await db
        .selectFrom('savedView')
        .innerJoin('user', 'user.id', 'savedView.userId')
        .select([
          'savedView.id',
          'savedView.userId',
          'savedView.name',
          'savedView.view',
          'savedView.sharedWith',
          'savedView.isDefault',
          'user.displayName as owner',
        ])
        .where('savedView.tenantId', '=', actor.scope.tenantId)
        .where('savedView.resource', '=', resource)
        .where((build) =>
          build.or([build('savedView.userId', '=', actor.userId), build('savedView.sharedWith', '!=', '[]')]),
        )
        .orderBy('savedView.name')
        .orderBy('savedView.id')
        .execute();
      const hidden = hiddenParameters(actor, definitionOf(resource));
      return rows.flatMap(({ id, userId, name, view, sharedWith, isDefault, owner }) => {
        const isMine = userId === actor.userId;
        const roles = JSON.parse(sharedWith) as number[];
        if (!isMine && !roles.some((role) => actor.roleIds.includes(role))) return [];
        const { query, columns } = JSON.parse(view) as Pick<SavedView, 'query' | 'columns'>;
        return [
          {
            id,
            name,
            query: isMine ? query : withoutParameters(query, hidden),
            columns,
            sharedWith: roles,
            isDefault: isMine && isDefault === 1,
            isMine,
            owner,
          },
        ];
      });
    },

    async save(call, resource, view) {
      if (Buffer.byteLength(JSON.stringify(view)) > maxBytes)
        throw invalid([{ path: 'columns', message: tooLarge }]);
      await checkRoles(call, view.sharedWith);
      return transact(db, async (transaction) => ({
        id: await keep(transaction, call, resource, view),
      }));
    },

    async remove({ actor }, resource, id) {
      const { numDeletedRows } = await db
        .deleteFrom('savedView')
        .where('tenantId', '=', actor.scope.tenantId)
        .where('userId', '=', actor.userId)
        .where('resource', '=', resource)
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound();
    },
  };
}
