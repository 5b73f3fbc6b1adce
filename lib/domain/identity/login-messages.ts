/** Messages of the sign-in log. They are stored in Chinese and shown in the reader's language. */

import { type ShippedTexts, shippedTexts } from '../../i18n/shipped-texts.ts';
import type { LocalText } from '../../i18n/translate.ts';

export const loginMessages = {
  in: { 'zh-CN': '登录成功', 'en-US': 'Signed in' },
  refusedAddress: { 'zh-CN': '地址在黑名单中', 'en-US': 'Address blocked' },
  blocked: { 'zh-CN': '尝试过于频繁，已拒绝', 'en-US': 'Too many attempts, blocked' },
  captcha: { 'zh-CN': '验证码错误或已失效', 'en-US': 'Verification code incorrect or expired' },
  unknownAccount: { 'zh-CN': '账号不存在', 'en-US': 'Account not found' },
  password: { 'zh-CN': '密码错误', 'en-US': 'Incorrect password' },
  oneTime: { 'zh-CN': '一次性密码已使用或已过期', 'en-US': 'One-time password expired or already used' },
  disabled: { 'zh-CN': '账号已停用', 'en-US': 'Account disabled' },
  codeNeeded: { 'zh-CN': '要求输入动态验证码', 'en-US': 'Two-step verification code requested' },
  code: { 'zh-CN': '动态验证码错误', 'en-US': 'Two-step verification code incorrect' },
} as const satisfies Record<string, LocalText>;

// Rows stored by earlier versions have no spaces.
const moreAttempts = /^(.+)；此前一分钟内另有 ?(\d+) ?次$/;

/** A blocked attempt, with the number of further ones from that address in the previous minute. */
export const withMoreAttempts = (message: string, attempts: number) =>
  attempts > 0 ? `${message}；此前一分钟内另有 ${attempts} 次` : message;

const alone = shippedTexts(Object.values(loginMessages));

export const shownLoginMessages: ShippedTexts = shippedTexts(Object.values(loginMessages), (stored) => {
  const [, message, attempts] = moreAttempts.exec(stored) ?? [];
  return message && `${alone.shown('en-US', message)}; ${attempts} more in the minute before`;
});
