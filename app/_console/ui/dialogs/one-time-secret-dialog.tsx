'use client';
import { Alert, Button, Group, type ModalProps, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, type Ref, useState } from 'react';
import { secretTexts } from '../../../../lib/i18n/console/secret.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { PageDialog } from './page-dialog.tsx';

export interface OneTimeSecretDialogProps extends Pick<ModalProps, 'size'> {
  readonly ref?: Ref<HTMLDivElement>;
  readonly title: string;
  /** The secret was copied or saved, or there is none. */
  readonly isSaved: boolean;
  /** The dialog cannot be closed while true. */
  readonly isBusy?: boolean;
  /** A button beside the one that closes. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
  onClose(): void;
}

/** Shows a secret once. Closing before it is saved asks for confirmation, because Escape is easily pressed. */
export function OneTimeSecretDialog({
  ref,
  title,
  isSaved,
  isBusy = false,
  action,
  size,
  children,
  onClose,
}: OneTimeSecretDialogProps) {
  const { translate } = useTexts();
  const ofSecret = useTranslations(secretTexts);
  const [isConfirming, setConfirming] = useState(false);
  const close = () => {
    if (isBusy) return;
    if (isSaved) onClose();
    else setConfirming(true);
  };
  return (
    <PageDialog
      {...(ref === undefined ? {} : { ref })}
      {...(size === undefined ? {} : { size })}
      title={title}
      onClose={close}
      closeOnClickOutside={false}
      withCloseButton={!isBusy}
    >
      <Stack>
        {children}
        {isConfirming && !isSaved ? (
          <Alert color="red" icon={<IconAlertTriangle />} role="alert" title={ofSecret('secret.ask')}>
            <Group justify="flex-end">
              <Button variant="default" data-autofocus onClick={() => setConfirming(false)}>
                {ofSecret('secret.stay')}
              </Button>
              <Button color="red" onClick={onClose}>
                {ofSecret('secret.close')}
              </Button>
            </Group>
          </Alert>
        ) : (
          <Group justify="flex-end">
            <Button variant={action ? 'default' : 'filled'} disabled={isBusy} onClick={close}>
              {translate('common.close')}
            </Button>
            {action}
          </Group>
        )}
      </Stack>
    </PageDialog>
  );
}
