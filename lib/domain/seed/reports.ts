/** Reports that come with the product. Users may change and disable them; `code` identifies the row at later starts. */
import { type ReportSourceName, reportSources, usualParams } from '../../contracts/admin/report-sources.ts';
import type { LocalText } from '../../i18n/translate.ts';

export interface SeedReport {
  readonly code: ReportSourceName;
  readonly name: LocalText;
  readonly chart: 'bar' | 'none';
  readonly params: string;
}

export const seedReports: readonly SeedReport[] = (Object.keys(reportSources) as ReportSourceName[]).map(
  (code) => ({
    code,
    name: reportSources[code].label,
    chart: 'drawn' in reportSources[code] ? 'bar' : 'none',
    params: JSON.stringify(usualParams),
  }),
);
