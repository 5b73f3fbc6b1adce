import { cmsArticle } from '../../contracts/admin/resources/cms-article.resource.ts';
import type { RowOf, WrittenOf } from '../../contracts/admin/row-types.ts';
import { pathOfUpload } from '../../contracts/admin/upload-address.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { invalid, refused } from '../errors/admin-error.ts';
import { can } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { Change, ServerResource } from '../resource/server-resource.ts';
import { cleanHtml } from '../system/clean-html.ts';
import { imagesIn, setUsedImages } from '../uploads/upload-use.ts';
import { articleStates } from './article-states.ts';

type Article = RowOf<typeof cmsArticle>;
type Written = WrittenOf<typeof cmsArticle>;

const texts = {
  cover: { 'zh-CN': '封面须为已上传的图片', 'en-US': 'The cover must be an uploaded image' },
  removeFirst: { 'zh-CN': '已发布的文章须先下架', 'en-US': 'Withdraw a published article first' },
  published: {
    'zh-CN': '已发布的文章只能由有发布权限的用户修改',
    'en-US': 'Published articles can be changed only by users who may publish',
  },
} as const satisfies Record<string, LocalText>;

/** Everybody with the permission sees every article. */
export function articleBinding(deps: ResourceDeps): ServerResource<typeof cmsArticle> {
  return {
    definition: cmsArticle,
    table: 'article',
    dataScope: 'none',
    // A category is not deleted while an article is added to it.
    isSerialized: true,
    columns: { publishTime: 'publishAt' },
    madeWith: () => ({ status: articleStates.draft, viewCount: 0, content: '', tags: '[]' }),
    before: {
      create: (_, values) => checked(values),
      update({ call }, row, values) {
        if (row.status === articleStates.published && !can(call.actor, 'cms:article:publish')) {
          throw refused(texts.published);
        }
        const { publishTime, ...others } = values;
        // A published article always has a time.
        const isKept =
          publishTime === undefined || (publishTime === null && row.status === articleStates.published);
        return checked(isKept ? others : values);
      },
      async remove(_, rows) {
        if (rows.some(({ status }) => status === articleStates.published)) throw refused(texts.removeFirst);
      },
    },
    after: {
      create: (change, id, values) => used(change, id, values),
      update: (change, id, values, row) => used(change, id, { ...row, ...values }),
      async remove(change, rows) {
        for (const { articleId } of rows) await used(change, articleId, {});
      },
    },
    // A row written by other means is sanitised too.
    decorate: async (_, rows) =>
      rows.map((row: Article) => (row.content ? { ...row, content: cleanHtml(row.content) } : row)),
  };

  async function used(change: Change, id: number, { content, cover }: Written): Promise<void> {
    const holder = { bizType: cmsArticle.key, bizId: String(id), field: 'content' };
    const coverPath = pathOfUpload(cover ?? '');
    const paths = [...imagesIn(content ?? ''), ...(coverPath === null ? [] : [coverPath])];
    await setUsedImages(change, holder, paths, deps.clock.now());
  }
}

/** Sanitised; an optional field may be null, its column may not. */
function checked<Values extends Written>(values: Values) {
  if (values.cover && pathOfUpload(values.cover) === null) {
    throw invalid([{ path: 'cover', message: texts.cover }]);
  }
  return {
    ...values,
    ...(values.isTop === null ? { isTop: '0' as const } : {}),
    ...(values.isHot === null ? { isHot: '0' as const } : {}),
    ...(values.tags === null ? { tags: [] } : {}),
    ...('content' in values ? { content: cleanHtml(values.content ?? '') } : {}),
  };
}
