/**
 * Checks that related records exist, are within the caller's data scope, and are not disabled. Runs before the
 * transaction of the change, because the services it calls have their own connections.
 */
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { FieldDef } from '../../contracts/admin/field.ts';
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import type { Row, RowId } from '../../contracts/admin/row-types.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { invalid, type LocalFieldError } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { ResourceService } from './resource-service.ts';
import { idsIn } from './row-view.ts';

const gone: LocalText = { 'zh-CN': '关联的数据不存在', 'en-US': 'The referenced record does not exist' };
const disabled = ({ label }: FieldDef): LocalText => ({
  'zh-CN': `${label['zh-CN']}已停用`,
  'en-US': `${label['en-US']}: disabled records cannot be selected`,
});
/** Maximum number of ids that a service accepts at once. */
const atOnce = 50;

export type RelationCheck = ReturnType<typeof relationCheck>;

export function relationCheck(deps: Pick<ResourceDeps, 'related'>, resource: ResourceDef) {
  const relations = fieldsOf(resource).flatMap(([name, { relation }]) =>
    relation ? [{ name, key: relation.resource }] : [],
  );

  /** Those of the ids that the caller cannot refer to. */
  async function without(
    service: ResourceService,
    call: CallContext,
    ids: readonly RowId[],
    enabledOnly: boolean,
  ): Promise<ReadonlySet<RowId>> {
    const missing = new Set(ids);
    for (let at = 0; at < ids.length; at += atOnce)
      for (const { id } of await service.options(call, { ids: ids.slice(at, at + atOnce), enabledOnly }))
        missing.delete(id);
    return missing;
  }

  /** What is wrong with ids, by field. 0 means "none": a row at the root of a tree. */
  async function faultyIds(call: CallContext, rows: readonly Row[], before: Row, allowsDisabled: boolean) {
    const faulty = new Map<string, ReadonlyMap<RowId, LocalText>>();
    for (const { name, key } of relations) {
      const service = deps.related?.(key);
      const known = new Set(idsIn(before[name]));
      const ids = [...new Set(rows.flatMap((row) => idsIn(row[name])))].filter(
        (id) => id !== 0 && !known.has(id),
      );
      if (!service || ids.length === 0) continue;
      const refused = await without(service, call, ids, !allowsDisabled);
      const unknown = refused.size > 0 ? await without(service, call, [...refused], false) : refused;
      const messageOf = (id: RowId) => (unknown.has(id) ? gone : disabled(resource.fields[name]!));
      faulty.set(name, new Map([...refused].map((id) => [id, messageOf(id)])));
    }
    return faulty;
  }

  const errorsOf = (
    row: Row,
    faulty: ReadonlyMap<string, ReadonlyMap<RowId, LocalText>>,
  ): LocalFieldError[] =>
    [...faulty].flatMap(([path, messages]) => {
      const [message] = idsIn(row[path]).flatMap((id) => messages.get(id) ?? []);
      return message ? [{ path, message }] : [];
    });

  return {
    namedIn: (values: Row) => relations.some(({ name }) => Object.hasOwn(values, name)),

    /** Throws 40000 at the fields. `before`: relations that the row already has stay allowed. */
    async check(call: CallContext, values: Row, before: Row): Promise<void> {
      if (relations.length === 0) return;
      const [first, ...others] = errorsOf(values, await faultyIds(call, [values], before, false));
      if (first) throw invalid([first, ...others]);
    },

    /** Errors per row; undefined where there are none. `allowsDisabled`: the rows may have them already. */
    async missing(
      call: CallContext,
      rows: readonly Row[],
      { allowsDisabled = false }: { readonly allowsDisabled?: boolean } = {},
    ): Promise<readonly (readonly LocalFieldError[] | undefined)[]> {
      const faulty = await faultyIds(call, rows, {}, allowsDisabled);
      return rows.map((row) => {
        const errors = errorsOf(row, faulty);
        return errors.length > 0 ? errors : undefined;
      });
    },
  };
}
