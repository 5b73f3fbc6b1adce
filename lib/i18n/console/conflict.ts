import { defineTexts } from './define-texts.ts';

/** Two users changed the same record; loaded when it happens. */
export const conflictTexts = defineTexts({
  'conflict.help': {
    'zh-CN': '数据已被他人修改（{who}）。请逐项选择要保留的内容。',
    'en-US': 'Another user ({who}) has changed this record. Choose which value to keep for each field.',
  },
  'conflict.own': {
    'zh-CN': '您已在其他窗口修改了此数据。请逐项选择要保留的内容。',
    'en-US': 'You have changed this record in another window. Choose which value to keep for each field.',
  },
  'conflict.title': { 'zh-CN': '解决冲突', 'en-US': 'Edit conflict' },
  'conflict.elsewhere': { 'zh-CN': '其他窗口的修改', 'en-US': 'Other window' },
  'conflict.mine': { 'zh-CN': '我的修改', 'en-US': 'My changes' },
  'conflict.theirs': { 'zh-CN': '他人的修改', 'en-US': 'Their changes' },
  'conflict.original': { 'zh-CN': '原值', 'en-US': 'Original value' },
  'conflict.save': { 'zh-CN': '按所选保存', 'en-US': 'Save selected values' },
});
