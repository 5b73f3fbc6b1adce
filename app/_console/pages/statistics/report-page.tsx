'use client';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { statReport } from '../../../../lib/contracts/admin/resources/stat-report.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { ColumnsInput, ParamsInput } from './report-inputs.tsx';

const ReportResult = lazy(() => import('./report-result.tsx'));

type Form = ComponentProps<typeof ParamsInput>['form'];

/** Reports: their definitions, and their results in a drawer. */
export default function ReportPage() {
  const [shown, setShown] = useState<RowOf<typeof statReport> | null>(null);
  return (
    <>
      <ResourcePage
        resource="stat.report"
        slots={{
          actions: { 'stat.report.run': ([row]) => setShown(row ?? null) },
          inputs: {
            params: (form: Form) => <ParamsInput form={form} />,
            columns: (form: Form) => <ColumnsInput form={form} />,
          },
        }}
      />
      <Suspense>
        {shown && <ReportResult id={shown.reportId} title={shown.name} onClose={() => setShown(null)} />}
      </Suspense>
    </>
  );
}
