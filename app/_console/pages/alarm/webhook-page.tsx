'use client';
import { lazy, Suspense, useState } from 'react';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { usePageText } from '../../text/use-page-text.ts';

const OneTimeSecrets = lazy(() => import('../../ui/dialogs/one-time-secrets.tsx'));

/** Where alarms are sent. The secret of a new webhook is shown once. */
export default function WebhookPage() {
  const translate = usePageText();
  const [made, setMade] = useState<string | null>(null);
  return (
    <>
      <ResourcePage
        resource="iot.webhook"
        slots={{
          onAnswer: (_what, answer) =>
            setMade((answer as { readonly secret?: string } | null)?.secret ?? null),
        }}
      />
      <Suspense>
        {made && (
          <OneTimeSecrets
            what={translate('pages.webhook.answer')}
            texts={{ [translate('pages.webhook.secret')]: made }}
            note={translate('pages.webhook.use')}
            onClose={() => setMade(null)}
          />
        )}
      </Suspense>
    </>
  );
}
