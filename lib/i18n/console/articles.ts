import { defineTexts } from './define-texts.ts';

export const articleTexts = defineTexts({
  'article.preview': { 'zh-CN': '预览', 'en-US': 'Preview' },
  'article.untitled': { 'zh-CN': '无标题', 'en-US': 'Untitled' },
  'article.cover': { 'zh-CN': '选择封面图片，小于 2 MB', 'en-US': 'Choose an image of less than 2 MB' },
  'article.byline': { 'zh-CN': '作者：{author}', 'en-US': 'By {author}' },
  'article.from': { 'zh-CN': '来源：{source}', 'en-US': 'Source: {source}' },
  'article.noText': { 'zh-CN': '还没有正文', 'en-US': 'There is no text yet' },
});
