import type { Locale } from '../../i18n/translate.ts';
import { AppError } from '../../kernel/app-error.ts';

/** What operators' commands refuse with. None of the texts repeats what was entered. */
const texts = {
  'app.builtIn': { 'zh-CN': '内置应用不能修改', 'en-US': 'The built-in application cannot be changed' },
  'app.changed': {
    'zh-CN': '数据已被他人修改，请刷新后重试',
    'en-US': 'The application was changed meanwhile: read it again, then change it',
  },
  'app.notFound': { 'zh-CN': '应用不存在', 'en-US': 'There is no such application' },
  'app.originUnknown': {
    'zh-CN': '应用没有这个来源',
    'en-US': 'The application does not have this origin',
  },
  'app.tooManyOrigins': { 'zh-CN': '来源过多，最多32个', 'en-US': 'An application has at most 32 origins' },
  'camera.badUrl': { 'zh-CN': '摄像机地址有误', 'en-US': 'The address of the camera is not usable' },
  'camera.channelExists': { 'zh-CN': '该设备已有此通道号', 'en-US': 'The device has this channel already' },
  'camera.exists': { 'zh-CN': '设备已被自己添加', 'en-US': 'This camera is there already' },
  'camera.loginNeeded': {
    'zh-CN': '新地址在另一台主机上：请重新输入用户名和密码',
    'en-US': 'The new address is on another host: give user name and password again',
  },
  'camera.needsCode': {
    'zh-CN': '加密设备必须设置验证码',
    'en-US': 'an encrypted camera needs a verification code',
  },
  'camera.noOnvif': {
    'zh-CN': '摄像机没有 ONVIF 地址',
    'en-US': 'The camera has no ONVIF address',
  },
  'camera.noLogin': { 'zh-CN': '演示摄像机没有用户名', 'en-US': 'A demo camera has no user name' },
  'camera.notFound': { 'zh-CN': '设备不存在', 'en-US': 'There is no such camera' },
  'camera.notScene': { 'zh-CN': '没有此演示场景', 'en-US': 'The demo camera has no such scene' },
  'camera.noSource': { 'zh-CN': '没有此码流来源', 'en-US': 'The camera has no such source' },
  'camera.serialInUse': { 'zh-CN': '序列号已被使用', 'en-US': 'This serial number is in use' },
  'camera.serialTaken': {
    'zh-CN': '设备已被别人添加',
    'en-US': 'Another organisation has this serial number',
  },
  'company.full': {
    'zh-CN': '企业的设备数量已达上限',
    'en-US': 'The company has as many devices as it may have',
  },
  'company.notFound': { 'zh-CN': '企业不存在或已停用', 'en-US': 'There is no such company in use' },
  'input.invalid': { 'zh-CN': '输入有误', 'en-US': 'The input is not usable' },
  'operation.unknown': { 'zh-CN': '没有此操作', 'en-US': 'There is no such operation' },
  'input.nothing': { 'zh-CN': '没有要修改的内容', 'en-US': 'Nothing to change was given' },
  'origin.insecure': {
    'zh-CN':
      '该来源使用http：同一网络中的任何人都能看到令牌，且播放延迟更高。仅用于测试，正式使用请改为https',
    'en-US':
      'is plain http: anybody on that network can read its tokens, and browsers play it later. Good for trying; use https for more',
  },
  'origin.malformed': {
    'zh-CN': '不是有效的来源，例如 https://www.example.com，不含路径，末尾不带斜杠',
    'en-US':
      'must be an origin such as https://www.example.com: http or https, lower case, without a path or a slash at the end',
  },
  'origin.needsHttps': {
    'zh-CN': '来源必须使用https（本机、局域网地址和 .local 名称除外）',
    'en-US': 'must be https; plain http is only for this computer, private addresses and .local names',
  },
  'secret.unreadable': {
    'zh-CN': '已保存的凭据无法解密：密钥与数据不匹配',
    'en-US': 'A stored credential cannot be read: the master key does not belong to this database',
  },
  'theme.badId': {
    'zh-CN': '主题标识必须是32位字母或数字',
    'en-US': 'The id of a theme has 32 letters and digits',
  },
  'theme.builtIn': { 'zh-CN': '内置主题不能删除', 'en-US': 'A built-in theme cannot be removed' },
  'theme.conflict': {
    'zh-CN': '主题已被他人修改，请重新读取后再试',
    'en-US': 'The theme was changed meanwhile: read it again, then change it',
  },
  'theme.exists': { 'zh-CN': '主题标识已存在', 'en-US': 'There is a theme with this id' },
  'theme.invalid': { 'zh-CN': '主题内容有误', 'en-US': 'The theme cannot be taken' },
  'theme.notFound': { 'zh-CN': '主题不存在', 'en-US': 'There is no such theme' },
  'theme.tooMany': { 'zh-CN': '主题过多，最多500个', 'en-US': 'There are at most 500 themes' },
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

/** A reason of our own why a field does not fit, for zod's `addIssue` and `refine`. */
export function inputIssue(code: OperatorCode) {
  return { code: 'custom' as const, message: texts[code]['en-US'], params: { code } };
}

/** Null for a code of somebody else. */
export function operatorMessage(code: string, locale: Locale): string | null {
  return Object.hasOwn(texts, code) ? texts[code as OperatorCode][locale] : null;
}
