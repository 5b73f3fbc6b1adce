import { defineTexts } from './define-texts.ts';

export const alertTexts = defineTexts({
  'alerts.testMail': { 'zh-CN': '发送测试邮件', 'en-US': 'Send a test e-mail' },
  'alerts.testMailUse': {
    'zh-CN': '使用参数设置中已保存的邮件服务器（mail.*）发送一封邮件，失败时显示原因。',
    'en-US': 'Sends one e-mail with the saved mail server settings (mail.*), and shows why if that fails.',
  },
  'alerts.to': { 'zh-CN': '收件人', 'en-US': 'To' },
  'alerts.toNeeded': { 'zh-CN': '请输入收件人邮箱', 'en-US': 'Enter an e-mail address' },
  'alerts.send': { 'zh-CN': '发送', 'en-US': 'Send' },
  'alerts.sent': {
    'zh-CN': '邮件服务器已接收发给 {to} 的邮件',
    'en-US': 'The mail server accepted the e-mail to {to}',
  },
});
