'use client';
import { lazy, Suspense, useState } from 'react';
import type { cmsArticle } from '../../../../lib/contracts/admin/resources/cms-article.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { articleTexts } from '../../../../lib/i18n/console/articles.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { RowButton } from '../parts/row-button.tsx';

const StoredPreview = lazy(() => import('./stored-preview.tsx'));
const formPath = '/system/article/form';

/** Articles. They are edited on a separate page. */
export default function ArticlePage() {
  const translate = useTranslations(articleTexts);
  const page = usePage();
  const [shown, setShown] = useState<RowOf<typeof cmsArticle> | null>(null);
  return (
    <>
      <ResourcePage
        resource="cms.article"
        slots={{
          onAdd: () => page.open(formPath),
          onEdit: ({ articleId }) => page.open(`${formPath}?articleId=${articleId}`),
          rowActionsFor: ['cms:article:query'],
          rowActions: (row) => (
            <RowButton row={row} title="title" onClick={setShown} isRare>
              {translate('article.preview')}
            </RowButton>
          ),
        }}
      />
      <Suspense>{shown && <StoredPreview article={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  );
}
