'use client';
import { Group, MultiSelect, NumberInput } from '@mantine/core';
import {
  type ReportColumn,
  type ReportParams,
  type ReportSourceName,
  reportLimits,
  reportSources,
  usualParams,
} from '../../../../lib/contracts/admin/report-sources.ts';
import type { statReport } from '../../../../lib/contracts/admin/resources/stat-report.resource.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { useLocalText } from '../../text/use-text.ts';
import { useReportText } from './use-report-text.ts';

interface InputProps {
  readonly form: FormExtraProps<typeof statReport>;
}

/** How many days and rows a report has. */
export function ParamsInput({ form }: InputProps) {
  const translate = useReportText();
  const params: ReportParams = form.values.params || usualParams;
  return (
    <Group grow align="flex-start">
      {(['days', 'rows'] as const).map((name) => (
        <NumberInput
          key={name}
          label={translate(`reports.${name}`)}
          description={translate(`reports.${name}Help`)}
          min={1}
          max={reportLimits[name]}
          allowDecimal={false}
          value={params[name]}
          error={name === 'days' && form.errors.params}
          onChange={(value) => form.set('params', { ...params, [name]: Number(value) })}
        />
      ))}
    </Group>
  );
}

/** The columns of the chosen source, in the order in which they are chosen. */
export function ColumnsInput({ form }: InputProps) {
  const translate = useReportText();
  const local = useLocalText();
  const source = form.values.source as ReportSourceName | '' | null | undefined;
  const columns: readonly ReportColumn[] = source ? reportSources[source].columns : [];
  const known = new Set(columns.map(({ key }) => key));
  const chosen = Array.isArray(form.values.columns) ? form.values.columns : [];
  return (
    <MultiSelect
      label={translate('reports.columns')}
      description={translate('reports.columnsHelp')}
      data={columns.map(({ key, label }) => ({ value: key, label: local(label) }))}
      value={chosen.map(String).filter((key) => known.has(key))}
      error={form.errors.columns}
      clearable
      onChange={(keys) => form.set('columns', keys)}
    />
  );
}
