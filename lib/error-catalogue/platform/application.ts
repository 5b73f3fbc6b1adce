import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 10xxx, 110xxx, 170xxx, 381xxxx: requests, applications, tokens, sub-accounts and their quotas. */
export const applicationEntries: readonly EntryGroup[] = [
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.fixRequest,
    rows: [
      ['110001', '请求参数为空或格式有误', 'A request parameter is empty or invalid'],
      ['110020', '请求中没有指明要调用的方法', 'The request has no method'],
      ['110022', '透传指令的目标不合法', 'The target of the pass-through command is not valid'],
      ['10033', '授权策略（policy）的内容有误', 'The policy of the sub-account is invalid'],
      ['10059', '请求编号（requestId）已经用过', 'This requestId has already been used'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.signAgain,
    rows: [
      ['10008 110008', '请求的签名不正确', 'The signature of the request is wrong'],
      ['10009 110009', '签名所用的参数有误', 'A signature parameter is invalid'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.syncTime,
    rows: [['10010 110010', '签名已超时', 'The signature is too old']],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.allowAddress,
    rows: [['110006', '当前 IP 地址不允许访问', 'This IP address is not allowed to use the service']],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.fixAppKey,
    rows: [
      [
        '10014 110014',
        '该应用下的用户与手机号尚未绑定',
        'The user and the phone number are not bound in this application',
      ],
      ['10018 110018', '播放凭证与 appKey 不匹配', 'The access token belongs to another appKey'],
      [
        '10065',
        '该 weakAppKey 不属于凭证所属的用户',
        'The weakAppKey does not belong to the user of the access token',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.bindFirst,
    rows: [
      ['10011', '账号尚未绑定', 'The account is not bound yet'],
      ['110011', '账号尚未开通云服务', 'The account has not opened the cloud service'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.alreadySo,
    rows: [
      ['10012', '该应用下已绑定过相同的手机号', 'This phone number is already bound in this application'],
      ['110012', '第三方账号已经绑定过', 'The third-party account is already bound'],
      ['10034 110034', '同名的子账号已存在', 'A sub-account with this name already exists'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.checkAccount,
    rows: [
      ['10004 110004', '账号不存在', 'The account does not exist'],
      ['10015', '找不到该授权地址', 'The authorization address does not exist'],
      ['10032 110032', '没有这个子账号', 'The sub-account does not exist'],
      [
        '10035 110035',
        '无法获取子账号的凭证，子账号可能不存在或不属于该开发者',
        'No token for the sub-account: it may not exist, or not belong to this developer',
      ],
      ['3810002 3810005', '账号异常，操作没有成功', 'The operation failed because of an account problem'],
      ['70007', '没有这个授权码', 'The authorization code does not exist'],
      ['30005', '没有这个简易账号', 'The lightweight account does not exist'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.checkPassword,
    rows: [['10019 110019', '密码不正确', 'The password is wrong']],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.askPermission,
    rows: [
      [
        '10024 110024',
        '没有使用透传通道的权限',
        'The application has no permission for the pass-through channel',
      ],
      ['110025', '该 appKey 被禁止使用透传通道', 'This appKey has no access to the pass-through channel'],
      ['110033', '子账号还没有设置授权策略', 'The sub-account has no policy yet'],
      ['110036', '子账号已被停用', 'The sub-account is disabled'],
      ['110051', '没有抓图权限', 'The account has no permission to take snapshots'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.askAccess,
    rows: [
      ['110031', '子账号没有查看该摄像机的权限', 'This sub-account has no permission to view this camera'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.upgradeEnterprise,
    rows: [
      ['110028', '个人版今天的抓图次数已用完', 'The daily snapshot limit of the personal tier is reached'],
      ['110007', '接口调用总次数已达上限', 'The total number of calls is exhausted'],
      [
        '110026',
        '设备数量超过个人版上限，无法操作该设备',
        'The number of devices exceeds the personal tier, so this one cannot be used',
      ],
      ['110027', '个人版的账号数量超过安全上限', 'The number of accounts exceeds the personal tier'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.upgradeEnterprise,
    rows: [['110029', '个人版账号的调用频率超限', 'A personal account has reached its rate limit']],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    action: 'getToken',
    advice: advice.renewToken,
    rows: [
      [
        '400902',
        '播放凭证（accessToken）已失效，需要重新获取',
        'The access token is no longer valid; get a new one',
      ],
      ['110021', '取流凭据（ticket）校验没有通过', 'The stream ticket was rejected'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.logInAgain,
    rows: [
      ['170003', '登录续期凭证（refreshToken）不存在', 'The refresh token does not exist'],
      ['170004', '登录续期凭证（refreshToken）已过期', 'The refresh token has expired'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.liftTerminalBinding,
    rows: [
      ['400903', '账号开启了终端绑定，仅限指定终端观看', 'The account is bound to other terminals'],
      [
        '20031',
        '账号开启了终端绑定，当前终端未获允许',
        'Terminal binding is enabled, and this terminal is not allowed',
      ],
      [
        '120031',
        '终端绑定已开启，本机的特征码没有通过验证',
        'Terminal binding is enabled, and this terminal failed the check',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.smallerPage,
    rows: [
      ['70001', '当前账号可查询的设备数量受限', 'The account has reached its limit for listing devices'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.refresh,
    rows: [
      ['70010', '授权没有完成', 'Authorization failed'],
      ['149999', '服务返回的数据异常', 'The service returned faulty data'],
      ['150000', '服务器出现异常', 'Server error'],
      ['3810001 3820014 3849999', '操作没有成功', 'The operation failed'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.nothingToDo,
    rows: [['100200', '操作已成功', 'The operation succeeded']],
  },
];
