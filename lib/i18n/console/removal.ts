import { defineTexts } from './define-texts.ts';

/** Deleting rows; loaded at the first input. */
export const removalTexts = defineTexts({
  'removal.question': {
    'zh-CN': '确定删除这 {count} 条{resource}数据吗？删除后无法恢复。',
    'en-US': 'Delete {count, plural, one {# record} other {# records}} ({resource})? This cannot be undone.',
  },
  'removal.questionRestorable': {
    'zh-CN': '确定删除所选的 {count} 条{resource}数据吗？删除后几秒内可以撤销。',
    'en-US':
      'Delete {count, plural, one {the selected record} other {the # selected records}} ({resource})? You can undo this for a few seconds.',
  },
  'removal.keptOut': {
    'zh-CN': '另有 {count} 条不可删除，将跳过。',
    'en-US':
      ' {count, plural, one {# more record cannot be deleted and is} other {# more records cannot be deleted and are}} skipped.',
  },
  'removal.doneOne': { 'zh-CN': '已删除「{title}」', 'en-US': '“{title}” deleted' },
  'removal.done': {
    'zh-CN': '已删除 {count} 条',
    'en-US': '{count, plural, one {# record deleted} other {# records deleted}}',
  },
  'removal.report': { 'zh-CN': '批量删除结果', 'en-US': 'Bulk delete' },
  'removal.refused': {
    'zh-CN': '所选 {count} 条未能一起删除。可以逐条删除，并查看每一条的结果。',
    'en-US':
      'The {count, plural, one {# selected record} other {# selected records}} could not be deleted together. Delete them one by one to see the result for each.',
  },
  'removal.oneByOne': { 'zh-CN': '逐条删除', 'en-US': 'Delete one by one' },
  'removal.selected': { 'zh-CN': '删除所选', 'en-US': 'Delete selected' },
  'removal.typeToConfirm': { 'zh-CN': '输入「{word}」以确认', 'en-US': 'Type “{word}” to confirm' },
});
