/**
 * Settings that the product reads, with their defaults. There is no initial password: each new account gets its own
 * password, shown once.
 */
import type { LocalText } from '../../i18n/translate.ts';
import type { SettingInput } from './setting-input.ts';

export interface SeedSetting {
  readonly name: LocalText;
  readonly type: 'string' | 'number' | 'boolean' | 'json';
  readonly value: string;
  readonly category: LocalText;
  /** Every signed-in user may read it. */
  readonly isVisible?: boolean;
  readonly remark?: LocalText;
  /** How it is edited, and which values are valid. */
  readonly input: SettingInput;
}

const units = {
  characters: { 'zh-CN': '位', 'en-US': 'characters' },
  hours: { 'zh-CN': '小时', 'en-US': 'hours' },
  days: { 'zh-CN': '天', 'en-US': 'days' },
  attempts: { 'zh-CN': '次', 'en-US': 'attempts' },
  minutes: { 'zh-CN': '分钟', 'en-US': 'minutes' },
  seconds: { 'zh-CN': '秒', 'en-US': 'seconds' },
} as const satisfies Record<string, LocalText>;

const categories = {
  accounts: { 'zh-CN': '账号', 'en-US': 'Accounts' },
  signIn: { 'zh-CN': '登录', 'en-US': 'Sign-in' },
  site: { 'zh-CN': '站点', 'en-US': 'Site' },
  devices: { 'zh-CN': '设备', 'en-US': 'Devices' },
} as const satisfies Record<string, LocalText>;

export const builtInSettings = {
  'sys.account.captchaEnabled': {
    name: { 'zh-CN': '账号自助-验证码开关', 'en-US': 'Account: always require captcha' },
    type: 'boolean',
    input: { kind: 'switch' },
    value: 'false',
    category: categories.accounts,
    remark: {
      'zh-CN': '开启时始终需要验证码；关闭时仅在登录失败两次之后需要',
      'en-US': 'On: always required; off: after two failed attempts',
    },
  },
  'sys.account.registerUser': {
    name: { 'zh-CN': '账号自助-是否开启用户注册', 'en-US': 'Account: allow registration' },
    type: 'boolean',
    input: { kind: 'switch' },
    value: 'false',
    category: categories.accounts,
    isVisible: true,
    remark: { 'zh-CN': '是否允许自助注册', 'en-US': 'Whether users can create their own accounts' },
  },
  'sys.account.chrtype': {
    name: { 'zh-CN': '用户管理-密码字符范围', 'en-US': 'Password: required characters' },
    type: 'number',
    value: '0',
    input: {
      kind: 'choice',
      options: [
        { value: '0', label: { 'zh-CN': '任意字符', 'en-US': 'Any characters' } },
        { value: '1', label: { 'zh-CN': '只能是数字', 'en-US': 'Digits only' } },
        { value: '2', label: { 'zh-CN': '只能是字母', 'en-US': 'Letters only' } },
        { value: '3', label: { 'zh-CN': '必须有字母和数字', 'en-US': 'Letters and digits' } },
        {
          value: '4',
          label: {
            'zh-CN': '必须有字母、数字和特殊字符',
            'en-US': 'Letters, digits and other characters',
          },
        },
      ],
    },
    category: categories.accounts,
    isVisible: true,
    remark: {
      'zh-CN': '对以后设置的密码生效',
      'en-US': 'Applies to passwords that are set from now on',
    },
  },
  'sys.user.pwdPolicy': {
    name: { 'zh-CN': '用户管理-密码最小长度', 'en-US': 'Password: minimum length' },
    type: 'number',
    value: '12',
    input: { kind: 'number', min: 8, max: 64, unit: units.characters },
    category: categories.accounts,
    isVisible: true,
    remark: { 'zh-CN': '密码至少有几位', 'en-US': 'Minimum number of characters' },
  },
  'sys.account.passwordValidateDays': {
    name: { 'zh-CN': '用户管理-密码有效天数', 'en-US': 'Password: maximum age (days)' },
    type: 'number',
    value: '0',
    input: {
      kind: 'number',
      min: 1,
      max: 365,
      unit: units.days,
      zero: { 'zh-CN': '不限制', 'en-US': 'no limit' },
    },
    category: categories.accounts,
    remark: {
      'zh-CN': '超过天数后必须修改密码；0 表示不限制',
      'en-US': 'Older passwords must be changed; 0: no limit',
    },
  },
  'sys.account.oneTimePasswordHours': {
    name: {
      'zh-CN': '用户管理-一次性密码有效小时数',
      'en-US': 'Password: validity of one-time passwords (hours)',
    },
    type: 'number',
    value: '24',
    input: { kind: 'number', min: 1, max: 720, unit: units.hours },
    category: categories.accounts,
    remark: {
      'zh-CN': '超过后不能再用于登录，需重新生成；只影响之后生成的密码',
      'en-US':
        'After that they can no longer be used to sign in. Applies to passwords generated from now on.',
    },
  },
  'sys.account.totpForRoot': {
    name: {
      'zh-CN': '账号安全-首个管理员必须启用两步验证',
      'en-US': 'Security: two-step verification for the first administrator',
    },
    type: 'boolean',
    input: { kind: 'switch' },
    value: 'false',
    category: categories.accounts,
    remark: {
      'zh-CN': '开启时首个管理员启用两步验证之前不能进行其他操作',
      'en-US': 'On: the first administrator must set up two-step verification before doing anything else',
    },
  },
  'sys.login.maxRetry': {
    name: { 'zh-CN': '用户登录-最多失败次数', 'en-US': 'Sign-in: maximum failed attempts' },
    type: 'number',
    value: '5',
    input: { kind: 'number', min: 3, max: 20, unit: units.attempts },
    category: categories.signIn,
    remark: {
      'zh-CN': '同一账号连续失败达到次数后锁定',
      'en-US': 'An account is locked after this number of consecutive failures',
    },
  },
  'sys.login.lockMinutes': {
    name: { 'zh-CN': '用户登录-锁定分钟数', 'en-US': 'Sign-in: lockout (minutes)' },
    type: 'number',
    value: '15',
    input: { kind: 'number', min: 1, max: 15, unit: units.minutes },
    category: categories.signIn,
    remark: {
      'zh-CN': '统计失败次数的时间段，达到次数后到该时间段结束为止不能再试',
      'en-US': 'Period in which failures are counted. After too many, sign-in is blocked until it ends.',
    },
  },
  'sys.login.blackIPList': {
    name: { 'zh-CN': '用户登录-黑名单列表', 'en-US': 'Sign-in: blocked addresses' },
    type: 'string',
    input: {
      kind: 'list',
      separator: ';',
      entry: /^[\da-fA-F.:*/]{1,49}$/,
      message: { 'zh-CN': '地址格式不正确', 'en-US': 'Invalid address format' },
    },
    value: '',
    category: categories.signIn,
    remark: {
      'zh-CN': '不允许登录的地址，以英文分号分隔；支持 * 结尾和网段（10.0.0.0/8）',
      'en-US':
        'Addresses that cannot sign in, separated by semicolons; a trailing * and networks (10.0.0.0/8) are supported',
    },
  },
  'site.title': {
    name: { 'zh-CN': '站点-标题', 'en-US': 'Site: title' },
    type: 'string',
    input: { kind: 'text' },
    value: 'Oriel 管理平台',
    category: categories.site,
    isVisible: true,
  },
  'site.timeZone': {
    name: { 'zh-CN': '站点-时区', 'en-US': 'Site: time zone' },
    type: 'string',
    input: { kind: 'timeZone' },
    value: 'Asia/Shanghai',
    category: categories.site,
    isVisible: true,
    remark: { 'zh-CN': '页面与文件中的时间按此时区显示', 'en-US': 'Pages and files show times in this zone' },
  },
  'site.locales': {
    name: { 'zh-CN': '站点-可选语言', 'en-US': 'Site: available languages' },
    type: 'json',
    input: { kind: 'languages' },
    value: '["zh-CN","en-US"]',
    category: categories.site,
    isVisible: true,
    remark: {
      'zh-CN': '只选一种时，用户不能切换语言',
      'en-US': 'With one language, users cannot switch',
    },
  },
  'iot.presence.seconds': {
    name: { 'zh-CN': '设备-在线检测间隔秒数', 'en-US': 'Devices: status query interval (seconds)' },
    type: 'number',
    value: '300',
    // A camera that rejected the login is not contacted for the same minute.
    input: {
      kind: 'number',
      min: 60,
      max: 86_400,
      unit: units.seconds,
      zero: { 'zh-CN': '不检测', 'en-US': 'never' },
    },
    category: categories.devices,
    remark: {
      'zh-CN': '无人观看的设备的在线检测间隔，最短 60 秒；0 表示不检测',
      'en-US': 'How often the status of devices without viewers is queried, at least 60 seconds; 0: never',
    },
  },
} as const satisfies Readonly<Record<string, SeedSetting>>;

/** Remarks of earlier versions, which rows of existing installations contain. */
export const earlierRemarks: readonly LocalText[] = [
  {
    'zh-CN': 'true 始终需要验证码；false 仅在登录失败两次之后需要',
    'en-US': 'true: always required; false: after two failed attempts',
  },
  {
    'zh-CN': '0 任意；1 只能是数字；2 只能是字母；3 必须有字母和数字；4 必须有字母、数字和特殊字符',
    'en-US':
      '0 any; 1 digits only; 2 letters only; 3 letters and digits; 4 letters, digits and other characters',
  },
  {
    'zh-CN': 'true 时首个管理员启用两步验证之前不能进行其他操作',
    'en-US': 'true: the first administrator must set up two-step verification before doing anything else',
  },
  { 'zh-CN': '设为 ["zh-CN"] 时只能使用中文', 'en-US': 'With ["zh-CN"], only Chinese is available' },
];

export type SettingKey = keyof typeof builtInSettings;

/** Null for settings that the product does not read. */
export function builtInSetting(key: string): SeedSetting | null {
  return isBuiltInKey(key) ? builtInSettings[key] : null;
}

function isBuiltInKey(key: string): key is SettingKey {
  return Object.hasOwn(builtInSettings, key);
}
