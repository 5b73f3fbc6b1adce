/** How the fields of a resource map to its table; computed once, when the service is created. */
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { FieldDef } from '../../contracts/admin/field.ts';
import { fieldsOf, sortable } from '../../contracts/admin/resource-schema.ts';
import type { Row, RowId } from '../../contracts/admin/row-types.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import { hiddenSecret } from './masks.ts';
import type { ColumnOf, ServerResource } from './server-resource.ts';

export interface FieldColumn {
  readonly name: string;
  readonly field: FieldDef;
  /** Null: not stored in a column. */
  readonly column: string | null;
  readonly read: (stored: unknown, zone: Zone) => unknown;
  readonly write: (value: unknown, zone: Zone) => unknown;
}

export interface TableShape {
  readonly resource: ResourceDef;
  readonly binding: ServerResource;
  readonly idColumn: string;
  /** Fields of the definition, then those that every row has. */
  readonly columns: readonly FieldColumn[];
  readonly byName: ReadonlyMap<string, FieldColumn>;
  /** The id of a stored row, or the id of another row in this column. */
  idIn(stored: Row, column?: string): RowId;
  /** Columns to select for these fields, or for all. */
  select(fields?: readonly string[]): readonly string[];
  /** A stored row as fields, unmasked. */
  toRow(stored: Readonly<Record<string, unknown>>, zone: Zone): Row;
  /** Columns of these fields; fields without a column are left out. */
  toColumns(values: Row, zone: Zone): Record<string, unknown>;
}

const historyColumns: Readonly<Record<string, string>> = {
  version: 'version',
  createBy: 'createdBy',
  createTime: 'createdAt',
  updateBy: 'updatedBy',
  updateTime: 'updatedAt',
};
const label = { 'zh-CN': '', 'en-US': '' };
const historyFields: Readonly<Record<string, FieldDef>> = {
  version: { label, kind: 'integer', readOnly: true },
  createBy: { label, kind: 'string', readOnly: true },
  createTime: { label, kind: 'time', readOnly: true },
  updateBy: { label, kind: 'string', readOnly: true },
  updateTime: { label, kind: 'time', readOnly: true },
};

/**
 * Throws for a definition that sorts or filters by a field without a column: a programming error, found at start-up.
 */
export function tableShape(binding: ServerResource): TableShape {
  const resource = binding.definition;
  const idColumn = binding.idColumn ?? 'id';
  const fields = resource.unversioned
    ? fieldsOf(resource)
    : Object.entries({ ...historyFields, ...resource.fields });
  const columns = fields.map(([name, field]) => fieldColumn(binding, idColumn, name, field));
  const byName = new Map(columns.map((each) => [each.name, each]));
  checkColumns(binding, byName);

  return {
    resource,
    binding,
    idColumn,
    columns,
    byName,
    idIn: (stored, column = idColumn) => stored[column] as RowId,
    select(only) {
      // A field without a column is computed from others that only its `decorate` function knows.
      const isStored = only?.every((name) => columns.find((one) => one.name === name)?.column !== null);
      const inEnglish = only?.flatMap((name) => resource.fields[name]?.english ?? []) ?? [];
      const wanted = only && isStored ? new Set([...only, ...inEnglish, resource.id.field]) : null;
      const picked = columns.filter(({ name, column }) => column !== null && (!wanted || wanted.has(name)));
      return [...new Set([idColumn, ...picked.map(({ column }) => column!)])];
    },
    toRow(stored, zone) {
      const row: Record<string, unknown> = { [resource.id.field]: stored[idColumn] };
      for (const { name, column, read } of columns) {
        if (column !== null && column in stored) row[name] = read(stored[column], zone);
      }
      return row;
    },
    toColumns(values, zone) {
      const stored: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(values)) {
        const place = byName.get(name);
        if (place?.column && place.column !== idColumn && !(name in historyColumns && !resource.unversioned))
          stored[place.column] = place.write(value, zone);
      }
      return stored;
    },
  };
}

function fieldColumn(binding: ServerResource, idColumn: string, name: string, field: FieldDef): FieldColumn {
  const { definition } = binding;
  const bound: ColumnOf | undefined = binding.columns?.[name];
  if (bound === null) return { name, field, column: null, read: same, write: same };
  if (typeof bound === 'object') {
    return {
      name,
      field,
      column: bound.column,
      read: field.kind === 'secret' ? readSecret : (stored) => bound.read(stored),
      write: (value) => bound.write(value),
    };
  }
  const own = name === definition.id.field ? idColumn : name;
  const column = bound ?? (definition.unversioned ? own : (historyColumns[name] ?? own));
  return { name, field, column, ...conversions(field, column) };
}

const same = (value: unknown) => value;
const readSecret = (stored: unknown) => (stored === null || stored === '' ? null : hiddenSecret);

function conversions(field: FieldDef, column: string): Pick<FieldColumn, 'read' | 'write'> {
  switch (field.kind) {
    case 'time':
      return {
        // 0 for a row that was never changed.
        read: (stored, zone) =>
          stored === null || (stored === 0 && column === 'updatedAt') ? null : zone.text(Number(stored)),
        write: (value, zone) => (typeof value === 'string' ? zone.instant(value) : (value ?? null)),
      };
    case 'boolean':
      return {
        read: (stored) => (stored === null ? null : stored === 1 || stored === true),
        write: (value) => (value === null || value === undefined ? null : value ? 1 : 0),
      };
    case 'flag':
    case 'enum':
    case 'dict':
      return { read: (stored) => (stored === null ? null : String(stored)), write: (value) => value ?? null };
    case 'strings':
    case 'json':
      return document(field.kind === 'strings');
    case 'relation':
      return field.relation?.multiple ? document(true) : { read: same, write: (value) => value ?? null };
    case 'secret':
      return { read: readSecret, write: (value) => value ?? null };
    default:
      return { read: same, write: (value) => value ?? null };
  }
}

/** JSON text. */
function document(isList: boolean): Pick<FieldColumn, 'read' | 'write'> {
  return {
    read: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : isList ? [] : null),
    write: (value) =>
      value === null || value === undefined ? (isList ? '[]' : null) : JSON.stringify(value),
  };
}

function checkColumns(binding: ServerResource, byName: ReadonlyMap<string, FieldColumn>): void {
  const { definition } = binding;
  const wrong = (name: string, what: string) => new Error(`${definition.key}.${name} ${what}`);
  for (const name of sortable(definition))
    if (!byName.get(name)?.column) throw wrong(name, 'is sortable but has no column');
  for (const [name, field] of fieldsOf(definition)) {
    const column = byName.get(name)?.column;
    if (field.query && !column && !binding.filters?.[name])
      throw wrong(name, 'is searchable but has no column');
    if (field.unique === true && field.mask)
      throw wrong(name, 'is masked, so it must be unique among visible rows only');
    if (field.unique === 'visible' && !binding.isSerialized)
      throw wrong(name, 'has no constraint, so its resource must be serialized');
    if (field.kind === 'secret' && typeof binding.columns?.[name] === 'string')
      throw wrong(name, 'is a secret and would be stored unencrypted');
    if (field.kind === 'secret' && binding.columns?.[name] === undefined)
      throw wrong(name, 'is a secret and has no storage rule');
  }
  if (definition.restorable && !binding.isSoftDeleted)
    throw wrong(definition.id.field, 'is restorable but removed rows are not kept');
}
