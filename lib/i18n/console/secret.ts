import { defineTexts } from './define-texts.ts';

/** Secrets that are shown once, loaded with their dialog. */
export const secretTexts = defineTexts({
  'secret.ask': {
    'zh-CN': '关闭后无法再次查看，确定已经保存？',
    'en-US': 'It cannot be shown again. Have you saved it?',
  },
  'secret.close': { 'zh-CN': '已保存，关闭', 'en-US': 'Yes, close' },
  'secret.stay': { 'zh-CN': '返回', 'en-US': 'Back' },
});
