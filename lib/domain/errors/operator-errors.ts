import type { Locale } from '../../i18n/translate.ts';
import { AppError } from '../../kernel/app-error.ts';

/** Errors of the operator's commands. No text repeats the input. */
const texts = {
  'app.builtIn': { 'zh-CN': '内置应用不能修改', 'en-US': 'The built-in application cannot be changed' },
  'app.changed': {
    'zh-CN': '数据已被他人修改，请刷新后重试',
    'en-US': 'The application has been changed by someone else. Refresh and try again.',
  },
  'app.notFound': { 'zh-CN': '应用不存在', 'en-US': 'Application not found' },
  'app.originUnknown': {
    'zh-CN': '应用没有这个来源',
    'en-US': 'The application does not list this origin',
  },
  'app.tooManyOrigins': {
    'zh-CN': '来源过多，最多 32 个',
    'en-US': 'Too many origins: an application can have at most 32',
  },
  'camera.badUrl': { 'zh-CN': '摄像机地址有误', 'en-US': 'The camera address is invalid' },
  'camera.channelExists': {
    'zh-CN': '该设备已有此通道号',
    'en-US': 'The device already has this channel number',
  },
  'camera.exists': { 'zh-CN': '设备已被自己添加', 'en-US': 'You have already added this camera' },
  'camera.loginNeeded': {
    'zh-CN': '新地址在另一台主机上：请重新输入用户名和密码',
    'en-US': 'The new address is on a different host. Enter the user name and password again.',
  },
  'camera.needsCode': {
    'zh-CN': '加密设备必须设置验证码',
    'en-US': 'an encrypted camera requires a verification code',
  },
  'camera.noOnvif': {
    'zh-CN': '摄像机没有 ONVIF 地址',
    'en-US': 'The camera has no ONVIF address',
  },
  'camera.noLogin': { 'zh-CN': '演示摄像机没有用户名', 'en-US': 'A demo camera has no user name' },
  'camera.notFound': { 'zh-CN': '设备不存在', 'en-US': 'Camera not found' },
  'camera.notScene': { 'zh-CN': '没有此演示场景', 'en-US': 'Unknown demo scene' },
  'camera.noSource': { 'zh-CN': '没有此码流来源', 'en-US': 'The camera does not have this stream source' },
  'camera.serialInUse': { 'zh-CN': '序列号已被使用', 'en-US': 'This serial number is already in use' },
  'camera.serialTaken': {
    'zh-CN': '设备已被别人添加',
    'en-US': 'This device has been added by another organization',
  },
  'company.full': {
    'zh-CN': '企业的设备数量已达上限',
    'en-US': 'The company has reached its device limit',
  },
  'company.notFound': { 'zh-CN': '企业不存在或已停用', 'en-US': 'The company does not exist or is disabled' },
  'input.invalid': { 'zh-CN': '输入有误', 'en-US': 'The input is invalid' },
  'operation.unknown': { 'zh-CN': '没有此操作', 'en-US': 'Unknown operation' },
  'input.nothing': { 'zh-CN': '没有要修改的内容', 'en-US': 'No changes given' },
  'origin.insecure': {
    'zh-CN':
      '该来源使用 http：同一网络中的任何人都能看到令牌，且播放延迟更高。仅用于测试，正式使用请改为 https',
    'en-US':
      'uses plain http: anyone on the network can read its tokens, and playback latency is higher. Use it for tests only, and https in production.',
  },
  'origin.malformed': {
    'zh-CN': '不是有效的来源，例如 https://www.example.com，不含路径，末尾不带斜杠',
    'en-US':
      'must be an origin such as https://www.example.com: http or https, lower case, without a path or trailing slash',
  },
  'origin.needsHttps': {
    'zh-CN': '来源必须使用 https（本机、局域网地址和 .local 名称除外）',
    'en-US':
      'must use https; plain http is allowed only for this computer, private addresses and .local names',
  },
  'secret.unreadable': {
    'zh-CN': '已保存的凭据无法解密：密钥与数据不匹配',
    'en-US': 'A stored credential cannot be decrypted: the master key does not match this database',
  },
  'theme.badId': {
    'zh-CN': '主题标识必须是 32 位字母或数字',
    'en-US': 'A theme ID consists of 32 letters and digits',
  },
  'theme.builtIn': { 'zh-CN': '内置主题不能删除', 'en-US': 'Built-in themes cannot be deleted' },
  'theme.conflict': {
    'zh-CN': '主题已被他人修改，请重新读取后再试',
    'en-US': 'The theme has been changed by someone else. Load it again, then repeat your change.',
  },
  'theme.exists': { 'zh-CN': '主题标识已存在', 'en-US': 'A theme with this ID already exists' },
  'theme.invalid': { 'zh-CN': '主题内容有误', 'en-US': 'The theme is invalid' },
  'theme.notFound': { 'zh-CN': '主题不存在', 'en-US': 'Theme not found' },
  'theme.tooMany': { 'zh-CN': '主题过多，最多 500 个', 'en-US': 'Too many themes: the limit is 500' },
  'token.notFound': {
    'zh-CN': '令牌不存在或已吊销',
    'en-US': 'The token does not exist or has been revoked',
  },
} as const;
export type OperatorCode = keyof typeof texts;

/** In English, like all output of the command line; the console translates by the code. */
export function operatorError(
  code: OperatorCode,
  details: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): AppError {
  return new AppError(code, texts[code]['en-US'], details, { cause });
}

/** Our own reason why a field is invalid, for zod's `addIssue` and `refine`. */
export function inputIssue(code: OperatorCode) {
  return { code: 'custom' as const, message: texts[code]['en-US'], params: { code } };
}

/** Null for a code that is not ours. */
export function operatorMessage(code: string, locale: Locale): string | null {
  return Object.hasOwn(texts, code) ? texts[code as OperatorCode][locale] : null;
}
