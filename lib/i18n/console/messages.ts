import { defineTexts } from './define-texts.ts';

/** Messages: the page of those who write them, templates, and the inbox. */
export const messagesTexts = defineTexts({
  'messages.afterSaving': { 'zh-CN': '保存后', 'en-US': 'After saving' },
  'messages.keepDraft': { 'zh-CN': '存为草稿', 'en-US': 'Keep as a draft' },
  'messages.send': { 'zh-CN': '发送', 'en-US': 'Send' },
  'messages.channels': { 'zh-CN': '发送方式', 'en-US': 'Sent by' },
  'messages.inbox': { 'zh-CN': '站内', 'en-US': 'Console' },
  'messages.mail': { 'zh-CN': '邮件', 'en-US': 'E-mail' },
  'messages.mailHelp': {
    'zh-CN': '只发文字，给填写了邮箱的收件人',
    'en-US': 'Text only, to recipients with an e-mail address',
  },

  'messages.receipts': { 'zh-CN': '回执', 'en-US': 'Receipts' },
  'messages.read': { 'zh-CN': '已读', 'en-US': 'Read' },
  'messages.unread': { 'zh-CN': '未读', 'en-US': 'Unread' },
  'messages.all': { 'zh-CN': '全部', 'en-US': 'All' },
  'messages.readAt': { 'zh-CN': '阅读时间', 'en-US': 'Read at' },
  'messages.nobodyRead': { 'zh-CN': '还没有人阅读', 'en-US': 'No one has read it yet' },
  'messages.everybodyRead': { 'zh-CN': '没有未读的收件人', 'en-US': 'No unread recipients' },
  'messages.mail.sent': { 'zh-CN': '已发送', 'en-US': 'Sent' },
  'messages.mail.waiting': { 'zh-CN': '待发送', 'en-US': 'Waiting' },
  'messages.mail.failed': { 'zh-CN': '失败', 'en-US': 'Failed' },

  'messages.recall': { 'zh-CN': '撤回', 'en-US': 'Recall' },
  'messages.recallOf': { 'zh-CN': '撤回「{title}」', 'en-US': 'Recall “{title}”' },
  'messages.recallWhy': {
    'zh-CN': '撤回后收件人不能再看到这条消息。已发出的邮件不能撤回。',
    'en-US': 'Recipients can no longer see the message. E-mails that were sent cannot be recalled.',
  },
  'messages.reason': { 'zh-CN': '撤回原因', 'en-US': 'Reason' },
  'messages.recalled': { 'zh-CN': '已撤回「{title}」', 'en-US': '“{title}” recalled' },

  'messages.useTemplate': { 'zh-CN': '使用模板', 'en-US': 'Use a template' },
  'messages.template': { 'zh-CN': '消息模板', 'en-US': 'Message template' },
  'messages.noTemplates': { 'zh-CN': '没有可用的消息模板', 'en-US': 'There are no message templates' },
  'messages.noParams': { 'zh-CN': '这个模板没有参数', 'en-US': 'This template has no parameters' },
  'messages.fill': { 'zh-CN': '填入', 'en-US': 'Fill in' },
  'messages.replaces': {
    'zh-CN': '标题和内容会被替换，之后仍可修改。',
    'en-US': 'Title and content are replaced. You can change them afterwards.',
  },

  'messages.show': { 'zh-CN': '显示', 'en-US': 'Show' },
  'messages.readAll': { 'zh-CN': '全部标为已读', 'en-US': 'Mark all as read' },
  'messages.remove': { 'zh-CN': '删除', 'en-US': 'Delete' },
  'messages.removeOf': { 'zh-CN': '删除「{title}」', 'en-US': 'Delete “{title}”' },
  'messages.removeWhy': {
    'zh-CN': '只从您的消息中删除，其他人仍能看到。',
    'en-US': 'It is removed from your messages only. Others keep theirs.',
  },
  'messages.none': { 'zh-CN': '暂无消息', 'en-US': 'No messages' },
  'messages.noneUnread': { 'zh-CN': '没有未读消息', 'en-US': 'No unread messages' },
  'messages.count': {
    'zh-CN': '共 {count} 条',
    'en-US': '{count, plural, one {# message} other {# messages}}',
  },
  'messages.previousPage': { 'zh-CN': '上一页', 'en-US': 'Previous page' },
  'messages.nextPage': { 'zh-CN': '下一页', 'en-US': 'Next page' },
  'messages.system': { 'zh-CN': '系统', 'en-US': 'System' },
});
