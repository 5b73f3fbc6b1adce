'use client';
import { lazy, Suspense, useState } from 'react';
import { pageAddress } from '../../../../lib/contracts/admin/define-resource.ts';
import type { iotWebhook } from '../../../../lib/contracts/admin/resources/iot-webhook.resource.ts';
import { iotWebhookDelivery } from '../../../../lib/contracts/admin/resources/iot-webhook-delivery.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { api } from '../../api/request.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { errorNoticeMs } from '../../ui/toasts/notifier.ts';

const OneTimeSecrets = lazy(() => import('../../ui/dialogs/one-time-secrets.tsx'));

const deliveries = pageAddress(iotWebhookDelivery);

/** Where alarms are sent. The secret of a new webhook is shown once. */
export default function WebhookPage() {
  const translate = usePageText();
  const [made, setMade] = useState<string | null>(null);
  /** The answer of the address is among the deliveries, a few seconds later. */
  const sendTest = async ({ id, name }: RowOf<typeof iotWebhook>) => {
    await api.put<void>('/iot/webhook/test', { id });
    browserNotifier.show({
      kind: 'success',
      message: translate('pages.webhook.tested', { name }),
      links: [
        {
          text: translate('pages.webhook.deliveries'),
          address: `${deliveries}?${new URLSearchParams({ webhookId: id })}`,
        },
      ],
      durationMs: errorNoticeMs,
    });
  };
  return (
    <>
      <ResourcePage
        resource="iot.webhook"
        slots={{
          actions: { test: ([row]) => row && void sendTest(row).catch(() => undefined) },
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
