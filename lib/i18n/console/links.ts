import { defineTexts } from './define-texts.ts';

/** Copying links to cameras. Every list of cameras loads these, so keep them few. */
export const linkTexts = defineTexts({
  'link.copy': { 'zh-CN': '复制链接', 'en-US': 'Copy link' },
  'link.copied': { 'zh-CN': '链接已复制', 'en-US': 'Link copied' },
  'link.byHand': {
    'zh-CN': '浏览器不允许复制，请手动复制下面的内容',
    'en-US': 'The browser does not allow copying. Copy the text below yourself.',
  },
});
