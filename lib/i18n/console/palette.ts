import { defineTexts } from './define-texts.ts';

/** The command palette and the list of keyboard shortcuts. */
export const paletteTexts = defineTexts({
  'palette.hint': {
    'zh-CN': '搜索菜单、标签、操作和数据',
    'en-US': 'Search menus, tabs, actions and records',
  },
  'palette.empty': { 'zh-CN': '没有找到', 'en-US': 'No results' },
  'palette.menus': { 'zh-CN': '菜单', 'en-US': 'Menus' },
  'palette.tabs': { 'zh-CN': '已打开的标签', 'en-US': 'Open tabs' },
  'palette.actions': { 'zh-CN': '当前页面的操作', 'en-US': 'Actions of this page' },
  'palette.records': { 'zh-CN': '数据', 'en-US': 'Records' },
  'palette.console': { 'zh-CN': '管理平台', 'en-US': 'Console' },
  'palette.keyPalette': { 'zh-CN': '打开搜索', 'en-US': 'Open search' },
  'palette.keyPrevious': { 'zh-CN': '上一个标签', 'en-US': 'Previous tab' },
  'palette.keyNext': { 'zh-CN': '下一个标签', 'en-US': 'Next tab' },
  'palette.keySearch': { 'zh-CN': '列表：搜索', 'en-US': 'List: search' },
  'palette.keyAdd': { 'zh-CN': '列表：新增', 'en-US': 'List: add' },
  'palette.keyExport': { 'zh-CN': '列表：导出', 'en-US': 'List: export' },
  'palette.keyRefresh': { 'zh-CN': '列表：刷新', 'en-US': 'List: refresh' },
  'palette.keySave': { 'zh-CN': '表单：保存', 'en-US': 'Form: save' },
  'palette.keySheet': { 'zh-CN': '显示快捷键', 'en-US': 'Show shortcuts' },
  'palette.keyTabMenu': { 'zh-CN': '标签的右键菜单', 'en-US': 'Menu of the focused tab' },
  'palette.keyCloseTab': { 'zh-CN': '关闭焦点所在的标签', 'en-US': 'Close the focused tab' },
  'palette.keysOff': {
    'zh-CN': '单键快捷键已关闭，可在界面设置中打开。',
    'en-US': 'Single-key shortcuts are off. Turn them on in the appearance settings.',
  },
});
