import { defineTexts } from './define-texts.ts';

export const shareTexts = defineTexts({
  'share.title': { 'zh-CN': '分享的视频', 'en-US': 'Shared video' },
  'share.none': { 'zh-CN': '无法观看', 'en-US': 'Not available' },
  'share.ended': {
    'zh-CN': '链接已过期或已被取消，请向分享者索取新的链接',
    'en-US': 'This link has expired or was withdrawn. Ask the sender for a new one.',
  },
  'share.failed': {
    'zh-CN': '无法连接服务器，请稍后重试',
    'en-US': 'The server does not respond. Try again later.',
  },
  'share.pin': { 'zh-CN': 'PIN', 'en-US': 'PIN' },
  'share.pinHelp': { 'zh-CN': '向分享者索取', 'en-US': 'Ask the sender for it' },
  'share.open': { 'zh-CN': '观看', 'en-US': 'Watch' },
  'share.make': { 'zh-CN': '分享录像', 'en-US': 'Share recording' },
  'share.makeLive': { 'zh-CN': '分享实时画面', 'en-US': 'Share live video' },
  'share.camera': { 'zh-CN': '摄像头', 'en-US': 'Camera' },
  'share.maxOpens': { 'zh-CN': '最多打开次数', 'en-US': 'Openings allowed' },
  'share.maxOpensHelp': {
    'zh-CN': '留空不限；重新加载页面也算一次',
    'en-US': 'Blank: any number. Reloading the page counts.',
  },
  'share.pinOwnHelp': {
    'zh-CN': '6 至 12 位数字，请另行告知对方；留空不设',
    'en-US': '6 to 12 digits, to be sent separately. Blank: none',
  },
  'share.watermark': { 'zh-CN': '画面上显示链接标记', 'en-US': 'Show the mark of the link over the video' },
  'share.name': { 'zh-CN': '名称', 'en-US': 'Name' },
  'share.nameHelp': { 'zh-CN': '打开链接的人会看到', 'en-US': 'Shown to those who open the link' },
  'share.range': { 'zh-CN': '时段', 'en-US': 'Range' },
  'share.life': { 'zh-CN': '有效期', 'en-US': 'Valid for' },
  'share.hours_1': { 'zh-CN': '1 小时', 'en-US': '1 hour' },
  'share.hours_24': { 'zh-CN': '1 天', 'en-US': '1 day' },
  'share.hours_168': { 'zh-CN': '7 天', 'en-US': '7 days' },
  'share.hours_720': { 'zh-CN': '30 天', 'en-US': '30 days' },
  'share.embeddable': {
    'zh-CN': '允许其他网站用 iframe 显示',
    'en-US': 'Other sites may show it in an iframe',
  },
  'share.embedCode': { 'zh-CN': '嵌入代码', 'en-US': 'Code for embedding' },
  'share.create': { 'zh-CN': '创建链接', 'en-US': 'Create link' },
  'share.created': { 'zh-CN': '分享链接已创建', 'en-US': 'Link created' },
  'share.link': { 'zh-CN': '链接', 'en-US': 'Link' },
  'share.use': {
    'zh-CN':
      '任何拿到链接（和 PIN）的人都能观看，直到到期、次数用完或在“分享链接”中删除。加密设备仍需输入验证码。',
    'en-US':
      'Whoever has the link, and its PIN, can watch until it expires, is used up, or is deleted on the page Share links. Encrypted devices still need their code.',
  },
});
