/** From stored rows to what somebody may see of them. Masks come last, so that nothing is added behind them. */
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import type { CallContext } from '../console/actor.ts';
import { hiddenSecret, isMaskedFor, masked, maskOf } from './masks.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { Row, RowId } from './resource-service.ts';
import type { TableShape } from './table-shape.ts';

export const historyNames = ['version', 'createBy', 'createTime', 'updateBy', 'updateTime'] as const;

export interface RowView {
  /** `rows` in fields, unmasked. */
  show(call: CallContext, rows: readonly Row[], columns?: readonly string[]): Promise<readonly Row[]>;
  /** One value, as this caller sees it. */
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
    return isMaskedFor(call.actor, field) ? masked(maskOf(field), found) : found;
  }

  /** Titles of what rows refer to, asked for once a relation; what is out of reach has none. */
  async function withLabels(call: CallContext, rows: readonly Row[], kept: ReadonlySet<string>) {
    const labels: Record<string, string>[] = rows.map(() => ({}));
    for (const { name, resource: key } of relations) {
      const service = kept.has(name) ? deps.related?.(key) : undefined;
      if (!service) continue;
      const ids = [...new Set(rows.flatMap((row) => idsIn(row[name])))];
      const titles = new Map<RowId, string>();
      for (let at = 0; at < ids.length; at += 50)
        for (const { id, title } of await service.options(call, { ids: ids.slice(at, at + 50) }))
          titles.set(id, title);
      for (const [at, row] of rows.entries()) {
        const found = idsIn(row[name]).flatMap((id) => titles.get(id) ?? []);
        if (found.length > 0) labels[at]![name] = found.join('、');
      }
    }
    return labels;
  }

  return {
    value,
    async show(call, rows, columns) {
      const wanted = columns ? new Set([resource.id.field, ...columns]) : null;
      const kept = names.filter((name) => !wanted || wanted.has(name));
      const whole = binding.decorate && rows.length > 0 ? await binding.decorate(call, rows) : rows;
      const labels = relations.length > 0 ? await withLabels(call, whole, new Set(kept)) : null;
      return whole.map((row, at) => {
        const shown: Record<string, unknown> = {};
        for (const name of kept) if (row[name] !== undefined) shown[name] = value(call, name, row[name]);
        const titles = labels?.[at];
        if (titles && Object.keys(titles).length > 0) shown['labels'] = titles;
        return shown;
      });
    },
  };
}

export function idsIn(value: unknown): readonly RowId[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((id): id is RowId => typeof id === 'number' || (typeof id === 'string' && id !== ''));
}
