/** Rows to choose from, searched by title, other identifying fields and pinyin. */

import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import { inUseOptions } from '../../contracts/admin/resources/common-fields.ts';
import type { RowOption } from '../../contracts/admin/row-types.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type { CallContext } from '../identity/actor.ts';
import { isMaskedFor } from './masks.ts';
import { matchPinyin } from './pinyin-search.ts';
import type { ResourceService } from './resource-service.ts';
import type { rowView } from './row-view.ts';
import type { all, tableQuery } from './table-query.ts';
import type { FieldColumn, TableShape } from './table-shape.ts';

const maxOptions = 50;
/** Limit of a tree, which is always returned completely. */
const maxTreeRows = 10_000;
/** Titles compared by pinyin per call: about 15 ms of work. */
const maxAudible = 2_000;

type StoredRow = Readonly<Record<string, unknown>>;

export interface OptionParts {
  readonly shape: TableShape;
  readonly query: ReturnType<typeof tableQuery>;
  readonly view: ReturnType<typeof rowView>;
  zoneFor(call: CallContext): Promise<Zone>;
  /** Stored rows that meet all conditions, in the resource's default order. */
  find(
    columns: readonly string[],
    conditions: Parameters<typeof all>[0],
    max: number,
  ): Promise<readonly StoredRow[]>;
}

export function tableOptions({ shape, query, view, zoneFor, find }: OptionParts): ResourceService['options'] {
  const { resource, idColumn } = shape;
  const title = shape.byName.get(resource.titleField);
  const english = shape.byName.get(title?.field.english ?? '');
  const known = (resource.foundBy ?? []).flatMap((name) => shape.byName.get(name) ?? []);
  const listed = (resource.optionFields ?? []).flatMap((name) => shape.byName.get(name) ?? []);
  const parent = resource.tree && shape.byName.get(resource.tree.parentField);
  const kind = resource.tree?.kinds && shape.byName.get(resource.tree.kinds.field);
  const status = statusOf(resource);
  const columns = [
    ...new Set([
      idColumn,
      ...[title, english, parent, kind, ...known, ...listed].flatMap((place) =>
        place?.column ? [place.column] : [],
      ),
    ]),
  ];

  return async (call, { keyword, ids, among, enabled, enabledOnly, matchesPinyin }) => {
    if (!title?.column) return [];
    const { column } = title;
    const zone = await zoneFor(call);
    const read = (place: FieldColumn, row: StoredRow) =>
      view.value(call, place.name, place.read(row[place.column!], zone));
    const seen = (place: FieldColumn, row: StoredRow) => String(read(place, row) ?? '');
    const optionOf = (row: StoredRow): RowOption => {
      const detail = known.map((place) => seen(place, row)).filter(Boolean);
      return {
        id: shape.idIn(row),
        title: (call.locale === 'en-US' && english && seen(english, row)) || seen(title, row),
        ...(detail.length > 0 ? { detail: detail.join(' ') } : {}),
        ...(listed.length > 0
          ? { fields: Object.fromEntries(listed.map((place) => [place.name, read(place, row)])) }
          : {}),
        ...(parent?.column ? { parentId: shape.idIn(row, parent.column) } : {}),
        ...(kind?.column ? { kind: String(row[kind.column]) } : {}),
      };
    };
    const wanted = { filters: [], ...(keyword ? { keyword } : {}), ...(ids ? { ids } : {}) };
    const isEnabled =
      (enabledOnly || (enabled && !ids)) && status ? [{ field: status, op: 'eq', value: '0' } as const] : [];
    const inScope = [
      ...query.scopeConditions(call),
      ...(among ? [query.hasId(among)] : []),
      ...query.filterConditions(call, { filters: isEnabled }, zone),
    ];
    const max = parent && !keyword && !ids ? maxTreeRows : maxOptions;
    const written = await find(columns, [...inScope, ...query.filterConditions(call, wanted, zone)], max);
    // A pinyin match would reveal a masked title.
    const isPinyinMatch = matchesPinyin && keyword && !ids && !isMaskedFor(call.actor, title.field);
    if (!isPinyinMatch || written.length === maxOptions) return written.map(optionOf);
    const candidates = await find(columns, inScope, maxAudible);
    const pinyinMatches = await matchPinyin(candidates, (row) => String(row[column] ?? ''), keyword);
    const taken = new Set(written.map((row) => row[idColumn]));
    const others = pinyinMatches.filter((row) => !taken.has(row[idColumn]));
    return [...written, ...others].slice(0, maxOptions).map(optionOf);
  };
}

/** The field that says whether a row is disabled; its column can be filtered by. */
const statusOf = (resource: ResourceDef) =>
  fieldsOf(resource).find(([, { options, query }]) => options === inUseOptions && query !== undefined)?.[0];
