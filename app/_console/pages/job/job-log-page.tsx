'use client';
import { jobTexts } from '../../../../lib/i18n/console/jobs.ts';
import { api } from '../../api/request.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { LogButton } from '../parts/log-button.tsx';

/** Runs of all jobs, or of the one in the address. */
export default function JobLogPage() {
  const translate = useTranslations(jobTexts);
  return (
    <ResourcePage
      resource="monitor.jobLog"
      slots={{
        toolbar: () => (
          <HasPermi value={['monitor:job:remove']}>
            <LogButton
              label={translate('jobs.clean')}
              why={translate('jobs.cleanWhy')}
              resource="monitor.jobLog"
              run={async () => {
                const { removed } = await api.delete<{ readonly removed: number }>('/monitor/jobLog/clean');
                return { message: translate('jobs.cleaned', { count: removed }) };
              }}
            />
          </HasPermi>
        ),
      }}
    />
  );
}
