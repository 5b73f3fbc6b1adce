import { defineTexts } from './define-texts.ts';

/** Bulk edit, loaded with the first selection. */
export const bulkTexts = defineTexts({
  'bulk.edit': { 'zh-CN': '批量修改', 'en-US': 'Edit selected' },
  'bulk.title': { 'zh-CN': '批量修改{resource}', 'en-US': 'Bulk edit: {resource}' },
  'bulk.field': { 'zh-CN': '字段', 'en-US': 'Field' },
  'bulk.count': {
    'zh-CN': '将修改 {count} 条数据：{names}',
    'en-US': '{count, plural, one {# record} other {# records}} will be changed: {names}',
  },
  'bulk.none': { 'zh-CN': '没有需要修改的数据', 'en-US': 'There is nothing to change' },
  'bulk.same': { 'zh-CN': '已是该值，跳过：{names}', 'en-US': 'Skipped, already have this value: {names}' },
  'bulk.protected': { 'zh-CN': '受保护，不能修改，跳过：{names}', 'en-US': 'Skipped, protected: {names}' },
  'bulk.change': {
    'zh-CN': '修改 {count} 条',
    'en-US': 'Change {count, plural, one {# record} other {# records}}',
  },
  'bulk.changed': {
    'zh-CN': '已修改 {count} 条数据的「{field}」',
    'en-US': '{field} of {count, plural, one {# record} other {# records}} changed',
  },
});
