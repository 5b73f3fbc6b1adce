/**
 * Settings that the product reads, with their defaults. There is no initial password: each new account gets its own
 * password, shown once.
 */
import { productName } from '../../i18n/product-name.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { SettingInput } from './setting-input.ts';

export interface SeedSetting {
  readonly name: LocalText;
  readonly type: 'string' | 'number' | 'boolean' | 'json' | 'secret';
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

const supportTooLong = { 'zh-CN': '不能超过 100 个字', 'en-US': 'At most 100 characters' };

const categories = {
  accounts: { 'zh-CN': '账号', 'en-US': 'Accounts' },
  signIn: { 'zh-CN': '登录', 'en-US': 'Sign-in' },
  site: { 'zh-CN': '站点', 'en-US': 'Site' },
  devices: { 'zh-CN': '设备', 'en-US': 'Devices' },
  trade: { 'zh-CN': '交易', 'en-US': 'Trade' },
  mail: { 'zh-CN': '邮件', 'en-US': 'E-mail' },
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
    value: productName['zh-CN'],
    category: categories.site,
    isVisible: true,
  },
  'site.logo': {
    name: { 'zh-CN': '站点-标志', 'en-US': 'Site: logo' },
    type: 'string',
    input: { kind: 'image' },
    value: '',
    category: categories.site,
    remark: {
      'zh-CN': '用于登录页、管理平台和分享页；留空使用产品标志',
      'en-US': 'For sign-in, console and shared pages; empty: the logo of the product',
    },
  },
  'site.color': {
    name: { 'zh-CN': '站点-主题色', 'en-US': 'Site: colour' },
    type: 'string',
    input: { kind: 'colour' },
    value: '',
    category: categories.site,
    remark: {
      'zh-CN': '用于登录页、管理平台、分享页和播放器提示；用户可在界面设置中选择其他颜色',
      'en-US':
        'For sign-in, console, shared pages and messages of the player; users can select another in the appearance settings',
    },
  },
  'site.support': {
    name: { 'zh-CN': '站点-联系方式', 'en-US': 'Site: contact' },
    type: 'string',
    input: { kind: 'text', pattern: /^[^\r\n]{0,100}$/, message: supportTooLong },
    value: '',
    category: categories.site,
    remark: {
      'zh-CN': '播放失败时显示给观看者，例如“客服电话 400-000-0000”',
      'en-US': 'Shown to viewers when playback fails, for example “Help desk: 400-000-0000”',
    },
  },
  'site.gallery': {
    name: { 'zh-CN': '站点-公开模板展示', 'en-US': 'Site: public templates' },
    type: 'boolean',
    input: { kind: 'switch' },
    value: 'false',
    category: categories.site,
    remark: {
      'zh-CN': '开启后，任何人都可以打开 /templates 并观看演示摄像头；关闭时只有登录用户可以',
      'en-US':
        'On: everybody may open /templates and watch a demo camera. Off: only those who are signed in.',
    },
  },
  'site.sharePictures': {
    name: { 'zh-CN': '站点-分享链接预览图', 'en-US': 'Site: preview pictures of share links' },
    type: 'boolean',
    input: { kind: 'switch' },
    value: 'false',
    category: categories.site,
    remark: {
      'zh-CN':
        '开启后，聊天软件的链接预览会显示摄像头画面。聊天软件会保存这张图片，链接结束后仍可能看到。带 PIN 或水印的链接和加密摄像头不显示；需要安装 ffmpeg',
      'en-US':
        'On: link previews in messengers show a picture of the camera. Messengers store it, so it may remain visible after the link has ended. Never for links with a PIN or a watermark, nor for encrypted cameras. Needs ffmpeg',
    },
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
  'stat.keepDays': {
    name: { 'zh-CN': '统计-按日保留天数', 'en-US': 'Statistics: days to keep by day' },
    type: 'number',
    value: '800',
    input: { kind: 'number', min: 62, max: 3_650, unit: units.days },
    category: categories.devices,
    remark: {
      'zh-CN': '更早的统计由任务“汇总统计”合并为每月一条',
      'en-US': 'The job “Roll up statistics” merges earlier figures into months',
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
  'trade.freight.combine': {
    name: { 'zh-CN': '交易-多个运费模板的运费', 'en-US': 'Trade: shipping with several templates' },
    type: 'string',
    value: 'sum',
    input: {
      kind: 'choice',
      options: [
        { value: 'sum', label: { 'zh-CN': '各模板运费相加', 'en-US': 'Sum of all templates' } },
        {
          value: 'maxFirst',
          label: { 'zh-CN': '首费只收最高的一次，其余按续费', 'en-US': 'Highest first price once' },
        },
      ],
    },
    category: categories.trade,
    remark: {
      'zh-CN': '一个订单的商品使用不同运费模板时如何计算运费',
      'en-US': 'How the shipping of an order is calculated whose goods have different templates',
    },
  },
  'mail.smtp.host': {
    name: { 'zh-CN': '邮件-服务器', 'en-US': 'E-mail: server' },
    type: 'string',
    value: '',
    input: { kind: 'text' },
    category: categories.mail,
    remark: {
      'zh-CN': 'SMTP 服务器的主机名或地址；留空表示不发送邮件',
      'en-US': 'Host name or address of the SMTP server; empty: no e-mails are sent',
    },
  },
  'mail.smtp.port': {
    name: { 'zh-CN': '邮件-端口', 'en-US': 'E-mail: port' },
    type: 'number',
    value: '587',
    input: { kind: 'number', min: 1, max: 65_535 },
    category: categories.mail,
  },
  'mail.smtp.security': {
    name: { 'zh-CN': '邮件-加密方式', 'en-US': 'E-mail: encryption' },
    type: 'string',
    value: 'starttls',
    input: {
      kind: 'choice',
      options: [
        {
          value: 'starttls',
          label: { 'zh-CN': 'STARTTLS（通常端口 587）', 'en-US': 'STARTTLS (usually port 587)' },
        },
        { value: 'tls', label: { 'zh-CN': 'TLS（通常端口 465）', 'en-US': 'TLS (usually port 465)' } },
        { value: 'none', label: { 'zh-CN': '不加密', 'en-US': 'None' } },
      ],
    },
    category: categories.mail,
  },
  'mail.smtp.user': {
    name: { 'zh-CN': '邮件-账号', 'en-US': 'E-mail: user name' },
    type: 'string',
    value: '',
    input: { kind: 'text' },
    category: categories.mail,
    remark: { 'zh-CN': '留空表示不登录', 'en-US': 'Empty: without signing in' },
  },
  'mail.smtp.password': {
    name: { 'zh-CN': '邮件-密码', 'en-US': 'E-mail: password' },
    type: 'secret',
    value: '',
    input: { kind: 'text' },
    category: categories.mail,
  },
  'mail.from': {
    name: { 'zh-CN': '邮件-发件人', 'en-US': 'E-mail: sender' },
    type: 'string',
    value: '',
    input: {
      kind: 'text',
      pattern: /^[^\s@<>",;:]{1,64}@[A-Za-z0-9.-]{1,253}$/,
      message: { 'zh-CN': '邮箱格式不正确', 'en-US': 'Invalid e-mail address' },
    },
    category: categories.mail,
    remark: { 'zh-CN': '邮件的发件地址', 'en-US': 'Address that e-mails come from' },
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
