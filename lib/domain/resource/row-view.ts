/** Converts stored rows to what a user may see. Masks are applied last, so that nothing is added after them. */
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import type { Row, RowId, RowOption } from '../../contracts/admin/row-types.ts';
import type { CallContext } from '../identity/actor.ts';
import { hiddenSecret, isMaskedFor, masked, maskOf } from './masks.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { TableShape } from './table-shape.ts';

export const historyNames = ['version', 'createBy', 'createTime', 'updateBy', 'updateTime'] as const;

export interface RowView {
  /** `rows` are unmasked field values. */
  show(call: CallContext, rows: readonly Row[], columns?: readonly string[]): Promise<readonly Row[]>;
  /** One row for display and for its form: with the titles of related records by their ids. */
  detail(call: CallContext, row: Row): Promise<Row>;
  /** One value as this caller sees it. */
  value(call: CallContext, name: string, value: unknown): unknown;
}

export function rowView(shape: TableShape, deps: Pick<ResourceDeps, 'related'>): RowView {
  const { resource, binding } = shape;
  const names = [
    resource.id.field,
    ...Object.keys(resource.fields).filter((name) => name !== resource.id.field),
    ...(resource.unversioned ? [] : historyNames.filter((name) => !Object.hasOwn(resource.fields, name))),
  ];
  const relations = fieldsOf(resource).flatMap(([name, { relation }]) =>
    relation ? [{ name, ...relation }] : [],
  );

  function value(call: CallContext, name: string, found: unknown): unknown {
    const field = resource.fields[name];
    if (!field) return found;
    if (field.kind === 'secret')
      return found === null || found === undefined || found === '' ? null : hiddenSecret;
    if (isMaskedFor(call.actor, field)) return masked(maskOf(field), found);
    return binding.shipped?.[name]?.shown(call.locale, found) ?? found;
  }

  /** The English text of a shipped row for English readers, or null. */
  function besideIn({ locale }: CallContext, name: string, row: Row): unknown {
    const english = locale === 'en-US' && resource.fields[name]?.english;
    return (english && row[english]) || null;
  }

  /** Related records, queried once per relation; those outside the data scope are left out. */
  async function referred(call: CallContext, rows: readonly Row[], kept: ReadonlySet<string>) {
    const byRow: Record<string, readonly RowOption[]>[] = rows.map(() => ({}));
    for (const { name, resource: key } of relations) {
      const service = kept.has(name) ? deps.related?.(key) : undefined;
      if (!service) continue;
      const ids = [...new Set(rows.flatMap((row) => idsIn(row[name])))];
      const known = new Map<RowId, RowOption>();
      for (let at = 0; at < ids.length; at += 50)
        for (const option of await service.options(call, { ids: ids.slice(at, at + 50) }))
          known.set(option.id, option);
      for (const [at, row] of rows.entries()) {
        const found = idsIn(row[name]).flatMap((id) => known.get(id) ?? []);
        if (found.length > 0) byRow[at]![name] = found;
      }
    }
    return byRow;
  }

  const labelsOf = (titles: Readonly<Record<string, readonly RowOption[]>>) =>
    Object.fromEntries(
      Object.entries(titles).map(([name, options]) => [name, options.map(({ title }) => title).join('、')]),
    );

  async function shownRows(
    call: CallContext,
    rows: readonly Row[],
    isAlone: boolean,
    columns?: readonly string[],
  ): Promise<readonly Row[]> {
    const wanted = columns ? new Set([resource.id.field, ...columns]) : null;
    const kept = names.filter((name) => !wanted || wanted.has(name));
    const detail = binding.decorate && rows.length > 0 ? await binding.decorate(call, rows) : rows;
    const titles = relations.length > 0 ? await referred(call, detail, new Set(kept)) : null;
    return detail.map((row, at) => {
      const shown: Record<string, unknown> = {};
      for (const name of kept) {
        // A form needs the stored text.
        const english = isAlone ? null : besideIn(call, name, row);
        if (row[name] !== undefined) shown[name] = english ?? value(call, name, row[name]);
      }
      const own = titles?.[at];
      if (!own || Object.keys(own).length === 0) return shown;
      return { ...shown, labels: labelsOf(own), ...(isAlone ? { titles: own } : {}) };
    });
  }

  return {
    value,
    show: (call, rows, columns) => shownRows(call, rows, false, columns),
    detail: async (call, row) => (await shownRows(call, [row], true))[0]!,
  };
}

export function idsIn(value: unknown): readonly RowId[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((id): id is RowId => typeof id === 'number' || (typeof id === 'string' && id !== ''));
}
