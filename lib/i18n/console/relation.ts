import { defineTexts } from './define-texts.ts';

/** Rows that a field refers to, loaded with the first such field. */
export const relationTexts = defineTexts({
  'relation.refused': {
    'zh-CN': '没有权限查看可选项',
    'en-US': 'You do not have permission to view the options',
  },
  'relation.failed': {
    'zh-CN': '可选项加载失败，请重试',
    'en-US': 'Could not load the options. Try again.',
  },
  'relation.outOfReach': { 'zh-CN': '超出数据权限范围', 'en-US': 'Outside your data scope' },
});
