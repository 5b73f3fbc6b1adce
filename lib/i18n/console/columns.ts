import { defineTexts } from './define-texts.ts';

/** The panel that arranges the columns of a list. */
export const columnTexts = defineTexts({
  'columns.columnMoved': {
    'zh-CN': '{column}：第 {place} 列，共 {count} 列',
    'en-US': '{column}: column {place} of {count}',
  },
  'columns.columnsHelp': {
    'zh-CN': '拖动排序，或在一列上按 Ctrl+←、Ctrl+→',
    'en-US': 'Drag to reorder, or press Ctrl+← or Ctrl+→ on a column',
  },
  'columns.moveColumn': { 'zh-CN': '移动 {column}', 'en-US': 'Move {column}' },
  'columns.usualColumns': { 'zh-CN': '恢复默认', 'en-US': 'Reset to default' },
});
