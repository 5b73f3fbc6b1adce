'use client';
import { useQuery } from '@tanstack/react-query';
import type { cmsArticle } from '../../../../lib/contracts/admin/resources/cms-article.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { articleTexts } from '../../../../lib/i18n/console/articles.ts';
import { api } from '../../api/request.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { ArticleView } from './article-view.tsx';

type Article = RowOf<typeof cmsArticle>;

/** A stored article as its readers see it. */
export default function StoredPreview({
  article: { articleId, title },
  onClose,
}: {
  readonly article: Article;
  readonly onClose: () => void;
}) {
  const translate = useTranslations(articleTexts);
  const { data, error, refetch } = useQuery({
    queryKey: ['cms.article', 'row', articleId, 'preview'],
    queryFn: ({ signal }) => api.get<Article>(`/cms/article/${articleId}`, { signal, quiet: true }),
    staleTime: 0,
  });
  return (
    <PageDialog title={`${translate('article.preview')} · ${title}`} size={900} onClose={onClose}>
      {data ? <ArticleView article={data} /> : <RowState error={error} onRetry={() => void refetch()} />}
    </PageDialog>
  );
}
