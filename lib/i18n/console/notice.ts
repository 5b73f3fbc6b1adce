import { defineTexts } from './define-texts.ts';

/** The notification bell in the header, and its notices. */
export const noticeTexts = defineTexts({
  'notice.bell': { 'zh-CN': '通知公告', 'en-US': 'Notices' },
  'notice.bellUnread': { 'zh-CN': '通知公告，{count} 条未读', 'en-US': 'Notices, {count} unread' },
  'notice.messages': { 'zh-CN': '消息', 'en-US': 'Messages' },
  'notice.noMessages': { 'zh-CN': '暂无消息', 'en-US': 'No messages' },
  'notice.allMessages': { 'zh-CN': '全部消息', 'en-US': 'All messages' },
  'notice.more': { 'zh-CN': '查看更多', 'en-US': 'View more' },
  'notice.empty': { 'zh-CN': '暂无通知', 'en-US': 'No notices' },
  'notice.failed': { 'zh-CN': '加载失败，点击重试', 'en-US': 'Could not load. Select to try again.' },
  'notice.readAll': { 'zh-CN': '全部标为已读', 'en-US': 'Mark all as read' },
  'notice.unread': { 'zh-CN': '未读', 'en-US': 'Unread' },
  'notice.loading': { 'zh-CN': '加载中…', 'en-US': 'Loading…' },
  'notice.print': { 'zh-CN': '打印', 'en-US': 'Print' },
  'notice.alarm': { 'zh-CN': '新报警', 'en-US': 'New alarm' },
  'notice.alarms': { 'zh-CN': '{count} 条新报警', 'en-US': '{count} new alarms' },
  'notice.showAlarms': { 'zh-CN': '查看', 'en-US': 'View' },
  'notice.close': { 'zh-CN': '关闭', 'en-US': 'Close' },
});
