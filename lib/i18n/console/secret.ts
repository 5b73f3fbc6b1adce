import { defineTexts } from './define-texts.ts';

/** Secrets that are shown once, loaded with their dialog. */
export const secretTexts = defineTexts({
  'secret.ask': {
    'zh-CN': '关闭后无法再次查看，确定已经保存？',
    'en-US': 'It cannot be shown again. Have you saved it?',
  },
  'secret.byHand': {
    'zh-CN': '浏览器不允许复制，请按 Ctrl+C 复制选中的内容',
    'en-US': 'The browser does not allow copying. Press Ctrl+C to copy the selected text.',
  },
  'secret.close': { 'zh-CN': '已保存，关闭', 'en-US': 'Yes, close' },
  'secret.stay': { 'zh-CN': '返回', 'en-US': 'Back' },
});
