import { defineTexts } from './define-texts.ts';

/** The page of templates. */
export const galleryTexts = defineTexts({
  'gallery.title': { 'zh-CN': '播放器模板', 'en-US': 'Player templates' },
  'gallery.lead': {
    'zh-CN': '每个模板都用演示摄像头播放，尺寸为建议的尺寸。',
    'en-US': 'Each template plays a demo camera at the size it is made for.',
  },
  'gallery.enter': { 'zh-CN': '进入管理平台', 'en-US': 'Go to the console' },
  'gallery.signIn': { 'zh-CN': '登录', 'en-US': 'Sign in' },
  'gallery.buttons': { 'zh-CN': '按钮', 'en-US': 'Buttons' },
  'gallery.noButtons': { 'zh-CN': '没有按钮', 'en-US': 'No buttons' },
  'gallery.size': { 'zh-CN': '建议尺寸：{size}', 'en-US': 'Typical size: {size}' },
  'gallery.code': { 'zh-CN': '代码', 'en-US': 'Code' },
  'gallery.copy': { 'zh-CN': '复制代码', 'en-US': 'Copy code' },
  'gallery.copied': { 'zh-CN': '已复制', 'en-US': 'Copied' },
  'gallery.startFrom': { 'zh-CN': '以此新建主题', 'en-US': 'Start a theme from this' },
  'gallery.copyOf': { 'zh-CN': '{name} 副本', 'en-US': 'Copy of {name}' },
  'gallery.failed': {
    'zh-CN': '无法播放演示摄像头：{reason}',
    'en-US': "The demo camera can't be played: {reason}",
  },
  'gallery.purpose.simple': {
    'zh-CN': '只有画面和提示，适合自带控制按钮的页面，也是 SDK 的默认值。',
    'en-US': 'Video and messages, for pages with controls of their own. The default of the SDK.',
  },
  'gallery.purpose.standard': {
    'zh-CN': '单个摄像头的全部功能，电脑和手机通用。',
    'en-US': 'Everything for one camera, on desktops and phones.',
  },
  'gallery.purpose.security': {
    'zh-CN': '多个摄像头并排显示的监控墙。',
    'en-US': 'For many cameras side by side.',
  },
  'gallery.purpose.voice': {
    'zh-CN': '门口机和对讲，以声音为主。',
    'en-US': 'For doors and intercoms, where sound comes first.',
  },
  'gallery.purpose.pcLive': {
    'zh-CN': '电脑网页上的实时预览，按钮最全。',
    'en-US': 'Live video in desktop pages, with all buttons.',
  },
  'gallery.purpose.pcRec': {
    'zh-CN': '电脑网页上的录像回放，带时间轴。',
    'en-US': 'Recordings in desktop pages, with the timeline.',
  },
  'gallery.purpose.mobileLive': {
    'zh-CN': '手机页面上的实时预览，按钮更大。',
    'en-US': 'Live video in pages for phones, with large buttons.',
  },
  'gallery.purpose.mobileRec': {
    'zh-CN': '手机页面上的录像回放，带时间刻度尺。',
    'en-US': 'Recordings in pages for phones, with the ruler.',
  },
});
