/**
 * A search for a masked value confirms it. Users who may reveal values can search for them; so that nobody finds out
 * values by trying all of them, the searches of a user are limited and logged.
 */
import { adminCodes } from '../../contracts/admin/admin-codes.ts';
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { FilterOf } from '../../contracts/admin/row-types.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { AdminError } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { FailureLimit } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import { isMaskedFor, maskedFilter } from './masks.ts';
import type { ResourceDeps } from './resource-deps.ts';

/** Per user, of all resources. Each value counts: a list of values confirms each of them. */
const limit: FailureLimit = { kind: 'masked search', maxFailures: 60, windowMs: 60_000 };

const tooOften: LocalText = {
  'zh-CN': `每分钟最多按脱敏内容查询 ${limit.maxFailures} 次，请稍后再试`,
  'en-US': `At most ${limit.maxFailures} searches for masked values per minute. Try again later.`,
};

const known = new WeakMap<object, MemoryFailureLimiter>();

/** One count for all resources of a database. Each process counts by itself. */
export function maskedSearches(deps: ResourceDeps, resource: ResourceDef) {
  const { database, clock } = deps;
  const limiter = known.get(database) ?? new MemoryFailureLimiter(clock);
  known.set(database, limiter);

  /** Throws 429 with the fields. Returns the filters for masked values. */
  function count({ actor }: CallContext, filters: readonly FilterOf[]): readonly FilterOf[] {
    const revealing = filters.filter(({ field: name }) => {
      const field = resource.fields[name];
      return field !== undefined && isMaskedFor(actor, field);
    });
    const user = `${actor.scope.tenantId}/${actor.userId}`;
    const values = revealing.reduce(
      (sum, filter) => sum + (filter.op === 'in' ? filter.values.length : 1),
      0,
    );
    for (let at = 0; at < values; at += 1) {
      if (limiter.count([[limit, user]]) === 0) continue;
      throw new AdminError(adminCodes.tooMany, tooOften, {
        errors: revealing.map(({ field }) => ({ path: field, message: tooOften })),
      });
    }
    return revealing;
  }

  return {
    count,

    /** The same, with an entry in the operation log. */
    async record(call: CallContext, filters: readonly FilterOf[]): Promise<void> {
      const revealing = count(call, filters);
      if (revealing.length === 0) return;
      const param = { filters: revealing.map((filter) => maskedFilter(resource, filter)) };
      await recordOperation(deps, { call, title: resource.title, type: 'reveal', param });
    },
  };
}
