/** The calls of one resource, built from its definition: the only place with the paths and verbs of both API styles. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { Editor } from '../../../../lib/contracts/admin/editing.ts';
import type { Page } from '../../../../lib/contracts/admin/envelope.ts';
import type { FieldChange } from '../../../../lib/contracts/admin/field.ts';
import type { ImportMeter, ImportResult } from '../../../../lib/contracts/admin/resource-calls.ts';
import type { EachResult } from '../../../../lib/contracts/admin/resource-schema.ts';
import { idOf, type Row, type RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { randomId } from '../../../../lib/kernel/random-id.ts';
import type { DownloadOutcome } from '../../api/download.ts';
import { api, type CallOptions, download, type Query } from '../../api/request.ts';
import { versionOf } from './row.ts';

export interface HistoryEntry {
  readonly operId: number;
  readonly operName: string;
  readonly operTime: string;
  readonly businessType: number;
  readonly diff: readonly FieldChange[];
}

/** Background calls: failures are not shown. */
const background: CallOptions = { quiet: true, allowDuplicate: true, timeoutMs: 20_000 };

/** Identifies this window and page load: a new page may register before the previous one has left. */
const windowId = randomId(16);

export type ResourceClient = ReturnType<typeof resourceClient>;

export function resourceClient(definition: ResourceDef) {
  const { base, style } = definition;
  const idField = definition.id.field;
  const isRest = style === 'rest';
  const versioned = (version: number | undefined) => (version === undefined ? {} : { version });
  /** The change of one field, of the row as it was read. */
  const changeOf = (row: Row, name: string, value: unknown) => ({
    [idField]: idOf(definition, row),
    [name]: value,
    ...versioned(versionOf(row)),
  });
  const statusOf = (row: Row, value: unknown) => changeOf(row, definition.statusSwitch ?? 'status', value);

  return {
    /** A tree is returned as a single page. */
    async page(query: Query, options?: CallOptions): Promise<Page<Row>> {
      if (!definition.tree) return api.get<Page<Row>>(`${base}/page`, { query, ...options });
      const answer = await api.get<Page<Row> | readonly Row[]>(`${base}/list`, { query, ...options });
      if ('records' in answer) return answer;
      return { records: answer, total: answer.length, pageNum: 1, pageSize: answer.length };
    },
    get(id: RowId, options?: CallOptions): Promise<Row> {
      return isRest
        ? api.get<Row>(`${base}/${id}`, options)
        : api.get<Row>(`${base}/get`, { query: { [idField]: id }, ...options });
    },
    /** Returns the id of the new row, and values shown only once. The form shows failures. */
    create(values: Row): Promise<Row | null> {
      return api.post<Row | null>(isRest ? base : `${base}/create`, values, { quiet: true });
    },
    update(id: RowId, values: Row, version: number | undefined): Promise<void> {
      const body = { ...values, [idField]: id, ...versioned(version) };
      return isRest
        ? api.put<void>(base, body, { quiet: true })
        : api.post<void>(`${base}/update`, body, { quiet: true });
    },
    remove(ids: readonly RowId[], options?: CallOptions): Promise<void> {
      const listed = ids.join(',');
      return isRest
        ? api.delete<void>(`${base}/${listed}`, options)
        : api.delete<void>(`${base}/delete`, { query: { [idField]: listed }, ...options });
    },
    restore(ids: readonly RowId[], options?: CallOptions): Promise<void> {
      return api.put<void>(`${base}/restore`, { ids }, options);
    },
    /** Switching back within a second is allowed. */
    changeStatus(row: Row, value: unknown, options?: CallOptions): Promise<void> {
      return api.put<void>(`${base}/changeStatus`, statusOf(row, value), {
        allowDuplicate: true,
        ...options,
      });
    },
    /** The same for several rows in one call. Returns the result of each. */
    changeStatuses(changes: ReadonlyMap<Row, unknown>, options?: CallOptions): Promise<EachResult> {
      const body = [...changes].map(([row, value]) => statusOf(row, value));
      return api.put<EachResult>(`${base}/changeStatus/batch`, body, { allowDuplicate: true, ...options });
    },
    /** Sets a field of several rows, each by itself. Returns the result of each. */
    updateBatch(
      name: string,
      changes: ReadonlyMap<Row, unknown>,
      options?: CallOptions,
    ): Promise<EachResult> {
      const body = [...changes].map(([row, value]) => changeOf(row, name, value ?? null));
      return api.put<EachResult>(`${base}/batch`, body, { allowDuplicate: true, ...options });
    },
    /** Moves rows of a tree, all or none. Bodies as in the definition. */
    sort(moves: readonly Row[], options?: CallOptions): Promise<void> {
      return api.put<void>(`${base}/updateSort`, moves, { allowDuplicate: true, ...options });
    },
    /** Runs an action of the definition. */
    act(key: string, body: Row, options?: CallOptions): Promise<unknown> {
      return api.put<unknown>(`${base}/${key}`, body, options);
    },
    reveal(id: RowId, field: string): Promise<unknown> {
      return api.post<unknown>(`${base}/${id}/reveal`, { field }, { allowDuplicate: true });
    },
    history(id: RowId, options?: CallOptions): Promise<readonly HistoryEntry[]> {
      return api.get<readonly HistoryEntry[]>(`${base}/${id}/history`, options);
    },
    /**
     * Other users, and other windows of this user, that have the form of a row open. `put` also registers this
     * window.
     */
    editors(method: 'get' | 'put', id: RowId): Promise<readonly Editor[]> {
      const path = `${base}/${id}/editing`;
      const options = { ...background, query: { window: windowId } };
      return method === 'get' ? api.get(path, options) : api.put(path, undefined, options);
    },
    /** Also works while the page is being unloaded. */
    stopEditing(id: RowId): Promise<void> {
      return api.delete<void>(`${base}/${id}/editing`, {
        ...background,
        query: { window: windowId },
        keepalive: true,
      });
    },
    export(filters: Query, columns: readonly string[], format: 'xlsx' | 'csv', fileName: string) {
      return download(`${base}/export`, { ...filters, columns, format }, `${fileName}.${format}`);
    },
    importData(
      file: File,
      mode: {
        readonly dryRun: boolean;
        readonly updateSupport: boolean;
        readonly skipBad: boolean;
        /** Identifies the import for progress requests: 16 to 64 letters and digits. */
        readonly runId: string;
      },
    ): Promise<ImportResult> {
      const form = new FormData();
      for (const [name, value] of Object.entries(mode)) form.set(name, String(value));
      // Last, because streaming form parsers expect fields before files.
      form.set('file', file);
      return api.upload<ImportResult>(`${base}/importData`, form);
    },
    /** Saves the file as a workbook with the invalid cells marked. */
    importErrors(file: File, updateSupport: boolean, fileName: string): Promise<DownloadOutcome> {
      const form = new FormData();
      form.set('updateSupport', String(updateSupport));
      form.set('file', file);
      return download(`${base}/importErrors`, form, `${fileName}.xlsx`, { allowDuplicate: true });
    },
    /** Null: not started, or finished. */
    importProgress(runId: string, options?: CallOptions): Promise<ImportMeter | null> {
      return api.get(`${base}/importProgress`, { query: { runId }, quiet: true, ...options });
    },
    importTemplate(fileName: string): Promise<DownloadOutcome> {
      return download(`${base}/importTemplate`, {}, `${fileName}.xlsx`);
    },
  };
}
