'use client';
import { lazy, Suspense, useState } from 'react';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { CamerasInput, noneYet } from '../parts/cameras-input.tsx';

const OneTimeSecrets = lazy(() => import('../../ui/dialogs/one-time-secrets.tsx'));

/** Tokens with which outside systems report alarms. */
export default function AlarmTokenPage() {
  const translate = usePageText();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [made, setMade] = useState<string | null>(null);
  return (
    <>
      <ResourcePage
        resource="iot.alarmToken"
        slots={{
          startsWith: { cameras: noneYet },
          inputs: { cameras: (form) => <CamerasInput {...form} names={names} onNames={setNames} /> },
          onAnswer: (_what, answer) => setMade((answer as { readonly alarmToken: string }).alarmToken),
        }}
      />
      <Suspense>
        {made && (
          <OneTimeSecrets
            what={translate('pages.alarm.tokenAnswer')}
            texts={{ [translate('pages.alarm.token')]: made }}
            note={translate('pages.alarm.tokenUse')}
            onClose={() => setMade(null)}
          />
        )}
      </Suspense>
    </>
  );
}
