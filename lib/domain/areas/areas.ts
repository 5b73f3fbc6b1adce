/** The provinces and cities of an organisation, which may hide some. */
import type { Transaction } from 'kysely';
import { areaShow } from '../../contracts/admin/calls/area.calls.ts';
import type { Db, OpenDatabase } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { invalid } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { type AreaTree, areaTree } from './area-tree.ts';

interface ChangedAreas {
  readonly shown: readonly number[];
  readonly hidden: readonly number[];
}

export interface Areas {
  /** All areas; `isShow` and the counts are those of the organisation. */
  tree(scope: TenantScope): Promise<AreaTree>;
  /** The same within a transaction, which the embedded database needs. */
  treeIn(transaction: Transaction<Database>, scope: TenantScope): Promise<AreaTree>;
  /** All of it or nothing. A province stands for all of its cities. Throws 40000 for an id that is none. */
  show(call: CallContext, changed: ChangedAreas): Promise<void>;
}

const unknownArea: LocalText = { 'zh-CN': '地区不存在', 'en-US': 'There is no such area' };

export function createAreas(deps: {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly clock: Clock;
}): Areas {
  const { db } = deps.database;
  const everything = areaTree(new Set());

  const treeFrom = async (reader: Db | Transaction<Database>, { tenantId }: TenantScope) => {
    const rows = await reader
      .selectFrom('hiddenArea')
      .select('areaId')
      .where('tenantId', '=', tenantId)
      .execute();
    return rows.length === 0 ? everything : areaTree(new Set(rows.map(({ areaId }) => areaId)));
  };

  return {
    tree: (scope) => treeFrom(db, scope),
    treeIn: treeFrom,

    async show(call, changed) {
      const { tenantId } = call.actor.scope;
      const named = (list: keyof ChangedAreas) =>
        changed[list].map((id, at) => {
          const found = nodeOf(everything, id);
          if (!found) throw invalid([{ path: `${list}.${at}`, message: unknownArea }]);
          return found;
        });
      const [shown, hidden] = [named('shown'), named('hidden')];
      if (shown.length + hidden.length === 0) return;
      const hiddenIds = citiesOf(hidden);
      await transact(db, async (transaction) => {
        await transaction
          .deleteFrom('hiddenArea')
          .where('tenantId', '=', tenantId)
          .where('areaId', 'in', [...citiesOf([...shown, ...hidden])])
          .execute();
        if (hiddenIds.size > 0)
          await transaction
            .insertInto('hiddenArea')
            .values([...hiddenIds].map((areaId) => ({ tenantId, areaId })))
            .execute();
        const namesOf = (nodes: typeof shown) => nodes.map(({ name }) => name);
        const param = { shown: namesOf(shown), hidden: namesOf(hidden) };
        await recordOperation(deps, { call, title: areaShow.summary, type: 'update', param }, transaction);
      });
    },
  };
}

const citiesOf = (nodes: AreaTree['nodes']): ReadonlySet<number> =>
  new Set(
    nodes.flatMap(({ id, children }) => (children.length > 0 ? children.map((city) => city.id) : [id])),
  );

function nodeOf({ nodes }: AreaTree, id: number) {
  const province = nodes.find((node) => node.id === id - (id % 10_000));
  return province?.id === id ? province : province?.children.find((city) => city.id === id);
}
