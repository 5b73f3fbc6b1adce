import { defineTexts } from './define-texts.ts';

/** What the notification bell opens. */
export const noticeTexts = defineTexts({
  'notice.messages': { 'zh-CN': '消息', 'en-US': 'Messages' },
  'notice.noMessages': { 'zh-CN': '暂无消息', 'en-US': 'No messages' },
  'notice.allMessages': { 'zh-CN': '全部消息', 'en-US': 'All messages' },
  'notice.more': { 'zh-CN': '查看更多', 'en-US': 'View more' },
  'notice.empty': { 'zh-CN': '暂无通知', 'en-US': 'No notices' },
  'notice.failed': { 'zh-CN': '加载失败，点击重试', 'en-US': 'Could not load. Select to try again.' },
  'notice.readAll': { 'zh-CN': '全部标为已读', 'en-US': 'Mark all as read' },
  'notice.unread': { 'zh-CN': '未读', 'en-US': 'Unread' },
  'notice.print': { 'zh-CN': '打印', 'en-US': 'Print' },
  'notice.close': { 'zh-CN': '关闭', 'en-US': 'Close' },
});
