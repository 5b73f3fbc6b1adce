import { defineTexts } from './define-texts.ts';

/** Messages of the API client. The Chinese ones are given literally by the specification. */
export const apiTexts = defineTexts({
  'api.expired': {
    'zh-CN': '登录状态已过期，请重新登录',
    'en-US': 'Your session has expired. Sign in again.',
  },
  'api.401': {
    'zh-CN': '认证失败，无法访问系统资源',
    'en-US': 'Authentication failed. You cannot access this resource.',
  },
  'api.403': { 'zh-CN': '当前操作没有权限', 'en-US': 'You do not have permission for this action' },
  'api.404': { 'zh-CN': '访问资源不存在', 'en-US': 'The resource does not exist' },
  'api.unknown': {
    'zh-CN': '系统未知错误，请反馈给管理员',
    'en-US': 'An unknown error occurred. Report it to your administrator.',
  },
  'api.network': { 'zh-CN': '后端接口连接异常', 'en-US': 'Cannot connect to the server' },
  'api.timeout': { 'zh-CN': '系统接口请求超时', 'en-US': 'The request timed out' },
  'api.status': { 'zh-CN': '系统接口{status}异常', 'en-US': 'The server returned status {status}' },
  'api.twice': {
    'zh-CN': '数据正在处理，请勿重复提交',
    'en-US': 'Your request is being processed. Do not submit it again.',
  },
  'api.downloading': { 'zh-CN': '正在下载数据，请稍候', 'en-US': 'Downloading, please wait' },
  'api.downloaded': { 'zh-CN': '下载成功', 'en-US': 'Downloaded' },
  'api.downloadFailed': {
    'zh-CN': '下载文件出现错误，请联系管理员！',
    'en-US': 'The download failed. Contact your administrator.',
  },
  'api.userInfoFailed': {
    'zh-CN': '获取用户信息失败，请重试',
    'en-US': 'request for user info failed, retry',
  },
});
