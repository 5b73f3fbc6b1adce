import { cmsArticleCategory } from '../../contracts/admin/resources/cms-article-category.resource.ts';
import type { RowOf, WrittenOf } from '../../contracts/admin/row-types.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { conflict, invalid, refused } from '../errors/admin-error.ts';
import type { Change, ServerResource } from '../resource/server-resource.ts';
import { type CategoryNode, categoryRows, heightOf, pathTo } from './category-tree.ts';

type Category = RowOf<typeof cmsArticleCategory>;
type Written = WrittenOf<typeof cmsArticleCategory>;

const { maxDepth } = cmsArticleCategory.tree;
const texts = {
  parent: { 'zh-CN': '上级分类不存在', 'en-US': 'The parent category does not exist' },
  below: {
    'zh-CN': '上级分类不能选择自己或自己的下级分类',
    'en-US': 'A category cannot be moved under itself or a category below it',
  },
  deep: {
    'zh-CN': `分类最多 ${maxDepth} 级`,
    'en-US': `Categories can have at most ${maxDepth} levels`,
  },
  taken: { 'zh-CN': '同一上级分类下已有此名称', 'en-US': 'The parent category already has this name' },
  children: {
    'zh-CN': '存在下级分类，不能删除',
    'en-US': 'The category has categories below it and cannot be deleted',
  },
  articles: {
    'zh-CN': '分类下有文章，不能删除',
    'en-US': 'The category has articles and cannot be deleted',
  },
} as const satisfies Record<string, LocalText>;

export function categoryBinding(): ServerResource<typeof cmsArticleCategory> {
  return {
    definition: cmsArticleCategory,
    table: 'articleCategory',
    dataScope: 'none',
    isSerialized: true,
    before: {
      async create(change, values) {
        await checkPlace(change, null, values);
        return values;
      },
      async update(change, row, values) {
        if (values.parentId !== undefined || values.name !== undefined) {
          await checkPlace(change, row, { ...row, ...values });
        }
        return values;
      },
      remove,
    },
  };
}

async function checkPlace({ call, transaction }: Change, row: Category | null, wanted: Written) {
  const rows = await categoryRows(transaction, call.actor.scope);
  const parentId = Number(wanted.parentId ?? 0);
  const above = pathTo(rows, parentId);
  const refuse = (path: string, message: LocalText) => {
    throw invalid([{ path, message }]);
  };
  if (parentId !== 0 && above.length === 0) refuse('parentId', texts.parent);
  if (row && above.some(({ id }) => id === row.id)) refuse('parentId', texts.below);
  if (above.length + (row ? heightOf(rows, row.id) : 1) > maxDepth) refuse('parentId', texts.deep);
  const isTaken = (other: CategoryNode) =>
    other.parentId === parentId && other.name === wanted.name && other.id !== row?.id;
  if (rows.some(isTaken)) throw conflict(texts.taken, [{ path: 'name', message: texts.taken }]);
}

async function remove({ call, transaction }: Change, removed: readonly Category[]): Promise<void> {
  const { scope } = call.actor;
  const ids = removed.map(({ id }) => id);
  const rows = await categoryRows(transaction, scope);
  if (rows.some(({ id, parentId }) => ids.includes(parentId) && !ids.includes(id))) {
    throw refused(texts.children);
  }
  const article = await transaction
    .selectFrom('article')
    .select('id')
    .where('tenantId', '=', scope.tenantId)
    .where('categoryId', 'in', ids)
    .limit(1)
    .executeTakeFirst();
  if (article) throw refused(texts.articles);
}
