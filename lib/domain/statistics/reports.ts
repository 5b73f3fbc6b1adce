/** The report centre: reports as a resource, and running them. */
import { z } from 'zod';
import {
  type ReportColumn,
  type ReportParams,
  type ReportSource,
  type ReportSourceName,
  reportLimits,
  reportSources,
  usualParams,
} from '../../contracts/admin/report-sources.ts';
import { statReport } from '../../contracts/admin/resources/stat-report.resource.ts';
import type { RowOf } from '../../contracts/admin/row-types.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import { addDays, type CivilDate, dateOf } from '../../kernel/zone-days.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { forbidden, invalid, refused } from '../errors/admin-error.ts';
import { type CallContext, can, everyPermission } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceFile, ResourceService } from '../resource/resource-service.ts';
import type { Cell, Sheet } from '../resource/sheet/cells.ts';
import { csvFile } from '../resource/sheet/csv.ts';
import { xlsxFile, xlsxType } from '../resource/sheet/xlsx-writer.ts';
import { tableService } from '../resource/table-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { shippedReports } from '../seed/shipped.ts';
import { daysIn } from './days.ts';
import { type ReportRow, readReport } from './report-sources.ts';

type Report = RowOf<typeof statReport>;

const texts = {
  params: {
    'zh-CN': `天数为 1 至 ${reportLimits.days}，行数为 1 至 ${reportLimits.rows}`,
    'en-US': `Days must be 1 to ${reportLimits.days}, rows 1 to ${reportLimits.rows}`,
  },
  columns: { 'zh-CN': '此数据来源没有这样的列', 'en-US': 'The source has no such column' },
  builtIn: { 'zh-CN': '内置报表，不能删除', 'en-US': 'Built-in reports cannot be deleted' },
  disabled: { 'zh-CN': '报表已停用', 'en-US': 'The report is disabled' },
  order: { 'zh-CN': '结束日期不能早于开始日期', 'en-US': 'The end must not be before the beginning' },
  long: { 'zh-CN': '日期范围最多 366 天', 'en-US': 'The range may have at most 366 days' },
} as const satisfies Record<string, LocalText>;

const params = z.strictObject({
  days: z.int().min(1).max(reportLimits.days),
  rows: z.int().min(1).max(reportLimits.rows),
});

interface Asked {
  readonly id: number;
  readonly begin?: CivilDate | undefined;
  readonly end?: CivilDate | undefined;
}

export interface Reports {
  readonly service: ResourceService<typeof statReport>;
  /** Throws 404, 403 without one of its roles, U0200 for a disabled report, 40000 for a range that is too long. */
  run(
    call: CallContext,
    asked: Asked,
  ): Promise<{
    name: string;
    from: CivilDate;
    to: CivilDate;
    columns: { key: string; label: string; kind: ReportColumn['kind'] }[];
    rows: Record<string, string | number | null>[];
    drawn: string | null;
  }>;
  /** The same as a file. Logged. */
  file(call: CallContext, asked: Asked & { readonly format: 'xlsx' | 'csv' }): Promise<ResourceFile>;
}

export function reports(deps: ResourceDeps): Reports {
  const { clock } = deps;
  const { db } = deps.database;
  const zoneOf = tenantZone(deps);

  const service = tableService(deps, {
    definition: statReport,
    table: 'report',
    dataScope: 'none',
    columns: {
      reportId: 'id',
      createTime: 'createdAt',
      params: jsonColumn('params', usualParams),
      columns: jsonColumn('columns', []),
      roles: jsonColumn('roles', []),
      isBuiltIn: {
        column: 'isBuiltIn',
        read: (stored) => (Number(stored) === 1 ? 'Y' : 'N'),
        write: (value) => (value === 'Y' ? 1 : 0),
      },
    },
    shipped: { name: shippedReports },
    madeWith: () => ({
      ...{ isBuiltIn: 0, params: JSON.stringify(usualParams), columns: '[]', roles: '[]', status: '0' },
    }),
    before: {
      create(_change, values) {
        check(values);
        return values;
      },
      update(_change, row, values) {
        check({ ...row, ...values });
        return values;
      },
      async remove(_change, rows) {
        if (rows.some(({ isBuiltIn }) => isBuiltIn === 'Y')) throw refused(texts.builtIn);
      },
    },
  });

  async function rangeOf({ actor }: CallContext, { begin, end }: Asked, days: number) {
    const zone = await zoneOf(actor.scope.tenantId);
    const to = end ?? dateOf(zone, clock.now());
    const from = begin ?? addDays(to, 1 - days);
    const refuse = (message: LocalText) => invalid([{ path: 'begin', message }]);
    if (from > to) throw refuse(texts.order);
    if (daysIn({ from, to }) > reportLimits.days) throw refuse(texts.long);
    return { range: { from, to }, zone };
  }

  const run: Reports['run'] = async (call, asked) => {
    const report = await service.get(call, asked.id);
    if (report.status !== '0') throw refused(texts.disabled);
    if (!mayRun(call, report)) throw forbidden();
    const { locale = 'zh-CN' } = call;
    const source = report.source as ReportSourceName;
    const { days, rows } = paramsOf(report);
    const { range, zone } = await rangeOf(call, asked, days);
    const read = await readReport[source]({ db, call, range, zone, now: clock.now(), rows });
    const columns = columnsOf(report);
    const drawing: ReportSource = reportSources[source];
    const drawn = drawing.drawn ?? null;
    const isDrawn = report.chart === 'bar' && columns.some(({ key }) => key === drawn);
    return {
      name: shippedReports.shown(locale, report.name),
      ...range,
      columns: columns.map(({ key, label, kind }) => ({ key, label: label[locale], kind })),
      rows: read.map((row) => Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null]))),
      drawn: isDrawn ? drawn : null,
    };
  };

  return {
    service,
    run,
    async file(call, { format, ...asked }) {
      const { name, from, to, columns, rows } = await run(call, asked);
      const { locale = 'zh-CN' } = call;
      await recordOperation(deps, {
        call,
        title: statReport.title,
        type: 'export',
        param: { report: name, from, to, format },
      });
      const sheet: Sheet = {
        name,
        columns: columns.map(({ label, kind }) => ({ heading: `${label}${units[kind][locale]}`, width: 20 })),
        rows: [rows.map((row: ReportRow) => columns.map(({ key }): Cell => row[key] ?? null))],
      };
      return format === 'csv'
        ? { fileName: `${name}.csv`, contentType: 'text/csv; charset=utf-8', body: csvFile(sheet) }
        : { fileName: `${name}.xlsx`, contentType: xlsxType, body: xlsxFile([sheet]) };
    },
  };
}

const none = { 'zh-CN': '', 'en-US': '' } as const;
const units: Readonly<Record<ReportColumn['kind'], Readonly<Record<Locale, string>>>> = {
  text: none,
  number: none,
  duration: { 'zh-CN': '（秒）', 'en-US': ' (s)' },
  percent: { 'zh-CN': '（%）', 'en-US': ' (%)' },
};

const jsonColumn = (column: string, absent: unknown) => ({
  column,
  read: (stored: unknown) => JSON.parse(String(stored)),
  write: (value: unknown) => JSON.stringify(value ?? absent),
});

/** Users with all permissions, and without roles in the report everybody who may run reports. */
function mayRun({ actor }: CallContext, { roles }: Report): boolean {
  if (!roles || roles.length === 0 || can(actor, everyPermission)) return true;
  return roles.some((role) => actor.roleIds.includes(Number(role)));
}

const paramsOf = (report: Pick<Report, 'params'>): ReportParams => report.params ?? usualParams;

function columnsOf({ source, columns }: Pick<Report, 'source' | 'columns'>): readonly ReportColumn[] {
  const all: readonly ReportColumn[] = reportSources[source as ReportSourceName].columns;
  if (!columns || columns.length === 0) return all;
  return columns.flatMap((key) => all.find((column) => column.key === key) ?? []);
}

function check(report: {
  readonly source: string;
  readonly params?: unknown;
  readonly columns?: readonly string[] | null | undefined;
}): void {
  if (report.params !== undefined && report.params !== null && !params.safeParse(report.params).success)
    throw invalid([{ path: 'params', message: texts.params }]);
  const known: readonly ReportColumn[] = reportSources[report.source as ReportSourceName].columns;
  const isKnown = (report.columns ?? []).every((name) => known.some(({ key }) => key === name));
  if (!isKnown) throw invalid([{ path: 'columns', message: texts.columns }]);
}
