/** Export of lists to files, and import from files. */
import { createHash } from 'node:crypto';
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { ImportResult } from '../../contracts/admin/resource-calls.ts';
import { exportable, importable } from '../../contracts/admin/resource-schema.ts';
import type { QueryOf, Row } from '../../contracts/admin/row-types.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import { invalid } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { cellFormat } from './cell-format.ts';
import { type ImportClaim, importClaims } from './import-claims.ts';
import { importMeters, type ReportProgress } from './import-meters.ts';
import { maskedFilter, maskedTerm } from './masks.ts';
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
const maxErrors = 10_000;
/** Heading of the last column of a marked file; ignored when the file is imported again. */
const errorsHeading: LocalText = { 'zh-CN': '错误', 'en-US': 'Errors' };

const inSeconds: LocalText = { 'zh-CN': '（秒）', 'en-US': ' (s)' };
const noRows: LocalText = { 'zh-CN': '文件中没有数据', 'en-US': 'The file contains no data' };

export function resourceFiles(
  deps: ResourceDeps,
  resource: ResourceDef,
  service: Pick<ResourceService, 'pieces' | 'importRows' | 'note'>,
): ResourceFiles {
  const exported = new Map(exportable(resource));
  const fields = importable(resource);
  const claims = importClaims(deps, resource.key);
  const meters = importMeters(deps);

  async function exportFile(
    call: CallContext,
    query: QueryOf,
    { format, locale, signal, onRows }: ExportOptions,
  ): Promise<ResourceFile> {
    const names = (query.columns ?? [...exported.keys()]).filter((name) => exported.has(name));
    const wanted = names.map((name) => [name, exported.get(name)!] as const);
    const words = await cellFormat(deps, call, wanted, locale);
    const pieces = service.pieces(call, { ...query, columns: names })[Symbol.asyncIterator]();
    // Rejected filters are reported before a file begins.
    const first = await pieces.next();
    // The export is logged before its first byte is sent.
    await service.note?.(call, {
      type: 'export',
      param: {
        format,
        columns: names,
        filters: query.filters.map((filter) => maskedFilter(resource, filter)),
        keyword: maskedTerm(resource, resource.titleField, query.keyword),
        // The log keeps a part of long lists, and their full length.
        ids: query.ids,
        chosen: query.ids?.length,
      },
    });
    const cellsOf = (piece: readonly Row[]) =>
      piece.map((row) => wanted.map(([name, field]) => words.cell(name, field, row)));
    async function* rows(): AsyncGenerator<Cell[][]> {
      let done = 0;
      for (let next = first; !next.done; next = await pieces.next()) {
        signal?.throwIfAborted();
        done += next.value.length;
        onRows?.(done);
        yield cellsOf(next.value);
      }
    }
    const columns = wanted.map(([, field]) => ({
      heading:
        field.list?.cell === 'duration' ? `${field.label[locale]}${inSeconds[locale]}` : field.label[locale],
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
    const table = await readFile(file);
    const hash = createHash('sha256')
      .update(file!.bytes)
      .update(JSON.stringify([options.updateSupport, options.skipBad]))
      .digest('hex');
    const source = { file: file!.name, sha256: createHash('sha256').update(file!.bytes).digest('hex') };
    return meters.during(call, runId, (notify) => {
      const runImport = (claim: ImportClaim | null) =>
        importRows(call, table, options, locale, source, claim, notify).then(({ result }) => result);
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
  ): Promise<{ readonly result: ImportResult; readonly errors: ImportOutcome['errors'] }> {
    const words = await cellFormat(deps, call, fields, locale);
    const rows: ImportRow[] = [];
    for (const { row, cells } of table.rows) {
      const values: Record<string, unknown> = {};
      const faults: { field: string; message: LocalText }[] = [];
      for (const [name, field] of fields) {
        const text = cells.get(name)?.trim() ?? '';
        if (text === '') continue;
        const read = await words.value(name, field, text);
        if ('fault' in read) faults.push({ field: name, message: read.fault });
        else values[name] = read.value;
      }
      rows.push(faults.length > 0 ? { row, values, faults } : { row, values });
    }
    const before = claim?.before?.result;
    const after = claim?.before?.upTo ?? 0;
    const placeOf = new Map(fields.map(([name], at) => [name, at]));
    const inOrder = (errors: ImportOutcome['errors']) =>
      errors.toSorted(
        (one, other) =>
          one.row - other.row || (placeOf.get(one.field) ?? 0) - (placeOf.get(other.field) ?? 0),
      );
    /** Includes earlier parts of the file. */
    const resultOf = (outcome: ImportOutcome): ImportResult => {
      const refused = inOrder(outcome.errors);
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
        warnings: table.notes.map(({ field, message }) => ({
          column: field === null ? '' : (resource.fields[field]?.label[locale] ?? ''),
          message: message[locale],
        })),
        dryRun: options.dryRun,
        repeated: false,
      };
    };
    const outcome = await service.importRows!(call, rows, options, {
      after,
      notify,
      async keep(transaction, brought, upTo) {
        const result = resultOf(brought);
        await claim?.keep(transaction, { upTo, result });
        if (upTo !== null) return;
        const { total, created, updated, skipped } = result;
        const param = { ...source, total, created, updated, skipped };
        await service.note?.(call, { type: 'import', param }, transaction);
      },
    });
    return { result: resultOf(outcome), errors: inOrder(outcome.errors) };
  }

  async function readFile(file: Parameters<typeof readTable>[0]): ReturnType<typeof readTable> {
    const table = await readTable(file, maxRows, fields, Object.values(errorsHeading));
    if (table.rows.length === 0) throw invalid([{ path: 'file', message: noRows }]);
    return table;
  }

  const markErrors: ResourceFiles['markErrors'] = async (call, file, { updateSupport, locale }) => {
    const table = await readFile(file);
    const options = { updateSupport, dryRun: true, skipBad: true };
    const source = { file: file!.name, sha256: '' };
    const { errors } = await importRows(call, table, options, locale, source, null, () => undefined);
    const ofRow = new Map<number, (typeof errors)[number][]>();
    for (const error of errors) ofRow.set(error.row, [...(ofRow.get(error.row) ?? []), error]);
    // A marked file may be marked again.
    const shown = [...table.heading.keys()].filter(
      (at) => !Object.values(errorsHeading).includes(table.heading[at]!.trim()),
    );
    const rows = table.rows.map(({ row, texts }): Cell[] => {
      const found = ofRow.get(row) ?? [];
      const isWrong = (at: number) => found.some(({ field }) => field === table.columns[at]);
      const cells = shown.map(
        (at): Cell => (isWrong(at) ? { marked: texts[at] ?? '' } : (texts[at] ?? null)),
      );
      return [...cells, found.map(({ message }) => message[locale]).join(locale === 'zh-CN' ? '；' : '; ')];
    });
    const columns = [
      ...shown.map((at) => ({ heading: table.heading[at]! })),
      { heading: errorsHeading[locale], width: 60 },
    ];
    const sheet: Sheet = { name: resource.title[locale], columns, rows: [rows] };
    return {
      fileName: `${file!.name.replace(/\.\w+$/, '')} - ${errorsHeading[locale]}.xlsx`,
      contentType: xlsxType,
      body: xlsxFile([sheet]),
    };
  };

  return { exportFile, importTemplate, importFile, markErrors, importProgress: meters.read };
}
