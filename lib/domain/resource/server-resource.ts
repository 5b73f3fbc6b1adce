/** How a resource lies in a table, and the rules that data cannot say. `table-service.ts` reads it. */
import type { RawBuilder, SqlBool, Transaction } from 'kysely';
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type {
  FieldNames,
  FilterOf,
  IdOf,
  MadeOf,
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
import type { CallContext } from '../identity/actor.ts';

/** Where a field lies. A name: that column. Null: nowhere; `decorate` or the rules see to it. */
export type ColumnOf =
  | string
  | null
  | {
      readonly column: string;
      readonly read: (stored: unknown) => unknown;
      readonly write: (value: unknown) => unknown;
    };

/**
 * Whose a row is. `none`: everybody's in the tenant who holds the permission. Otherwise the columns that hold its
 * department and its owner's user id; a null column can match nobody.
 */
export type DataScopeColumns = 'none' | { readonly dept: string | null; readonly owner: string | null };

/**
 * Inside the transaction of the change. Whatever reads or writes here does it through `transaction`: the embedded
 * database has one connection, and asking for another would wait for ever.
 */
export interface Change {
  readonly call: CallContext;
  readonly transaction: Transaction<Database>;
  /** Of several rows that are written together: what was read for one of them (`once`). */
  readonly known?: Map<string, Promise<unknown>>;
}

/** What the rules ask for again and again: read once where several rows are written together, else each time. */
export function once<T>({ known }: Change, what: string, read: () => Promise<T>): Promise<T> {
  const reading = (known?.get(what) as Promise<T> | undefined) ?? read();
  known?.set(what, reading);
  return reading;
}

type ByField<Def extends ResourceDef, Value> = { readonly [Name in FieldNames<Def>]?: Value };

/** One of several rows that were made together. */
export interface MadeRow<Id = RowId, Values = Row> {
  readonly id: Id;
  readonly values: Values;
}

/** Rules are methods for the reason that `ResourceService` gives. */
export interface ServerResource<Def extends ResourceDef = ResourceDef> {
  readonly definition: Def;
  readonly table: keyof Database;
  /** Column of the id. `id` unless said. */
  readonly idColumn?: string;
  /** Only fields that do not lie in a column of their own name. */
  readonly columns?: ByField<Def, ColumnOf>;
  readonly dataScope: DataScopeColumns;
  /** What its rows may be hangs on other rows: changes come one after the other (`lockTenant`). */
  readonly isSerialized?: boolean;
  /** Removed rows keep `deletedAt` and can be brought back for a while. */
  readonly isSoftDeleted?: boolean;
  /** Rows that are none of this resource's are left out: a condition on the table, for every function. */
  readonly only?: (call: CallContext) => RawBuilder<SqlBool>;
  /** Filters that comparing a column cannot say, for instance of a department and those below. */
  readonly filters?: ByField<Def, (filter: FilterOf, call: CallContext) => RawBuilder<SqlBool>>;
  /** Texts that came with the product, by the field whose values they are. */
  readonly shipped?: ByField<Def, ShippedTexts>;
  /** Said of a field's value that another row has, instead of `…已存在`. */
  readonly taken?: ByField<Def, LocalText>;
  /** Made by the database unless said: for ids of 32 hex digits. */
  readonly newId?: (call: CallContext) => IdOf<Def>;
  /** Columns of a new row that stand in no field. */
  readonly madeWith?: (call: CallContext) => Row;
  /**
   * Rules, before the change; each may throw an `AdminError`. `values` are fields as the wire has them and may be
   * returned changed. `row` is the row as it lies there, in fields, unmasked.
   */
  readonly before?: {
    /**
     * Where several rows are written together, before the rules of each: reads at once, into `known`, what those
     * would read row by row. `fresh`: of new rows. `there`: rows that are changed, as they lie there.
     */
    several?(change: Change, fresh: readonly MadeOf<Def>[], there: readonly RowOf<Def>[]): Promise<void>;
    create?(change: Change, values: MadeOf<Def>): Promise<MadeOf<Def>> | MadeOf<Def>;
    update?(change: Change, row: RowOf<Def>, values: UpdateOf<Def>): Promise<WrittenOf<Def>> | WrittenOf<Def>;
    remove?(change: Change, rows: readonly RowOf<Def>[]): Promise<void>;
  };
  /** What else is written, in the same transaction. Of rows that are written together, when all of them are there. */
  readonly after?: {
    /** What it returns is answered, this once. */
    create?(change: Change, id: IdOf<Def>, values: MadeOf<Def>): Promise<Row> | Promise<void>;
    /** Instead of `create`, where several are made together. */
    createBatch?(change: Change, made: readonly MadeRow<IdOf<Def>, MadeOf<Def>>[]): Promise<void>;
    update?(change: Change, id: IdOf<Def>, values: WrittenOf<Def>, row: RowOf<Def>): Promise<void>;
    remove?(change: Change, rows: readonly RowOf<Def>[]): Promise<void>;
  };
  /** Told with each change, by the organisation: whoever keeps such rows in memory reads them anew. */
  readonly topic?: Topic;
  /** Adds fields that lie elsewhere, for a page of rows at a time. */
  decorate?(call: CallContext, rows: readonly RowOf<Def>[]): Promise<readonly RowOf<Def>[]>;
}
