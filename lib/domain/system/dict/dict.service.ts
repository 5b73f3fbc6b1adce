/** Dictionaries for display: enabled entries, in order, in the reader's language, cached for a while. */

import { createHash } from 'node:crypto';
import type { DictEntry } from '../../../contracts/admin/calls/system-dict.calls.ts';
import type { systemDictData } from '../../../contracts/admin/resources/system-dict-data.resource.ts';
import type { systemDictType } from '../../../contracts/admin/resources/system-dict-type.resource.ts';
import type { OpenDatabase } from '../../../db/client.ts';
import { transact } from '../../../db/transact.ts';
import type { Locale } from '../../../i18n/translate.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { CallContext } from '../../identity/actor.ts';
import type { ResourceService } from '../../resource/resource-service.ts';
import { tableService } from '../../resource/table-service.ts';
import { shippedDictionaries } from '../../seed/shipped.ts';
import { TenantCache } from '../../tenancy/tenant-cache.ts';
import type { TenantScope } from '../../tenancy/tenant-scope.ts';
import type { SystemDeps } from '../system-deps.ts';
import { dictDataBinding, dictTypeBinding } from './dict-bindings.ts';

/** Or until a change is announced. */
const cacheTtlMs: Ms = 5_000;
/** Cached types per tenant. */
const maxEntries = 500;

type Entry = DictEntry & { readonly labelEn: string | null };

export interface DictTypeChoice {
  readonly dictId: number;
  readonly dictName: string;
  readonly dictType: string;
}

export interface DictService {
  readonly types: ResourceService<typeof systemDictType>;
  readonly data: ResourceService<typeof systemDictData>;
  /** Empty for a type that does not exist or is disabled. */
  entries(scope: TenantScope, type: string, locale: Locale): Promise<DictEntry[]>;
  choices(call: CallContext): Promise<DictTypeChoice[]>;
  /** What is kept in memory, by type. */
  readonly cache: TenantCache<readonly DictEntry[]>;
  /** Clears the cache of the caller's organisation. */
  refresh(call: CallContext): Promise<void>;
}

export function dictService(deps: SystemDeps): DictService {
  const { db, changes } = deps.database;
  const stored = storedEntries(deps.database, deps.clock);
  const types = tableService(deps, dictTypeBinding());
  return {
    cache: stored.cache,
    types,
    data: tableService(deps, dictDataBinding(deps)),

    async entries(scope, type, locale) {
      const entries = await stored.read(scope, type);
      return entries.map(({ labelEn, ...entry }) => ({
        ...entry,
        dictLabel: (locale === 'en-US' && labelEn) || entry.dictLabel,
      }));
    },

    async choices(call) {
      const rows = await db
        .selectFrom('dictType')
        .select(['id as dictId', 'dictName', 'dictType'])
        .where('tenantId', '=', call.actor.scope.tenantId)
        .where('status', '=', '0')
        .orderBy('dictType')
        .execute();
      return rows.map((row) => ({ ...row, dictName: shippedDictionaries.shown(call.locale, row.dictName) }));
    },

    refresh: (call) =>
      transact(db, async (transaction) => {
        await types.note(call, { type: 'clean' }, transaction);
        await changes.notify(transaction, 'dictionary', [call.actor.scope.tenantId]);
      }),
  };
}

function storedEntries({ db, changes }: Pick<OpenDatabase, 'db' | 'changes'>, clock: Clock) {
  const cache = new TenantCache<Entry[]>({ clock, keepMs: cacheTtlMs, maxKeys: maxEntries });

  changes.listen('dictionary', {
    onReceived: (tenantId) => cache.forget(tenantId),
    missed: () => cache.forgetAll(),
  });

  async function readNow({ tenantId }: TenantScope, type: string): Promise<Entry[]> {
    const rows = await db
      .selectFrom('dictData')
      .innerJoin('dictType', (join) =>
        join
          .onRef('dictType.tenantId', '=', 'dictData.tenantId')
          .onRef('dictType.dictType', '=', 'dictData.dictType'),
      )
      .select([
        'dictData.dictLabel',
        'dictData.dictLabelEn as labelEn',
        'dictData.dictValue',
        'dictData.listClass',
        'dictData.cssClass',
        'dictData.isDefault',
      ])
      .where('dictData.tenantId', '=', tenantId)
      .where('dictData.dictType', '=', type)
      .where('dictData.status', '=', '0')
      .where('dictType.status', '=', '0')
      .orderBy('dictData.dictSort')
      .orderBy('dictData.id')
      .execute();
    return rows.map((row) => ({ ...row, isDefault: row.isDefault === 'Y' ? 'Y' : 'N' }));
  }

  return {
    cache,
    // Requests for types that do not exist must not fill the memory: their number is limited.
    read: (scope: TenantScope, type: string): Promise<Entry[]> =>
      cache.read(scope.tenantId, type, () => readNow(scope, type)),
  };
}

/** ETag of a response: equal entries give the same tag. */
export function etagOf(value: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
}
