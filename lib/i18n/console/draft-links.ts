import { defineTexts } from './define-texts.ts';

/** Links to drafts of themes: in the designer, and the page that they open. */
export const draftLinkTexts = defineTexts({
  'draft.share': { 'zh-CN': '分享草稿', 'en-US': 'Share draft' },
  'draft.help': {
    'zh-CN':
      '有链接的人无需账号即可在 24 小时内查看草稿，画面为演示摄像头。页面显示查看时已保存的草稿，之后的修改也会显示。',
    'en-US':
      'Whoever has a link sees the draft for 24 hours without an account, on the demo camera. The page shows the draft as it is saved when it is viewed, and later changes too.',
  },
  'draft.make': { 'zh-CN': '生成链接', 'en-US': 'Make a link' },
  'draft.made': { 'zh-CN': '草稿链接', 'en-US': 'Link to the draft' },
  'draft.link': { 'zh-CN': '链接', 'en-US': 'Link' },
  'draft.open': { 'zh-CN': '有效的链接', 'en-US': 'Links that are valid' },
  'draft.empty': { 'zh-CN': '没有有效的链接', 'en-US': 'No links' },
  'draft.by': { 'zh-CN': '{name} 生成于 {time}', 'en-US': 'Made by {name} at {time}' },
  'draft.ends': { 'zh-CN': '{time} 到期', 'en-US': 'Ends {time}' },
  'draft.opens': { 'zh-CN': '打开 {count} 次', 'en-US': 'Opened {count} times' },
  'draft.lastOpened': {
    'zh-CN': '打开 {count} 次，最近 {time}',
    'en-US': 'Opened {count} times, last at {time}',
  },
  'draft.end': { 'zh-CN': '结束', 'en-US': 'End' },
  'draft.endOf': { 'zh-CN': '结束 {time} 生成的链接', 'en-US': 'End the link made at {time}' },
  'draft.title': { 'zh-CN': '播放器主题草稿', 'en-US': 'Draft of a player theme' },
  'draft.until': {
    'zh-CN': '未发布的草稿 · 此链接于 {time} 结束',
    'en-US': 'Draft, not published · This link ends {time}',
  },
  'draft.none': { 'zh-CN': '无法查看', 'en-US': 'Not available' },
  'draft.failed': {
    'zh-CN': '无法连接服务器，正在重试',
    'en-US': 'The server does not respond. Trying again.',
  },
  'draft.noCamera': {
    'zh-CN': '此系统没有演示摄像头，播放器只显示按钮。',
    'en-US': 'This system has no demo camera, so the player shows its buttons only.',
  },
});
