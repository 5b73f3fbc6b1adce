/**
 * What stands behind a resource's calls. `table-service.ts` is the usual one, over a table; a resource whose rows
 * live elsewhere has one of its own. Every function acts for somebody and reaches no further than they do.
 */
import type { Transaction } from 'kysely';
import type { BusinessType } from '../../contracts/admin/call.ts';
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { Editor } from '../../contracts/admin/editing.ts';
import type { Page } from '../../contracts/admin/envelope.ts';
import type { FieldChange } from '../../contracts/admin/field.ts';
import type { ImportMeter, ImportResult } from '../../contracts/admin/resource-calls.ts';
import type { AnyTypes, QueryOf, Row, RowId, RowOption, TypesOf } from '../../contracts/admin/row-types.ts';
import type { Database } from '../../db/schema.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { AdminError } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';

export interface OptionQuery {
  readonly keyword?: string;
  readonly ids?: readonly RowId[];
  /** None but these, whatever else is asked for. */
  readonly among?: readonly RowId[];
  /** A keyword of letters is also looked for in how Chinese titles sound. */
  readonly matchesPinyin?: boolean;
}

/** Of rows of one resource; without it, of any. */
export type ResourceService<Def extends ResourceDef = ResourceDef> = ServiceOf<TypesOf<Def>>;

/**
 * What is refused, is refused whole: nothing is half done. Rows are as the wire has them, masked for the caller.
 * All calls are methods, which the compiler compares leniently: a service of one resource may be used where one of any is
 * expected, because bodies and queries were checked against its own definition.
 */
interface ServiceOf<Types extends AnyTypes> {
  page(call: CallContext, query: Types['query']): Promise<Page<Types['row']>>;
  /** Rows of the whole answer, in pieces, for files. */
  pieces(call: CallContext, query: Types['query']): AsyncIterable<readonly Types['row'][]>;
  /** Throws 404 for a row that is not there or out of reach. */
  get(call: CallContext, id: Types['id']): Promise<Types['row']>;
  /** At most 50; a tree comes whole where neither keyword nor ids narrow it. */
  options(call: CallContext, query: OptionQuery): Promise<readonly RowOption[]>;
  /** The same for whoever may not list rows and fills in a form that names some: what they may hand out. */
  offers?(call: CallContext, query: OptionQuery): Promise<readonly RowOption[]>;
  /** The new row's id, and anything that is shown this once. */
  create(call: CallContext, values: Types['create']): Promise<Row>;
  /** Only what `values` names. Throws 404, or U0210 when `version` is no longer the row's. */
  update(call: CallContext, id: Types['id'], values: Types['update'], version: number | null): Promise<void>;
  /** Rows of a tree, each at its new place: order and, where it changes, the parent. All or none. */
  sort?(call: CallContext, moves: readonly RowUpdate<Types['id'], Types['update']>[]): Promise<void>;
  /**
   * Of at most 100 rows, each once, nothing but the status: each by itself, as `update` does it. Answers what each was
   * refused for, in their order; null: it was done.
   */
  changeStatuses?(
    call: CallContext,
    changes: readonly RowUpdate<Types['id'], Types['update']>[],
  ): Promise<readonly (AdminError | null)[]>;
  /** At most 100, all or none. */
  remove(call: CallContext, ids: readonly Types['id'][]): Promise<void>;
  /** Brings back what was removed a moment ago, where the resource can. */
  restore?(call: CallContext, ids: readonly Types['id'][]): Promise<void>;
  /** One masked value, whole. Written to the operation log. */
  reveal(call: CallContext, id: Types['id'], field: Types['field']): Promise<unknown>;
  /** The last 100 changes of a row, newest first. */
  history?(call: CallContext, id: Types['id']): Promise<readonly RowChange[]>;
  readonly editing?: RowEditing;
  /** Rows of a file. All or none, unless bad ones are to be left out. */
  importRows?(
    call: CallContext,
    rows: readonly ImportRow[],
    options: ImportOptions,
    keeping: ImportStore,
  ): Promise<ImportOutcome>;
  /** Writes to the operation log that something was done to the whole of it. */
  note?(
    call: CallContext,
    note: { readonly type: BusinessType; readonly param?: unknown },
    transaction?: Transaction<Database>,
  ): Promise<void>;
  /** A second row with what there is one of, in the words of its field. Any other error comes back as it is. */
  explain?(error: unknown): unknown;
  /** Made by `resourceFiles`. */
  readonly files?: ResourceFiles;
}

/** Whose forms of a row are open, but for the caller's session. Each throws 404 for a row that is out of reach. */
export interface RowEditing {
  /** In other windows than this one of the caller's session. */
  who(call: CallContext, id: RowId, windowId: string): Promise<readonly Editor[]>;
  /** The caller's is too, until it is not said again for a while. Throws 429. */
  start(call: CallContext, id: RowId, windowId: string): Promise<readonly Editor[]>;
  stop(call: CallContext, id: RowId, windowId: string): Promise<void>;
}

/** What `update` takes of a row, where there are several of them. */
export interface RowUpdate<Id = RowId, Values = Row> {
  readonly id: Id;
  readonly values: Values;
  /** Null: whatever its version. */
  readonly version: number | null;
}

export interface RowChange {
  readonly operId: number;
  readonly businessType: number;
  readonly operName: string;
  readonly operTime: string;
  readonly operIp: string;
  readonly traceId: string;
  readonly diff: readonly FieldChange[];
}

export interface ImportRow {
  /** As spreadsheets count. */
  readonly row: number;
  readonly values: Row;
}

export interface ImportOptions {
  /** Nothing stays written. */
  readonly dryRun: boolean;
  /** A row whose unique field is there already changes it. */
  readonly updateSupport: boolean;
  readonly skipBad: boolean;
}

/** What stands with rows of a file, so that a process that is killed leaves both or neither. */
export interface ImportStore {
  /** Rows up to this one are there already. */
  readonly after: number;
  /** In the transaction of rows that stay. `outcome`: of all from `after` up to `upTo`; null: of all there are. */
  keep(transaction: Transaction<Database>, outcome: ImportOutcome, upTo: number | null): Promise<void>;
  /** Told of each part of the rows. */
  readonly notify: (meter: ImportMeter) => void;
}

export interface ImportOutcome {
  readonly created: number;
  readonly updated: number;
  /** Of rows that are there now and were not. */
  readonly createdIds: readonly RowId[];
  readonly errors: readonly { readonly row: number; readonly field: string; readonly message: LocalText }[];
}

/** A download whose body is made while it is read. */
export interface ResourceFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ExportOptions {
  readonly format: 'xlsx' | 'csv';
  readonly locale: Locale;
  /** Ends reading when whoever asked has gone. */
  readonly signal?: AbortSignal;
}

export interface ResourceFiles {
  /** Rows of `query`, with its columns in their order; all of the list's columns where it names none. */
  exportFile(call: CallContext, query: QueryOf, options: ExportOptions): Promise<ResourceFile>;
  importTemplate(call: CallContext, locale: Locale): Promise<ResourceFile>;
  importFile(
    call: CallContext,
    file: { readonly name: string; readonly bytes: Uint8Array } | null,
    options: ImportOptions & { readonly locale: Locale; readonly runId?: string | undefined },
  ): Promise<ImportResult>;
  /** How far the caller's import is; null where none of that name runs here. */
  importProgress(call: CallContext, runId: string): ImportMeter | null;
}
