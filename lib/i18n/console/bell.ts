import { defineTexts } from './define-texts.ts';

/** The notification bell in the header while it is closed; what it opens has texts of its own. */
export const bellTexts = defineTexts({
  'notice.bell': { 'zh-CN': '通知公告', 'en-US': 'Notices' },
  'notice.bellUnread': { 'zh-CN': '通知公告，{count} 条未读', 'en-US': 'Notices, {count} unread' },
  'notice.loading': { 'zh-CN': '加载中…', 'en-US': 'Loading…' },
  'notice.alarm': { 'zh-CN': '新报警', 'en-US': 'New alarm' },
  'notice.alarms': { 'zh-CN': '{count} 条新报警', 'en-US': '{count} new alarms' },
  'notice.showAlarms': { 'zh-CN': '查看', 'en-US': 'View' },
  'exports.bell': { 'zh-CN': '{count} 个导出可下载', 'en-US': '{count} exports to download' },
  'exports.ready': {
    'zh-CN': '「{title}」导出完成，请在通知铃铛中下载',
    'en-US': '{title} has been exported. The bell offers the file.',
  },
  'exports.failedWhy': {
    'zh-CN': '「{title}」导出失败：{reason}',
    'en-US': 'The export of {title} failed: {reason}',
  },
});
