'use client';
import { Button, Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { jobTexts } from '../../../../lib/i18n/console/jobs.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { RowButton } from '../parts/row-button.tsx';

const CronInput = lazy(retryWhenOnline(() => import('./cron-input.tsx')));
const TargetInput = lazy(retryWhenOnline(() => import('./target-input.tsx')));
const BackupList = lazy(() => import('./backup-list.tsx'));

type JobForm = ComponentProps<typeof CronInput>['form'];

const logPath = '/monitor/job/log';

/** Scheduled jobs. Their log is a page of its own. */
export default function JobPage() {
  const translate = useTranslations(jobTexts);
  const page = usePage();
  const [showsBackups, setShowsBackups] = useState(false);
  return (
    <>
      <ResourcePage
        resource="monitor.job"
        slots={{
          toolbar: () => (
            <>
              <Button variant="default" onClick={() => page.open(logPath)}>
                {translate('jobs.allLogs')}
              </Button>
              <Button variant="default" onClick={() => setShowsBackups(true)}>
                {translate('jobs.backups')}
              </Button>
            </>
          ),
          rowActions: (row) => (
            <RowButton
              row={row}
              title="jobName"
              isRare
              onClick={({ jobId }) => page.open(`${logPath}?jobId=${jobId}`)}
            >
              {translate('jobs.log')}
            </RowButton>
          ),
          inputs: {
            invokeTarget: (form: JobForm) => (
              <Suspense fallback={<Skeleton height={60} />}>
                <TargetInput form={form} />
              </Suspense>
            ),
            cronExpression: (form: JobForm) => (
              <Suspense fallback={<Skeleton height={60} />}>
                <CronInput form={form} />
              </Suspense>
            ),
          },
        }}
      />
      <Suspense>{showsBackups && <BackupList onClose={() => setShowsBackups(false)} />}</Suspense>
    </>
  );
}
