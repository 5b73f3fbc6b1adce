import { defineResource } from '../define-resource.ts';
import { createTimeField, idField, orderField, statusField } from './common-fields.ts';

/** Categories of articles. Readers see those that are enabled, with all above them. */
export const cmsArticleCategory = defineResource({
  key: 'cms.articleCategory',
  title: { 'zh-CN': '文章分类', 'en-US': 'Article category' },
  purpose: {
    'zh-CN': '文章按分类展示。停用的分类及其下级分类的文章不展示。',
    'en-US': 'Articles are shown by category. Those of a disabled category, and below it, are hidden.',
  },
  icon: 'IconFolders',
  base: '/cms/article-category',
  page: '/system/articleCategory',
  style: 'rest',
  permission: 'cms:articleCategory',
  id: { field: 'id', kind: 'integer' },
  titleField: 'name',
  defaultSort: { field: 'sort', order: 'asc' },
  can: ['add', 'edit', 'remove', 'export'],
  tree: { parentField: 'parentId', orderField: 'sort', maxDepth: 5 },
  fields: {
    id: idField,
    parentId: {
      label: { 'zh-CN': '上级分类', 'en-US': 'Parent' },
      kind: 'relation',
      relation: { resource: 'cms.articleCategory' },
      required: true,
      default: 0,
      form: { widget: 'treeSelect', span: 2 },
    },
    name: {
      label: { 'zh-CN': '分类名称', 'en-US': 'Name' },
      kind: 'string',
      min: 1,
      max: 30,
      required: true,
      list: { width: 260 },
      query: 'like',
    },
    sort: orderField,
    status: { ...statusField, list: { width: 90, cell: 'tag' } },
    createTime: createTimeField,
  },
});
