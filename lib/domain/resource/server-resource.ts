/** How a resource is stored in a table, and the rules that a definition cannot express. `table-service.ts` reads it. */
import type { RawBuilder, SqlBool, Transaction } from 'kysely';
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type {
  FieldNames,
  FilterOf,
  IdOf,
  MadeOf,
  ResourceKey,
  ResourceOf,
  Row,
  RowId,
  RowOf,
  UpdateOf,
  WrittenOf,
} from '../../contracts/admin/row-types.ts';
import type { Topic } from '../../db/changes.ts';
import type { Database } from '../../db/schema.ts';
import type { ShippedTexts } from '../../i18n/shipped-texts.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type { CallContext } from '../identity/actor.ts';

/** Where a field is stored. A name: that column. Null: in no column; `decorate` or the rules provide it. */
export type ColumnOf =
  | string
  | null
  | {
      readonly column: string;
      readonly read: (stored: unknown) => unknown;
      readonly write: (value: unknown) => unknown;
    };

/**
 * The data scope of a row. `none`: every user of the tenant with the permission. Otherwise the columns with its
 * department and its owner's user id; a null column matches nobody.
 */
export type DataScopeColumns = 'none' | { readonly dept: string | null; readonly owner: string | null };

/**
 * Inside the transaction of the change. All reads and writes here must use `transaction`: the embedded database has one
 * connection, and waiting for another would never end.
 */
export interface Change {
  readonly call: CallContext;
  readonly transaction: Transaction<Database>;
  /** For several rows that are written together: what was read for one of them (`once`). */
  readonly known?: Map<string, Promise<unknown>>;
}

/** Values that the rules need repeatedly: read once per batch, otherwise each time. */
export function once<T>({ known }: Change, what: string, read: () => Promise<T>): Promise<T> {
  const reading = (known?.get(what) as Promise<T> | undefined) ?? read();
  known?.set(what, reading);
  return reading;
}

/** A change by one of the calls of a resource. */
export interface ResourceChange extends Change {
  /** Of the organisation, read before the transaction. */
  readonly zone: Zone;
}

type ByField<Def extends ResourceDef, Value> = { readonly [Name in FieldNames<Def>]?: Value };

/** One of several rows that were created together. */
export interface MadeRow<Id = RowId, Values = Row> {
  readonly id: Id;
  readonly values: Values;
}

/** Tables that definitions name have no row type in `lib/db`: only the resource engine reads them. */
export type TableName = keyof Database | NamedTable<ResourceOf<ResourceKey>>;
type NamedTable<Def> = Def extends { readonly table: infer Table extends string } ? Table : never;

/** Rules are methods for the reason given at `ResourceService`. */
export interface ServerResource<Def extends ResourceDef = ResourceDef> {
  readonly definition: Def;
  readonly table: TableName;
  /** Column of the id; default `id`. */
  readonly idColumn?: string;
  /** Only fields that are not stored in a column of their own name. */
  readonly columns?: ByField<Def, ColumnOf>;
  readonly dataScope: DataScopeColumns;
  /** The validity of a row depends on other rows: changes run one after the other (`lockTenant`). */
  readonly isSerialized?: boolean;
  /** Removed rows keep `deletedAt` and can be restored for a while. */
  readonly isSoftDeleted?: boolean;
  /** A condition on the table for every function, to exclude rows of other resources. */
  readonly only?: (call: CallContext) => RawBuilder<SqlBool>;
  /** Filters beyond comparing a column, for instance a department with its subdepartments. */
  readonly filters?: ByField<Def, (filter: FilterOf, call: CallContext) => RawBuilder<SqlBool>>;
  /** Texts of shipped rows, by the field that contains them. */
  readonly shipped?: ByField<Def, ShippedTexts>;
  /** Message for a field value that another row has, instead of `…已存在`. */
  readonly taken?: ByField<Def, LocalText>;
  /** For ids of 32 hex digits. Absent: the database generates ids. */
  readonly newId?: (call: CallContext) => IdOf<Def>;
  /** Columns of a new row that are not fields. */
  readonly madeWith?: (call: CallContext) => Row;
  /**
   * Rules before the change; each may throw an `AdminError`. `values` are fields in API form and may be returned
   * changed. `row` is the stored row in fields, unmasked.
   */
  readonly before?: {
    /**
     * Before the rules of several rows that are written together: reads into `known`, with one query each, what the
     * rules would read row by row. `fresh`: new rows. `there`: existing rows that are changed.
     */
    several?(
      change: ResourceChange,
      fresh: readonly MadeOf<Def>[],
      there: readonly RowOf<Def>[],
    ): Promise<void>;
    create?(change: ResourceChange, values: MadeOf<Def>): Promise<MadeOf<Def>> | MadeOf<Def>;
    update?(
      change: ResourceChange,
      row: RowOf<Def>,
      values: UpdateOf<Def>,
    ): Promise<WrittenOf<Def>> | WrittenOf<Def>;
    remove?(change: ResourceChange, rows: readonly RowOf<Def>[]): Promise<void>;
  };
  /** Further writes in the same transaction. For rows written together, after all of them are written. */
  readonly after?: {
    /** The returned values are part of the response, this once. */
    create?(change: ResourceChange, id: IdOf<Def>, values: MadeOf<Def>): Promise<Row> | Promise<void>;
    /** Instead of `create` when several rows are created together. */
    createBatch?(change: ResourceChange, made: readonly MadeRow<IdOf<Def>, MadeOf<Def>>[]): Promise<void>;
    update?(change: ResourceChange, id: IdOf<Def>, values: WrittenOf<Def>, row: RowOf<Def>): Promise<void>;
    remove?(change: ResourceChange, rows: readonly RowOf<Def>[]): Promise<void>;
  };
  /** Notified with each change, by organisation, so that cached rows are read again. */
  readonly topic?: Topic;
  /** Adds fields that are stored elsewhere, for a page of rows at a time. */
  decorate?(call: CallContext, rows: readonly RowOf<Def>[]): Promise<readonly RowOf<Def>[]>;
}
