import { defineTexts } from './define-texts.ts';

/** The pages 403, 404 and 500. Every route loads these, so keep them few. */
export const exceptionTexts = defineTexts({
  'exception.notFound': { 'zh-CN': '抱歉，您访问的页面不存在', 'en-US': 'Page not found' },
  'exception.notAllowed': {
    'zh-CN': '抱歉，您无权访问此页面',
    'en-US': 'You do not have permission to view this page',
  },
  'exception.broken': { 'zh-CN': '抱歉，页面出错了', 'en-US': 'This page has encountered an error' },
  'exception.brokenHint': {
    'zh-CN': '其他标签不受影响。请重试，或将下面的信息发给管理员。',
    'en-US': 'Other tabs are not affected. Try again, or send the details below to your administrator.',
  },
  'exception.notFoundHint': {
    'zh-CN': '请检查地址，或从菜单中选择页面。',
    'en-US': 'Check the address, or select a page from the menu.',
  },
  'exception.notAllowedHint': {
    'zh-CN': '如需要访问，请联系管理员为您分配权限。',
    'en-US': 'Ask your administrator for access if you need it.',
  },
  'exception.offline': { 'zh-CN': '网络连接已断开', 'en-US': 'No network connection' },
  'exception.serverLost': {
    'zh-CN': '服务器没有响应，正在自动重试…',
    'en-US': 'The server does not respond. Retrying…',
  },
  'exception.offlineHint': {
    'zh-CN': '恢复后将自动加载此页面，其他标签不受影响。',
    'en-US': 'This page loads automatically when the connection is restored. Other tabs are not affected.',
  },
  'exception.toHome': { 'zh-CN': '返回首页', 'en-US': 'Go to home page' },
  'exception.retry': { 'zh-CN': '重试', 'en-US': 'Try again' },
});
