import { AppError } from '../kernel/app-error.ts';

/**
 * What the open-platform API and the media plane refuse with. Codes are API and never change meaning;
 * the texts are ours, short, and tell nothing about whose camera exists.
 */
export const lappMessages = {
  '10001': { 'zh-CN': '参数错误', 'en-US': 'Bad parameter' },
  '10002': { 'zh-CN': 'accessToken无效或已过期', 'en-US': 'The access token is invalid or has expired' },
  '10005': { 'zh-CN': 'appKey已停用', 'en-US': 'This application is switched off' },
  '10017': { 'zh-CN': 'appKey不存在', 'en-US': 'No such appKey' },
  '10029': { 'zh-CN': '请求过于频繁，请稍后再试', 'en-US': 'Too many requests: try again later' },
  '10030': { 'zh-CN': 'appKey与appSecret不匹配', 'en-US': 'appKey and appSecret do not match' },
  '10031': { 'zh-CN': '没有权限', 'en-US': 'Not permitted' },
  '20002': { 'zh-CN': '设备不存在', 'en-US': 'No such device' },
  '20007': { 'zh-CN': '设备不在线', 'en-US': 'The device is offline' },
  '20015': { 'zh-CN': '设备不支持该功能', 'en-US': 'The device does not support this' },
  '20032': { 'zh-CN': '通道不存在', 'en-US': 'No such channel' },
  '400035': {
    'zh-CN': '设备已加密，请输入验证码',
    'en-US': 'The device is encrypted: enter its verification code',
  },
  '400036': { 'zh-CN': '设备验证码错误', 'en-US': 'Wrong verification code' },
} as const;

export type LappCode = keyof typeof lappMessages;

/** `details` goes to the log and to nobody else. */
export function lappError(code: LappCode, details: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError(code, lappMessages[code]['zh-CN'], details);
}

export function isLappCode(code: string): code is LappCode {
  return Object.hasOwn(lappMessages, code);
}
