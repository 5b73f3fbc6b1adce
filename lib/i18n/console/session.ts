import { defineTexts } from './define-texts.ts';

/** Signing in, and what becomes of a session. */
export const sessionTexts = defineTexts({
  'session.error': { 'zh-CN': '错误', 'en-US': 'Error' },
  'session.userInfoFailed': {
    'zh-CN': '获取用户信息失败，请重试',
    'en-US': 'request for user info failed, retry',
  },
});
