/** Export of lists to files, and import from files. */
import { createHash } from 'node:crypto';
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { ImportResult } from '../../contracts/admin/resource-calls.ts';
import { exportable, importable } from '../../contracts/admin/resource-schema.ts';
import type { FilterOf, QueryOf } from '../../contracts/admin/row-types.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import { invalid } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { cellFormat } from './cell-format.ts';
import { type ImportClaim, importClaims } from './import-claims.ts';
import { importMeters, type ReportProgress } from './import-meters.ts';
import { masked } from './masks.ts';
import { readTable } from './read-table.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type {
  ExportOptions,
  ImportOptions,
  ImportOutcome,
  ImportRow,
  ResourceFile,
  ResourceFiles,
  ResourceService,
} from './resource-service.ts';
import type { Cell, Sheet } from './sheet/cells.ts';
import { csvFile } from './sheet/csv.ts';
import { xlsxFile, xlsxType } from './sheet/xlsx-writer.ts';
import { templateNotes } from './template-notes.ts';

/** Rows of one file, without the heading. */
const maxRows = 10_000;
/** Maximum number of reported errors. */
const maxErrors = 200;

const noRows: LocalText = { 'zh-CN': '文件中没有数据', 'en-US': 'The file contains no data' };

export function resourceFiles(
  deps: ResourceDeps,
  resource: ResourceDef,
  service: Pick<ResourceService, 'pieces' | 'importRows' | 'note'>,
): ResourceFiles {
  const exported = new Map(exportable(resource));
  const fields = importable(resource);
  const claims = importClaims(deps, resource.key);
  const meters = importMeters();

  /** A value that was searched for is as secret as a stored one. */
  const hidden = (name: string, value: unknown) => {
    const mask = resource.fields[name]?.mask;
    return mask && value !== undefined ? masked(mask, value) : value;
  };
  const forTheLog = ({ field, op, ...values }: FilterOf) => ({
    field,
    op,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hidden(field, value)])),
  });

  async function exportFile(
    call: CallContext,
    query: QueryOf,
    { format, locale, signal }: ExportOptions,
  ): Promise<ResourceFile> {
    const names = (query.columns ?? [...exported.keys()]).filter((name) => exported.has(name));
    const wanted = names.map((name) => [name, exported.get(name)!] as const);
    const words = await cellFormat(deps, call, wanted, locale);
    // The export is logged before its first byte is sent.
    await service.note?.(call, {
      type: 'export',
      param: {
        format,
        columns: names,
        filters: query.filters.map(forTheLog),
        keyword: hidden(resource.titleField, query.keyword),
        // The log keeps a part of long lists, and their full length.
        ids: query.ids,
        chosen: query.ids?.length,
      },
    });
    async function* rows(): AsyncGenerator<Cell[][]> {
      for await (const piece of service.pieces(call, { ...query, columns: names })) {
        signal?.throwIfAborted();
        yield piece.map((row) => wanted.map(([name, field]) => words.cell(name, field, row)));
      }
    }
    const columns = wanted.map(([, field]) => ({
      heading: field.label[locale],
      width: Math.max(8, Math.round((field.list?.width ?? 140) / 7)),
    }));
    const title = resource.title[locale];
    const sheet: Sheet = { name: title, columns, rows: rows() };
    return format === 'csv'
      ? { fileName: `${title}.csv`, contentType: 'text/csv; charset=utf-8', body: csvFile(sheet) }
      : { fileName: `${title}.xlsx`, contentType: xlsxType, body: xlsxFile([sheet]) };
  }

  async function importTemplate(call: CallContext, locale: Locale): Promise<ResourceFile> {
    const words = await cellFormat(deps, call, fields, locale);
    const columns = fields.map(([, field]) => ({
      heading: field.label[locale],
      choices: words.choices(field),
    }));
    const title = resource.title[locale];
    const first: Sheet = { name: title, columns, rows: [] };
    const notes = templateNotes(fields, words, locale);
    const name = locale === 'zh-CN' ? `${title}导入模板.xlsx` : `${title} template.xlsx`;
    return { fileName: name, contentType: xlsxType, body: xlsxFile([first, notes]) };
  }

  async function importFile(
    call: CallContext,
    file: { readonly name: string; readonly bytes: Uint8Array } | null,
    {
      locale,
      runId,
      ...options
    }: ImportOptions & { readonly locale: Locale; readonly runId?: string | undefined },
  ): Promise<ImportResult> {
    const table = await readTable(file, maxRows, fields);
    if (table.rows.length === 0) throw invalid([{ path: 'file', message: noRows }]);
    const hash = createHash('sha256')
      .update(file!.bytes)
      .update(JSON.stringify([options.updateSupport, options.skipBad]))
      .digest('hex');
    const source = { file: file!.name, sha256: createHash('sha256').update(file!.bytes).digest('hex') };
    return meters.during(call, runId, (notify) => {
      const runImport = (claim: ImportClaim | null) =>
        importRows(call, table, options, locale, source, claim, notify);
      return options.dryRun ? runImport(null) : claims.once(call, hash, runImport);
    });
  }

  async function importRows(
    call: CallContext,
    table: Awaited<ReturnType<typeof readTable>>,
    options: ImportOptions,
    locale: Locale,
    source: { readonly file: string; readonly sha256: string },
    claim: ImportClaim | null,
    notify: ReportProgress,
  ): Promise<ImportResult> {
    const words = await cellFormat(deps, call, fields, locale);
    const errors: { row: number; field: string; message: LocalText }[] = [];
    const rows: ImportRow[] = [];
    for (const { row, cells } of table.rows) {
      const values: Record<string, unknown> = {};
      const before = errors.length;
      for (const [name, field] of fields) {
        const text = cells.get(name)?.trim() ?? '';
        if (text === '') continue;
        const read = await words.value(name, field, text);
        if ('fault' in read) errors.push({ row, field: name, message: read.fault });
        else values[name] = read.value;
      }
      if (errors.length === before) rows.push({ row, values });
    }
    const before = claim?.before?.result;
    const after = claim?.before?.upTo ?? 0;
    /** The result of the rows up to `upTo`, including earlier parts. */
    const resultOf = (outcome: ImportOutcome, upTo = Number.POSITIVE_INFINITY): ImportResult => {
      const unread = errors.filter(({ row }) => row > after && row <= upTo);
      const refused = [...unread, ...outcome.errors].sort((one, other) => one.row - other.row);
      const listed = refused.slice(0, maxErrors).map(({ row, field, message }) => ({
        row,
        column: resource.fields[field]?.label[locale] ?? '',
        message: message[locale],
      }));
      return {
        total: table.rows.length,
        created: (before?.created ?? 0) + outcome.created,
        updated: (before?.updated ?? 0) + outcome.updated,
        skipped: (before?.skipped ?? 0) + new Set(refused.map(({ row }) => row)).size,
        ...(options.dryRun ? {} : { createdIds: [...(before?.createdIds ?? []), ...outcome.createdIds] }),
        errors: [...(before?.errors ?? []), ...listed].slice(0, maxErrors),
        dryRun: options.dryRun,
        repeated: false,
      };
    };
    // An unreadable cell means a row that cannot be created, so an all-or-nothing import stops here.
    const isRefused = errors.length > 0 && !options.skipBad && !options.dryRun;
    if (isRefused || !service.importRows)
      return resultOf({ created: 0, updated: 0, createdIds: [], errors: [] });
    const outcome = await service.importRows(call, rows, options, {
      after,
      notify,
      async keep(transaction, brought, upTo) {
        const result = resultOf(brought, upTo ?? undefined);
        await claim?.keep(transaction, { upTo, result });
        if (upTo !== null) return;
        const { total, created, updated, skipped } = result;
        const param = { ...source, total, created, updated, skipped };
        await service.note?.(call, { type: 'import', param }, transaction);
      },
    });
    return resultOf(outcome);
  }

  return { exportFile, importTemplate, importFile, importProgress: meters.read };
}
