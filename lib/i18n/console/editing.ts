import { defineTexts } from './define-texts.ts';

/** Forms, and who else has their record open; loaded with forms. */
export const editingTexts = defineTexts({
  'editing.by': {
    'zh-CN': '{who}正在编辑，自 {since} 起',
    'en-US': '{who} has been editing this since {since}',
  },
  'editing.self': {
    'zh-CN': '您正在另一个窗口中编辑，自 {since} 起',
    'en-US': 'You have been editing this in another window since {since}',
  },
  'editing.help': {
    'zh-CN': '您可以继续修改：若对方先保存，保存时会请您逐项选择。',
    'en-US': 'You can continue. If they save first, you will be asked which values to keep.',
  },
  'editing.last': {
    'zh-CN': '您可以继续修改：以最后保存的为准。',
    'en-US': 'You can continue. The last save wins.',
  },
  'editing.first': {
    'zh-CN': '您可以继续修改：以先保存的为准，后保存的会被拒绝。',
    'en-US': 'You can continue. The first save wins, and a later one is rejected.',
  },
  'editing.more': {
    'zh-CN': '另有 {count} 人正在编辑',
    'en-US': '{count, plural, one {# more user is} other {# more users are}} editing this',
  },
  'editing.discardDraft': { 'zh-CN': '放弃草稿', 'en-US': 'Discard draft' },
  'editing.draftRestored': {
    'zh-CN': '已恢复草稿',
    'en-US': 'Draft restored',
  },
  'editing.created': { 'zh-CN': '已新增{resource}「{title}」', 'en-US': '{resource} “{title}” created' },
  'editing.updated': { 'zh-CN': '已修改{resource}「{title}」', 'en-US': '{resource} “{title}” updated' },
  'editing.working': {
    'zh-CN': '文件正在上传，请在上传结束后保存',
    'en-US': 'A file is being uploaded. Save once the upload has ended.',
  },
  'editing.misplaced': {
    'zh-CN': '不能放在这里，请重新选择上级',
    'en-US': "Can't be moved here. Choose another parent.",
  },
});
