import { defineTexts } from './define-texts.ts';

/** The dialog that saves a view of a list. */
export const saveViewTexts = defineTexts({
  'saveView.default': { 'zh-CN': '设为默认视图', 'en-US': 'Use as default view' },
  'saveView.shareWith': { 'zh-CN': '共享给角色', 'en-US': 'Share with roles' },
  'saveView.known': {
    'zh-CN': '已有同名视图，保存后将被替换',
    'en-US': 'A view with this name exists and will be replaced',
  },
  'saveView.name': { 'zh-CN': '视图名称', 'en-US': 'View name' },
});
