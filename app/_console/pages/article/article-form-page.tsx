'use client';
import { Button, Group } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import type { cmsArticle } from '../../../../lib/contracts/admin/resources/cms-article.resource.ts';
import { articleTexts } from '../../../../lib/i18n/console/articles.ts';
import type { FormExtraProps, Slots } from '../../resource/context/resource-page-context.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { FormPage } from '../parts/form-page.tsx';
import { ArticleView } from './article-view.tsx';
import { CoverInput } from './cover-input.tsx';

type ArticleForm = FormExtraProps<typeof cmsArticle>;

const slots: Pick<Slots<typeof cmsArticle>, 'inputs' | 'formExtra'> = {
  inputs: { cover: (form) => <CoverInput {...form} /> },
  formExtra: (form) => <Preview {...form} />,
};

/** Form of an article; `?articleId=` edits an existing one. */
export default function ArticleFormPage() {
  return <FormPage resource="cms.article" slots={slots} maw={1040} mx="auto" />;
}

/** Shows what is being written. */
function Preview({ values }: ArticleForm) {
  const translate = useTranslations(articleTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <Group>
      <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => setOpen(true)}>
        {translate('article.preview')}
      </Button>
      {isOpen && (
        <PageDialog title={translate('article.preview')} size={900} onClose={() => setOpen(false)}>
          <ArticleView article={values} />
        </PageDialog>
      )}
    </Group>
  );
}
