import { defineTexts } from './define-texts.ts';

/** Feedback: the page of those who send it, and of those who handle it. */
export const feedbackTexts = defineTexts({
  'feedback.new': { 'zh-CN': '提交反馈', 'en-US': 'Send feedback' },
  'feedback.type': { 'zh-CN': '反馈类型', 'en-US': 'Type' },
  'feedback.content': { 'zh-CN': '内容', 'en-US': 'Content' },
  'feedback.count': { 'zh-CN': '{count} / {max}', 'en-US': '{count} / {max}' },
  'feedback.pics': { 'zh-CN': '图片（最多 {max} 张）', 'en-US': 'Pictures (at most {max})' },
  'feedback.contact': { 'zh-CN': '联系方式', 'en-US': 'Contact' },
  'feedback.contactHelp': {
    'zh-CN': '选填：电话或邮箱，只有处理人可以看到',
    'en-US': 'Optional: a telephone number or e-mail address, for those who handle it',
  },
  'feedback.device': {
    'zh-CN': '同时提交浏览器信息，便于查找问题',
    'en-US': 'Send information about the browser, to find problems',
  },
  'feedback.send': { 'zh-CN': '提交', 'en-US': 'Send' },
  'feedback.sent': { 'zh-CN': '反馈已提交', 'en-US': 'Feedback sent' },
  'feedback.mine': { 'zh-CN': '我提交的反馈', 'en-US': 'Feedback you have sent' },
  'feedback.none': { 'zh-CN': '还没有提交过反馈', 'en-US': 'You have sent no feedback yet' },
  'feedback.reply': { 'zh-CN': '回复', 'en-US': 'Reply' },
  'feedback.replyTo': { 'zh-CN': '回复 {name} 的反馈', 'en-US': 'Reply to the feedback of {name}' },
  'feedback.replyHelp': {
    'zh-CN': '提交人会收到一条站内消息。',
    'en-US': 'The sender receives a message in the console.',
  },
  'feedback.replied': { 'zh-CN': '已回复', 'en-US': 'Reply sent' },
  'feedback.picture': { 'zh-CN': '图片 {number}', 'en-US': 'Picture {number}' },
  'feedback.pictures': { 'zh-CN': '图片', 'en-US': 'Pictures' },
  'feedback.previousPage': { 'zh-CN': '上一页', 'en-US': 'Previous page' },
  'feedback.nextPage': { 'zh-CN': '下一页', 'en-US': 'Next page' },
});
