import { defineTexts } from './define-texts.ts';

/** Reordering of rows, loaded with lists that have an order. */
export const sortTexts = defineTexts({
  'sort.help': {
    'zh-CN': '拖动手柄调整顺序和层级，或在手柄上按 Ctrl+方向键',
    'en-US': 'Drag the handle to reorder rows or change the parent, or press Ctrl+arrow key on the handle',
  },
  'sort.off': {
    'zh-CN': '清除筛选并恢复默认排序后可以调整顺序',
    'en-US': 'Clear filters and sorting to reorder',
  },
  'sort.row': { 'zh-CN': '移动 {title}', 'en-US': 'Move {title}' },
  'sort.up': { 'zh-CN': '上移', 'en-US': 'Move up' },
  'sort.down': { 'zh-CN': '下移', 'en-US': 'Move down' },
  'sort.in': { 'zh-CN': '移入「{title}」', 'en-US': 'Move into “{title}”' },
  'sort.out': { 'zh-CN': '移到上一级', 'en-US': 'Move up one level' },
  'sort.moved': {
    'zh-CN': '「{title}」已移到 {parent}：第 {place} 项，共 {count} 项',
    'en-US': '“{title}” moved to {parent}, position {place} of {count}',
  },
  'sort.movedBack': { 'zh-CN': '已恢复原来的顺序', 'en-US': 'Original order restored' },
  'sort.notMoved': { 'zh-CN': '「{title}」未移动', 'en-US': '“{title}” was not moved' },
  'sort.noStep': { 'zh-CN': '「{title}」不能移到那里', 'en-US': "“{title}” can't be moved there" },
});
