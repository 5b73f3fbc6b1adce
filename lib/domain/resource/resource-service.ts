/**
 * The implementation of a resource's calls. `table-service.ts` is the usual one, over a table; resources stored
 * elsewhere have their own. Every function acts for a caller, within that caller's data scope.
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
import type { Change } from './server-resource.ts';

export interface OptionQuery {
  readonly keyword?: string;
  readonly ids?: readonly RowId[];
  /** Restricts the options to these ids. */
  readonly among?: readonly RowId[];
  /** Without disabled rows, for what is selected anew. Ids that are asked for are returned in any case. */
  readonly enabled?: boolean;
  /** Without disabled rows, whether they are asked for by id or not. */
  readonly enabledOnly?: boolean;
  /** A keyword of Latin letters also matches the pinyin of Chinese titles. */
  readonly matchesPinyin?: boolean;
}

/** For the rows of one resource; without a type argument, of any resource. */
export type ResourceService<Def extends ResourceDef = ResourceDef> = ServiceOf<TypesOf<Def>>;

/**
 * A rejected call changes nothing. Rows are in API form, masked for the caller. All calls are methods, which TypeScript
 * compares bivariantly: the service of one resource can be used where a service of any resource is expected, because
 * bodies and queries were checked against its own definition.
 */
interface ServiceOf<Types extends AnyTypes> {
  page(call: CallContext, query: Types['query']): Promise<Page<Types['row']>>;
  /** All matching rows in batches, for files. */
  pieces(call: CallContext, query: Types['query']): AsyncIterable<readonly Types['row'][]>;
  /** Throws 404 for a row that does not exist or is outside the data scope. */
  get(call: CallContext, id: Types['id']): Promise<Types['row']>;
  /** At most 50; a tree is complete unless keyword or ids restrict it. */
  options(call: CallContext, query: OptionQuery): Promise<readonly RowOption[]>;
  /** The same for users who may not list the rows but select some in a form: the rows that they may assign. */
  offers?(call: CallContext, query: OptionQuery): Promise<readonly RowOption[]>;
  /** The new row's id, and values that are shown only once. */
  create(call: CallContext, values: Types['create']): Promise<Row>;
  /** Changes only the given values. Throws 404, or U0210 when the row's version is no longer `version`. */
  update(call: CallContext, id: Types['id'], values: Types['update'], version: number | null): Promise<void>;
  /** Moves rows of a tree: each gets its order and, where it changes, its parent. All or none. */
  sort?(call: CallContext, moves: readonly RowUpdate<Types['id'], Types['update']>[]): Promise<void>;
  /** Changes at most 100 rows, each like `update` by itself. Returns the error of each in their order; null: done. */
  updateEach?(
    call: CallContext,
    changes: readonly RowUpdate<Types['id'], Types['update']>[],
  ): Promise<readonly (AdminError | null)[]>;
  /** At most 100, all or none. */
  remove(call: CallContext, ids: readonly Types['id'][]): Promise<void>;
  /** Restores rows that were removed recently, if the resource supports it. */
  restore?(call: CallContext, ids: readonly Types['id'][]): Promise<void>;
  /** Returns one masked value unmasked. Logged in the operation log. */
  reveal(call: CallContext, id: Types['id'], field: Types['field']): Promise<unknown>;
  /** The last 100 changes of a row, newest first. */
  history?(call: CallContext, id: Types['id']): Promise<readonly RowChange[]>;
  /**
   * The organisation's rows with this value of a field other than a time, whatever the caller's data scope, in the
   * transaction of a change that must not leave them behind. Absent: rows that are not in a table.
   */
  countOf?(change: Change, field: Types['field'], value: unknown): Promise<number>;
  readonly editing?: RowEditing;
  /** Imports the rows of a file. All or none, unless bad rows are to be skipped. */
  importRows?(
    call: CallContext,
    rows: readonly ImportRow[],
    options: ImportOptions,
    keeping: ImportStore,
  ): Promise<ImportOutcome>;
  /** Logs an operation on the resource as a whole. */
  note?(
    call: CallContext,
    note: { readonly type: BusinessType; readonly param?: unknown },
    transaction?: Transaction<Database>,
  ): Promise<void>;
  /** Turns a unique constraint violation into an error of its field. Other errors are returned unchanged. */
  explain?(error: unknown): unknown;
  /** Created by `resourceFiles`. */
  readonly files?: ResourceFiles;
}

/**
 * Which users have the form of a row open, except the caller's session. Each function throws 404 for a row outside the
 * data scope.
 */
export interface RowEditing {
  /** Users in other windows than this one of the caller's session. */
  who(call: CallContext, id: RowId, windowId: string): Promise<readonly Editor[]>;
  /** Registers the caller too, until no further call has come for a while. Throws 429. */
  start(call: CallContext, id: RowId, windowId: string): Promise<readonly Editor[]>;
  stop(call: CallContext, id: RowId, windowId: string): Promise<void>;
}

/** One of several updates. */
export interface RowUpdate<Id = RowId, Values = Row> {
  readonly id: Id;
  readonly values: Values;
  /** Null: any version. */
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
  /** Row number as in the spreadsheet. */
  readonly row: number;
  readonly values: Row;
  /** Cells that cannot be read, and are not among the values: the row is checked, but not written. */
  readonly faults?: readonly { readonly field: string; readonly message: LocalText }[];
}

export interface ImportOptions {
  /** Nothing is stored. */
  readonly dryRun: boolean;
  /** An existing row with the same value of the unique field is updated. */
  readonly updateSupport: boolean;
  readonly skipBad: boolean;
}

/** Progress that is stored with the rows of a file, so that a killed process leaves both or neither. */
export interface ImportStore {
  /** Rows up to this one are already imported. */
  readonly after: number;
  /** In the transaction of the rows that are kept. `outcome`: of all rows from `after` to `upTo`; null: to the end. */
  keep(transaction: Transaction<Database>, outcome: ImportOutcome, upTo: number | null): Promise<void>;
  /** Called for each part of the rows. */
  readonly notify: (meter: ImportMeter) => void;
}

export interface ImportOutcome {
  readonly created: number;
  readonly updated: number;
  /** Ids of rows that the import created. */
  readonly createdIds: readonly RowId[];
  readonly errors: readonly { readonly row: number; readonly field: string; readonly message: LocalText }[];
}

/** A download whose body is produced while it is read. */
export interface ResourceFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ExportOptions {
  readonly format: 'xlsx' | 'csv';
  readonly locale: Locale;
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal;
  /** Called with the number of rows that were read so far. */
  readonly onRows?: (done: number) => void;
}

export interface ResourceFiles {
  /** The rows of `query` with its columns in their order; all columns of the list if it names none. */
  exportFile(call: CallContext, query: QueryOf, options: ExportOptions): Promise<ResourceFile>;
  importTemplate(call: CallContext, locale: Locale): Promise<ResourceFile>;
  importFile(
    call: CallContext,
    file: { readonly name: string; readonly bytes: Uint8Array } | null,
    options: ImportOptions & { readonly locale: Locale; readonly runId?: string | undefined },
  ): Promise<ImportResult>;
  /** The file as a workbook, with the invalid cells marked and the errors of each row in a last column. */
  markErrors(
    call: CallContext,
    file: { readonly name: string; readonly bytes: Uint8Array } | null,
    options: Pick<ImportOptions, 'updateSupport'> & { readonly locale: Locale },
  ): Promise<ResourceFile>;
  /** Progress of the caller's import; null if no import with that id runs in this process. */
  importProgress(call: CallContext, runId: string): ImportMeter | null;
}
