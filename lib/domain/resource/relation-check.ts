/**
 * Checks that related records exist and are within the caller's data scope. Runs before the transaction of the change,
 * because the services it calls have their own connections.
 */
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import type { Row, RowId } from '../../contracts/admin/row-types.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { invalid, type LocalFieldError } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from './resource-deps.ts';
import { idsIn } from './row-view.ts';

const gone: LocalText = { 'zh-CN': '关联的数据不存在', 'en-US': 'The referenced record does not exist' };
/** Maximum number of ids that a service accepts at once. */
const atOnce = 50;

export type RelationCheck = ReturnType<typeof relationCheck>;

export function relationCheck(deps: Pick<ResourceDeps, 'related'>, resource: ResourceDef) {
  const relations = fieldsOf(resource).flatMap(([name, { relation }]) =>
    relation ? [{ name, key: relation.resource }] : [],
  );

  /** The missing ids, by field. 0 means "none": a row at the root of a tree. */
  async function unknownIds(call: CallContext, rows: readonly Row[], before: Row) {
    const unknown = new Map<string, ReadonlySet<RowId>>();
    for (const { name, key } of relations) {
      const service = deps.related?.(key);
      const known = new Set(idsIn(before[name]));
      const ids = [...new Set(rows.flatMap((row) => idsIn(row[name])))].filter(
        (id) => id !== 0 && !known.has(id),
      );
      if (!service || ids.length === 0) continue;
      const missing = new Set(ids);
      for (let at = 0; at < ids.length; at += atOnce)
        for (const { id } of await service.options(call, { ids: ids.slice(at, at + atOnce) }))
          missing.delete(id);
      unknown.set(name, missing);
    }
    return unknown;
  }

  const errorsOf = (row: Row, unknown: ReadonlyMap<string, ReadonlySet<RowId>>): LocalFieldError[] =>
    [...unknown].flatMap(([path, missing]) =>
      idsIn(row[path]).some((id) => missing.has(id)) ? [{ path, message: gone }] : [],
    );

  return {
    namedIn: (values: Row) => relations.some(({ name }) => Object.hasOwn(values, name)),

    /** Throws 40000 at the fields. `before`: relations that the row already has stay allowed. */
    async check(call: CallContext, values: Row, before: Row): Promise<void> {
      if (relations.length === 0) return;
      const [first, ...others] = errorsOf(values, await unknownIds(call, [values], before));
      if (first) throw invalid([first, ...others]);
    },

    /** Errors per new row; undefined where there are none. */
    async missing(
      call: CallContext,
      rows: readonly Row[],
    ): Promise<readonly (readonly LocalFieldError[] | undefined)[]> {
      const unknown = await unknownIds(call, rows, {});
      return rows.map((row) => {
        const errors = errorsOf(row, unknown);
        return errors.length > 0 ? errors : undefined;
      });
    },
  };
}
