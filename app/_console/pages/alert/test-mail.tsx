'use client';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { alertTexts } from '../../../../lib/i18n/console/alerts.ts';
import { useApi } from '../../api/use-api.ts';
import { textOf, useFormCall } from '../../session/parts/use-form-call.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { errorNoticeMs } from '../../ui/toasts/notifier.ts';

/** Stays open when the e-mail was not sent, so that another address can be tried. */
export default function TestMail({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslations(alertTexts);
  const api = useApi();
  const { problems, isBusy, formProps } = useFormCall({
    check: (form) => (textOf(form, 'email').trim() === '' ? { email: translate('alerts.toNeeded') } : {}),
    async send(form) {
      const email = textOf(form, 'email').trim();
      await api.post('/monitor/alertRule/testMail', { email });
      const message = translate('alerts.sent', { to: email });
      browserNotifier.show({ kind: 'success', message, durationMs: errorNoticeMs });
      onClose();
    },
  });
  return (
    <PageDialog title={translate('alerts.testMail')} onClose={onClose}>
      <form {...formProps}>
        <Stack>
          <Text size="sm">{translate('alerts.testMailUse')}</Text>
          <TextInput
            name="email"
            label={translate('alerts.to')}
            error={problems.email}
            inputMode="email"
            autoComplete="email"
            maxLength={320}
            data-autofocus
          />
          <DialogButtons>
            <Button type="submit" loading={isBusy}>
              {translate('alerts.send')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </PageDialog>
  );
}
