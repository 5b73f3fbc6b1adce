import { defineTexts } from './define-texts.ts';

/** The rich text editor: labels of its buttons, by the component library's keys. */
export const editorTexts = defineTexts({
  boldControlLabel: { 'zh-CN': '加粗', 'en-US': 'Bold' },
  italicControlLabel: { 'zh-CN': '斜体', 'en-US': 'Italic' },
  underlineControlLabel: { 'zh-CN': '下划线', 'en-US': 'Underline' },
  strikeControlLabel: { 'zh-CN': '删除线', 'en-US': 'Strikethrough' },
  clearFormattingControlLabel: { 'zh-CN': '清除格式', 'en-US': 'Clear formatting' },
  h2ControlLabel: { 'zh-CN': '二级标题', 'en-US': 'Heading 2' },
  h3ControlLabel: { 'zh-CN': '三级标题', 'en-US': 'Heading 3' },
  blockquoteControlLabel: { 'zh-CN': '引用', 'en-US': 'Quote' },
  hrControlLabel: { 'zh-CN': '分隔线', 'en-US': 'Horizontal line' },
  bulletListControlLabel: { 'zh-CN': '无序列表', 'en-US': 'Bullet list' },
  orderedListControlLabel: { 'zh-CN': '有序列表', 'en-US': 'Numbered list' },
  linkControlLabel: { 'zh-CN': '链接', 'en-US': 'Link' },
  unlinkControlLabel: { 'zh-CN': '取消链接', 'en-US': 'Remove link' },
  undoControlLabel: { 'zh-CN': '撤销', 'en-US': 'Undo' },
  redoControlLabel: { 'zh-CN': '重做', 'en-US': 'Redo' },
  linkEditorInputLabel: { 'zh-CN': '链接地址', 'en-US': 'Link address' },
  linkEditorInputPlaceholder: { 'zh-CN': 'https://example.com/', 'en-US': 'https://example.com/' },
  linkEditorExternalLink: { 'zh-CN': '在新标签页打开', 'en-US': 'Opens in a new tab' },
  linkEditorInternalLink: { 'zh-CN': '在当前页打开', 'en-US': 'Opens in the same tab' },
  linkEditorSave: { 'zh-CN': '保存', 'en-US': 'Save' },
});

/** Images in the rich text editor. */
export const editorImageTexts = defineTexts({
  'editor.noImages': {
    'zh-CN': '其他网站的图片已移除，请用「插入图片」上传',
    'en-US': 'Images from other sites are removed. Use “Insert image” to upload them.',
  },
  'editor.altText': { 'zh-CN': '替代文字', 'en-US': 'Alternative text' },
  'editor.altTextHelp': {
    'zh-CN': '供读屏软件朗读；图片仅作装饰时留空',
    'en-US': 'Read by screen readers. Leave blank if the image is decorative.',
  },
  'editor.addImage': { 'zh-CN': '插入图片', 'en-US': 'Insert image' },
  'editor.addingImage': { 'zh-CN': '正在上传图片', 'en-US': 'Uploading image' },
});
