'use client';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { alertTexts } from '../../../../lib/i18n/console/alerts.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { useTranslations } from '../../text/use-translations.ts';

const TestMail = lazy(() => import('./test-mail.tsx'));

/** Rules of alerts, and a test of the mail server that they use. */
export default function AlertRulePage() {
  const translate = useTranslations(alertTexts);
  const [isTesting, setTesting] = useState(false);
  return (
    <>
      <ResourcePage
        resource="monitor.alertRule"
        slots={{
          toolbar: () => (
            <HasPermi value={['monitor:alertRule:add', 'monitor:alertRule:edit']}>
              <Button variant="default" onClick={() => setTesting(true)}>
                {translate('alerts.testMail')}
              </Button>
            </HasPermi>
          ),
        }}
      />
      <Suspense>{isTesting && <TestMail onClose={() => setTesting(false)} />}</Suspense>
    </>
  );
}
