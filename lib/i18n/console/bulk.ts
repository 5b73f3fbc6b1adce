import { defineTexts } from './define-texts.ts';

/** Actions for the selected rows, loaded with the first selection. */
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
  'bulk.replaces': {
    'zh-CN': '所选{field}将替换这些数据原有的全部{field}，不选则清空。',
    'en-US': '{field}: the selection replaces all current values. Without a selection they are removed.',
  },
  'bulk.change': {
    'zh-CN': '修改 {count} 条',
    'en-US': 'Change {count, plural, one {# record} other {# records}}',
  },
  'bulk.changed': {
    'zh-CN': '已修改 {count} 条数据的「{field}」',
    'en-US': '{field} of {count, plural, one {# record} other {# records}} changed',
  },
  'bulk.selected': { 'zh-CN': '已选 {count} / 全部 {total} 条', 'en-US': '{count} of {total} selected' },
  'bulk.hidden': { 'zh-CN': '，其中 {count} 条未显示', 'en-US': ', {count} not shown' },
  'bulk.selectAll': { 'zh-CN': '选择全部 {total} 条', 'en-US': 'Select all {total}' },
  'bulk.clear': { 'zh-CN': '取消选择', 'en-US': 'Clear selection' },
  'bulk.turn': { 'zh-CN': '设为「{value}」', 'en-US': 'Set to “{value}”' },
  'bulk.turnQuestion': {
    'zh-CN': '确定将所选的 {count} 条{resource}数据设为「{value}」吗？',
    'en-US':
      'Set the {count, plural, one {# selected record} other {# selected records}} ({resource}) to “{value}”?',
  },
  'bulk.turned': {
    'zh-CN': '{count} 条数据已设为「{value}」',
    'en-US': '{count, plural, one {# record} other {# records}} set to “{value}”',
  },
  'bulk.skippedSame': {
    'zh-CN': '已是「{value}」，跳过：{names}',
    'en-US': 'Skipped, already “{value}”: {names}',
  },
  'bulk.skippedProtected': {
    'zh-CN': '受保护，状态不能更改，跳过：{names}',
    'en-US': 'Skipped, because their status is protected: {names}',
  },
  'bulk.report': { 'zh-CN': '批量设置结果', 'en-US': 'Bulk update' },
  'bulk.refused': {
    'zh-CN': '所选 {count} 条数据中有部分未能更新，结果如下。',
    'en-US':
      'Some of the {count, plural, one {# selected record} other {# selected records}} could not be updated. The results are listed below.',
  },
  'bulk.reading': { 'zh-CN': '已加载 {done} / {total}', 'en-US': '{done} of {total} loaded' },
});
