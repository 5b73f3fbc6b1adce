import { defineTexts } from './define-texts.ts';

/** What the request wrapper says. The Chinese ones are specified to the letter. */
export const apiTexts = defineTexts({
  'api.expired': {
    'zh-CN': '登录状态已过期，请重新登录',
    'en-US': 'Your sign-in has ended, please sign in again',
  },
  'api.401': { 'zh-CN': '认证失败，无法访问系统资源', 'en-US': 'Sign-in failed: this cannot be reached' },
  'api.403': { 'zh-CN': '当前操作没有权限', 'en-US': 'You are not allowed to do this' },
  'api.404': { 'zh-CN': '访问资源不存在', 'en-US': 'There is no such thing' },
  'api.unknown': {
    'zh-CN': '系统未知错误，请反馈给管理员',
    'en-US': 'Something unexpected went wrong, please tell an administrator',
  },
  'api.network': { 'zh-CN': '后端接口连接异常', 'en-US': 'The server cannot be reached' },
  'api.timeout': { 'zh-CN': '系统接口请求超时', 'en-US': 'The server took too long to answer' },
  'api.status': { 'zh-CN': '系统接口{status}异常', 'en-US': 'The server answered with status {status}' },
  'api.twice': {
    'zh-CN': '数据正在处理，请勿重复提交',
    'en-US': 'This is being worked on, please do not send it twice',
  },
  'api.downloading': { 'zh-CN': '正在下载数据，请稍候', 'en-US': 'Downloading, please wait' },
  'api.downloaded': { 'zh-CN': '下载成功', 'en-US': 'Downloaded' },
  'api.downloadFailed': {
    'zh-CN': '下载文件出现错误，请联系管理员！',
    'en-US': 'The download failed, please ask an administrator',
  },
});
