import { defineTexts } from './define-texts.ts';

export const shareTexts = defineTexts({
  'share.title': { 'zh-CN': '录像分享', 'en-US': 'Shared recording' },
  'share.none': { 'zh-CN': '无法观看', 'en-US': 'Not available' },
  'share.ended': {
    'zh-CN': '链接已过期或已被取消，请向分享者索取新的链接',
    'en-US': 'This link has expired or was withdrawn. Ask the sender for a new one.',
  },
  'share.failed': {
    'zh-CN': '无法连接服务器，请稍后重试',
    'en-US': 'The server does not respond. Try again later.',
  },
  'share.make': { 'zh-CN': '分享录像', 'en-US': 'Share recording' },
  'share.name': { 'zh-CN': '名称', 'en-US': 'Name' },
  'share.nameHelp': { 'zh-CN': '打开链接的人会看到', 'en-US': 'Shown to those who open the link' },
  'share.range': { 'zh-CN': '时段', 'en-US': 'Range' },
  'share.life': { 'zh-CN': '有效期', 'en-US': 'Valid for' },
  'share.hours_1': { 'zh-CN': '1 小时', 'en-US': '1 hour' },
  'share.hours_24': { 'zh-CN': '1 天', 'en-US': '1 day' },
  'share.hours_168': { 'zh-CN': '7 天', 'en-US': '7 days' },
  'share.hours_720': { 'zh-CN': '30 天', 'en-US': '30 days' },
  'share.create': { 'zh-CN': '创建链接', 'en-US': 'Create link' },
  'share.created': { 'zh-CN': '分享链接已创建', 'en-US': 'Link created' },
  'share.link': { 'zh-CN': '链接', 'en-US': 'Link' },
  'share.use': {
    'zh-CN': '任何拿到链接的人都能观看这段录像，直到到期或在“录像分享”中删除。加密设备仍需输入验证码。',
    'en-US':
      'Whoever has the link sees this range until it expires or is deleted on the page Shared recordings. Encrypted devices still need their code.',
  },
});
