import { defineTexts } from './define-texts.ts';

/** The shell: menu, tabs, header, command palette, exception pages. */
export const shellTexts = defineTexts({
  'shell.home': { 'zh-CN': '首页', 'en-US': 'Home' },
  'shell.accountCenter': { 'zh-CN': '个人中心', 'en-US': 'My profile' },
  'shell.accountSettings': { 'zh-CN': '个人设置', 'en-US': 'Personal settings' },
  'shell.inbox': { 'zh-CN': '我的消息', 'en-US': 'My messages' },
  'shell.feedback': { 'zh-CN': '我的反馈', 'en-US': 'My feedback' },
  'shell.authUser': { 'zh-CN': '分配用户', 'en-US': 'Assign users' },
  'shell.noticeForm': { 'zh-CN': '公告编辑', 'en-US': 'Edit notice' },
  'shell.skip': { 'zh-CN': '跳到主要内容', 'en-US': 'Skip to content' },
  'shell.menu': { 'zh-CN': '主菜单', 'en-US': 'Main menu' },
  'shell.openMenu': { 'zh-CN': '打开菜单', 'en-US': 'Open menu' },
  'shell.collapse': { 'zh-CN': '收起侧边栏', 'en-US': 'Collapse sidebar' },
  'shell.expand': { 'zh-CN': '展开侧边栏', 'en-US': 'Expand sidebar' },
  'shell.breadcrumb': { 'zh-CN': '当前位置', 'en-US': 'Breadcrumb' },
  'shell.newWindow': { 'zh-CN': '在新窗口打开', 'en-US': 'opens in a new window' },
  'shell.moreMenus': { 'zh-CN': '更多菜单', 'en-US': 'More menus' },
  'shell.fullScreen': { 'zh-CN': '全屏', 'en-US': 'Full screen' },
  'shell.leaveFullScreen': { 'zh-CN': '退出全屏', 'en-US': 'Exit full screen' },
  'shell.noFullScreen': {
    'zh-CN': '您的浏览器不支持全屏',
    'en-US': 'your browser does not support fullscreen',
  },
  'shell.language': { 'zh-CN': '语言', 'en-US': 'Language' },
  'shell.user': { 'zh-CN': '{name} 的账户菜单', 'en-US': 'Account menu of {name}' },
  'shell.logout': { 'zh-CN': '退出登录', 'en-US': 'Sign out' },
  'shell.askLogout': { 'zh-CN': '确定注销并退出系统吗？', 'en-US': 'Sign out?' },
  'shell.tip': { 'zh-CN': '提示', 'en-US': 'Confirm' },
  'shell.tabs': { 'zh-CN': '打开的标签', 'en-US': 'Open tabs' },
  'shell.closeTab': { 'zh-CN': '关闭 {title}', 'en-US': 'Close {title}' },
  'shell.closeCurrent': { 'zh-CN': '关闭当前', 'en-US': 'Close current' },
  'shell.closeOthers': { 'zh-CN': '关闭其他', 'en-US': 'Close others' },
  'shell.closeRight': { 'zh-CN': '关闭右侧', 'en-US': 'Close right' },
  'shell.closeLeft': { 'zh-CN': '关闭左侧', 'en-US': 'Close left' },
  'shell.closeAll': { 'zh-CN': '关闭全部', 'en-US': 'Close all' },
  'shell.refreshTab': { 'zh-CN': '刷新当前', 'en-US': 'Reload' },
  'shell.tabActions': { 'zh-CN': '标签操作', 'en-US': 'Tab actions' },
  'shell.lastTab': {
    'zh-CN': '这是最后一个标签，不能关闭',
    'en-US': 'this is the last tab, cannot be closed',
  },
  'shell.homeStays': { 'zh-CN': '首页标签不能关闭', 'en-US': 'the home tab cannot be closed' },
  'shell.noLeft': { 'zh-CN': '左侧没有标签', 'en-US': 'no tab on the left' },
  'shell.noRight': { 'zh-CN': '右侧没有标签', 'en-US': 'no tab on the right' },
  'shell.unsaved': { 'zh-CN': '未保存', 'en-US': 'unsaved' },
  'shell.askUnsaved': {
    'zh-CN': '“{titles}”有未保存的修改，继续后将丢失。确定继续吗？',
    'en-US': '“{titles}” has unsaved changes that will be lost. Continue?',
  },
  'shell.opened': { 'zh-CN': '已打开 {title}', 'en-US': '{title} opened' },
  'shell.opening': { 'zh-CN': '正在打开页面', 'en-US': 'Opening page' },
  'shell.starting': { 'zh-CN': '正在进入系统', 'en-US': 'Signing in' },
  'shell.footer': {
    'zh-CN': 'Oriel · 摄像机播放与管理平台',
    'en-US': 'Oriel · camera playback and management',
  },
  'shell.settings': { 'zh-CN': '界面设置', 'en-US': 'Appearance' },
  'shell.search': { 'zh-CN': '搜索', 'en-US': 'Search' },
  'shell.noRoleLabel': {
    'zh-CN': '请设置角色权限标签值',
    'en-US': 'please set role permission label value',
  },
  'shell.noPermissionLabel': {
    'zh-CN': '请设置操作权限标签值',
    'en-US': 'please set operation permission label value',
  },
  'shell.keys': { 'zh-CN': '键盘快捷键', 'en-US': 'Keyboard shortcuts' },
  'shell.storageLow': {
    'zh-CN': '服务器磁盘空间不足，请尽快清理。',
    'en-US': 'The disk of the server is almost full. Free some space soon.',
  },
  'shell.storageFull': {
    'zh-CN': '服务器磁盘已满：只能登录、退出、停用、删除和吊销，其他修改无法保存。请清理磁盘空间。',
    'en-US':
      'The disk of the server is full. You can still sign in and out, disable, delete and revoke; other changes cannot be saved. Free some space.',
  },
  'shell.storageReadOnly': {
    'zh-CN': '服务器的存储是只读的，修改无法保存。',
    'en-US': 'The storage of the server is read-only. Changes cannot be saved.',
  },
  'shell.storageRecordings': {
    'zh-CN': '录像无法写入磁盘，请检查存放录像的磁盘。',
    'en-US': 'Recordings cannot be written to their disk. Check the disk of the recordings.',
  },
  'shell.storageObjects': {
    'zh-CN': '录像无法上传到对象存储，暂存在服务器磁盘上。',
    'en-US': "Recordings cannot be moved to the object storage and remain on the server's disk for now.",
  },
  'shell.storageFiles': {
    'zh-CN': '上传文件的存储桶无法访问，上传和查看文件会失败。',
    'en-US': 'The bucket of uploaded files cannot be accessed. Uploading and viewing files fails.',
  },
  'shell.storageFailed': {
    'zh-CN': '服务器的磁盘读写出错，修改无法保存。',
    'en-US': 'The disk of the server reports errors. Changes cannot be saved.',
  },
  'shell.storageDamaged': {
    'zh-CN': '服务器的数据库已损坏，请从备份恢复。',
    'en-US': 'The database of the server is damaged. Restore it from a backup.',
  },
});
