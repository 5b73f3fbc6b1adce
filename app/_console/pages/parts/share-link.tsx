'use client';
import { shareTexts } from '../../../../lib/i18n/console/shares.ts';
import { useTranslations } from '../../text/use-translations.ts';
import OneTimeSecrets from '../../ui/dialogs/one-time-secrets.tsx';

/** The answer of `POST /iot/share`. */
export interface MadeShare {
  readonly shareToken: string;
}

/** The link that was made, which is shown once. */
export default function ShareLink({
  made,
  onClose,
}: {
  readonly made: MadeShare;
  readonly onClose: () => void;
}) {
  const translate = useTranslations(shareTexts);
  return (
    <OneTimeSecrets
      what={translate('share.created')}
      texts={{ [translate('share.link')]: `${location.origin}/share#${made.shareToken}` }}
      note={translate('share.use')}
      onClose={onClose}
    />
  );
}
