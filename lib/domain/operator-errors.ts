import type { Locale } from '../i18n/translate.ts';
import { AppError } from '../kernel/app-error.ts';

/** What operators' commands refuse with. None of the texts repeats what was entered. */
const texts = {
  'app.notFound': { 'zh-CN': '应用不存在', 'en-US': 'There is no such application' },
  'camera.badUrl': { 'zh-CN': '摄像机地址有误', 'en-US': 'The address of the camera is not usable' },
  'camera.exists': { 'zh-CN': '设备已被自己添加', 'en-US': 'This camera is there already' },
  'camera.notFound': { 'zh-CN': '设备不存在', 'en-US': 'There is no such camera' },
  'camera.notScene': { 'zh-CN': '没有此演示场景', 'en-US': 'The demo camera has no such scene' },
  'camera.serialTaken': {
    'zh-CN': '设备已被别人添加',
    'en-US': 'Another organisation has this serial number',
  },
  'input.invalid': { 'zh-CN': '输入有误', 'en-US': 'The input is not usable' },
  'operation.unknown': { 'zh-CN': '没有此操作', 'en-US': 'There is no such operation' },
  'secret.unreadable': {
    'zh-CN': '已保存的凭据无法解密：密钥与数据不匹配',
    'en-US': 'A stored credential cannot be read: the master key does not belong to this database',
  },
  'token.notFound': {
    'zh-CN': '令牌不存在或已吊销',
    'en-US': 'There is no such token, or it was revoked before',
  },
} as const;
export type OperatorCode = keyof typeof texts;

/** English, as everything else the command line prints; the console looks its language up by the code. */
export function operatorError(
  code: OperatorCode,
  details: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): AppError {
  return new AppError(code, texts[code]['en-US'], details, { cause });
}

/** Null for a code of somebody else. */
export function operatorMessage(code: string, locale: Locale): string | null {
  return Object.hasOwn(texts, code) ? texts[code as OperatorCode][locale] : null;
}
