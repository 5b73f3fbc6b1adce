'use client';
import { shareTexts } from '../../../../lib/i18n/console/shares.ts';
import { useTranslations } from '../../text/use-translations.ts';
import OneTimeSecrets from '../../ui/dialogs/one-time-secrets.tsx';

/** The answer of `POST /iot/share`. */
export interface MadeShare {
  readonly shareCode: string;
  readonly isEmbeddable: boolean;
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
      texts={{
        [translate('share.link')]: `${location.origin}/s/${made.shareCode}`,
        ...(made.isEmbeddable ? { [translate('share.embedCode')]: embedCodeOf(made) } : {}),
      }}
      note={translate('share.use')}
      onClose={onClose}
    />
  );
}

/** For pages of other sites. */
const embedCodeOf = ({ shareCode }: MadeShare) =>
  `<iframe src="${location.origin}/e/${shareCode}" width="640" height="360" style="border:0" allow="autoplay; fullscreen; picture-in-picture" referrerpolicy="no-referrer"></iframe>`;
