/**
 * Settings the product reads, with what they are until somebody changes them. There is no initial password
 * among them: whoever gets an account gets a password of their own, shown once.
 */
export interface SeedSetting {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'json';
  readonly value: string;
  readonly category: string;
  /** Everybody who is signed in may read it. */
  readonly isVisible?: boolean;
  readonly remark?: string;
  /** Least and greatest of a number. */
  readonly range?: readonly [number, number];
}

export const builtInSettings = {
  'sys.account.captchaEnabled': {
    name: '账号自助-验证码开关',
    type: 'boolean',
    value: 'false',
    category: '账号',
    remark: 'true 始终需要验证码；false 仅在登录失败两次之后需要',
  },
  'sys.account.registerUser': {
    name: '账号自助-是否开启用户注册',
    type: 'boolean',
    value: 'false',
    category: '账号',
    isVisible: true,
    remark: '是否允许自助注册',
  },
  'sys.account.chrtype': {
    name: '用户管理-密码字符范围',
    type: 'number',
    value: '0',
    range: [0, 4],
    category: '账号',
    isVisible: true,
    remark: '0 任意；1 只能是数字；2 只能是字母；3 必须有字母和数字；4 必须有字母、数字和特殊字符',
  },
  'sys.user.pwdPolicy': {
    name: '用户管理-密码最小长度',
    type: 'number',
    value: '12',
    range: [8, 64],
    category: '账号',
    isVisible: true,
    remark: '密码至少有几位',
  },
  'sys.account.passwordValidateDays': {
    name: '用户管理-密码有效天数',
    type: 'number',
    value: '0',
    range: [0, 365],
    category: '账号',
    remark: '超过天数后必须修改密码；0 表示不限制',
  },
  'sys.account.totpForRoot': {
    name: '账号安全-首个管理员必须启用动态验证码',
    type: 'boolean',
    value: 'false',
    category: '账号',
    remark: 'true 时首个管理员启用动态验证码之前不能进行其他操作',
  },
  'sys.login.maxRetry': {
    name: '用户登录-最多失败次数',
    type: 'number',
    value: '5',
    range: [3, 20],
    category: '登录',
    remark: '同一账号连续失败达到次数后锁定',
  },
  'sys.login.lockMinutes': {
    name: '用户登录-锁定分钟数',
    type: 'number',
    value: '15',
    range: [1, 15],
    category: '登录',
    remark: '统计失败次数的时间段，达到次数后到该时间段结束为止不能再试',
  },
  'sys.login.blackIPList': {
    name: '用户登录-黑名单列表',
    type: 'string',
    value: '',
    category: '登录',
    remark: '不允许登录的地址，以英文分号分隔；支持 * 结尾和网段（10.0.0.0/8）',
  },
  'site.title': {
    name: '站点-标题',
    type: 'string',
    value: 'Oriel 管理平台',
    category: '站点',
    isVisible: true,
  },
  'site.timeZone': {
    name: '站点-时区',
    type: 'string',
    value: 'Asia/Shanghai',
    category: '站点',
    isVisible: true,
    remark: '页面与文件中的时间按此时区显示',
  },
  'site.locales': {
    name: '站点-可选语言',
    type: 'json',
    value: '["zh-CN"]',
    category: '站点',
    isVisible: true,
    remark: '["zh-CN","en-US"] 时英文可选',
  },
  'iot.presence.seconds': {
    name: '设备-在线检测间隔秒数',
    type: 'number',
    value: '300',
    range: [0, 86_400],
    category: '设备',
    remark: '每隔多少秒询问一次无人观看的设备是否在线，最短 60 秒；0 表示不检测',
  },
} as const satisfies Readonly<Record<string, SeedSetting>>;

export type SettingKey = keyof typeof builtInSettings;
