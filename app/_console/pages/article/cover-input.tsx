'use client';
import { Input } from '@mantine/core';
import { cmsArticle } from '../../../../lib/contracts/admin/resources/cms-article.resource.ts';
import { articleTexts } from '../../../../lib/i18n/console/articles.ts';
import { signedUploadTo } from '../../api/upload/send-upload.ts';
import { Upload } from '../../api/upload/upload.tsx';
import { useApi } from '../../api/use-api.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { storedFile } from '../parts/stored-file.ts';

/** One image, uploaded or removed. */
export function CoverInput({ values, set, errors }: FormExtraProps<typeof cmsArticle>) {
  const translate = useTranslations(articleTexts);
  const { local } = useTexts();
  const api = useApi();
  return (
    <Input.Wrapper
      label={local(cmsArticle.fields.cover.label)}
      description={translate('article.cover')}
      error={errors.cover}
      labelElement="div"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Upload
        kind="image"
        send={signedUploadTo(api)}
        notifier={browserNotifier}
        initial={values.cover ? [storedFile(values.cover)] : []}
        onChange={(files) => set('cover', files.at(-1)?.url ?? '')}
      />
    </Input.Wrapper>
  );
}
