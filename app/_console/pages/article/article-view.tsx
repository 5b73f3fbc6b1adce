'use client';
import { Badge, Group, Stack, Text, Title, Typography } from '@mantine/core';
import type { cmsArticle } from '../../../../lib/contracts/admin/resources/cms-article.resource.ts';
import type { FormOf } from '../../../../lib/contracts/admin/row-types.ts';
import { articleTexts } from '../../../../lib/i18n/console/articles.ts';
import { uploadedImage } from '../../api/upload/image-address.ts';
import { CleanHtml } from '../../shell/notices/clean-html.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import styles from './article.module.css';

/** An article as its readers see it, stored or being written. */
export function ArticleView({ article }: { readonly article: FormOf<typeof cmsArticle> }) {
  const translate = useTranslations(articleTexts);
  const cover = uploadedImage(article.cover || null);
  const byline = [
    article.author && translate('article.byline', { author: article.author }),
    article.source && translate('article.from', { source: article.source }),
    article.publishTime,
  ].filter(Boolean);
  return (
    <Stack gap="sm">
      <Title order={2} className={styles.text}>
        {article.title || translate('article.untitled')}
      </Title>
      {byline.length > 0 && (
        <Text size="sm" c="dimmed">
          {byline.join(' · ')}
        </Text>
      )}
      {Array.isArray(article.tags) && article.tags.length > 0 && (
        <Group gap="xs">
          {article.tags.map((tag) => (
            <Badge key={tag} variant="light" color="gray" tt="none">
              {tag}
            </Badge>
          ))}
        </Group>
      )}
      {cover && (
        // biome-ignore lint/performance/noImgElement: an uploaded image, shown as it is
        <img src={cover} alt="" className={styles.cover} />
      )}
      {article.summary && <Text c="dimmed">{article.summary}</Text>}
      {article.content ? (
        <Typography className={styles.text}>
          <CleanHtml html={article.content} />
        </Typography>
      ) : (
        <Text c="dimmed">{translate('article.noText')}</Text>
      )}
    </Stack>
  );
}
