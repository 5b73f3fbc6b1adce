import { defineTexts } from './define-texts.ts';

/** Background exports in the bell. */
export const exportTexts = defineTexts({
  'exports.title': { 'zh-CN': '导出', 'en-US': 'Exports' },
  'exports.waiting': { 'zh-CN': '排队中', 'en-US': 'Waiting' },
  'exports.progress': { 'zh-CN': '{done} / {total} 行', 'en-US': '{done} of {total} rows' },
  'exports.expires': { 'zh-CN': '{time} 前可下载', 'en-US': 'Available until {time}' },
  'exports.download': { 'zh-CN': '下载 {title}', 'en-US': 'Download {title}' },
  'exports.restart': { 'zh-CN': '重新导出 {title}', 'en-US': 'Export {title} again' },
  'exports.cancel': { 'zh-CN': '取消导出 {title}', 'en-US': 'Cancel the export of {title}' },
  'exports.remove': { 'zh-CN': '删除导出 {title}', 'en-US': 'Delete the export of {title}' },
});
