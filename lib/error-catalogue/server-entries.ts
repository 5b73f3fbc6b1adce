import { advice } from './advice.ts';
import type { EntryGroup } from './entry.ts';

/** What our own server says: about the request, and about the cameras behind it. */
export const serverEntries: readonly EntryGroup[] = [
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.checkPageSetup,
    rows: [
      ['10001', '请求参数有误', 'The request has a bad parameter'],
      [
        '10005 110005',
        '应用（appKey）异常或已停用',
        'This application (appKey) is not in order or switched off',
      ],
      ['10013 110013', '应用没有使用该功能的权限', 'The application may not use this function'],
      ['10017 110017', '应用（appKey）不存在', 'There is no such application (appKey)'],
      ['10030 110030', 'appKey 与 appSecret 不匹配', 'appKey and appSecret do not belong together'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    action: 'getToken',
    advice: advice.renewToken,
    rows: [
      ['10002 110002', '播放凭证（accessToken）无效或已过期', 'The access token is invalid or has expired'],
      ['grant.expired', '观看授权已到期', 'Permission to watch has run out'],
      ['grant.ended', '观看授权已结束', 'Permission to watch has ended'],
      ['ticket.refused', '播放凭证未被接受', 'The ticket for the stream was not accepted'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.askAccess,
    rows: [['10031', '没有查看该摄像机的权限', 'You may not view this camera']],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.waitAndRetry,
    rows: [
      ['10029', '请求过于频繁', 'There were too many requests'],
      ['50000', '服务器出现错误', 'The server made an error'],
      ['address.malformed', '获取播放地址失败', 'Could not get the address of the stream'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.fewerViewers,
    rows: [
      ['tooMany viewer.tooMany', '同时观看的路数已达上限', 'The limit of simultaneous viewers is reached'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.comesBack,
    rows: [['server.stopping', '服务器正在重启', 'The server is restarting']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkAddress,
    rows: [
      ['20002', '设备不存在', 'There is no such device'],
      ['20032 120032', '通道不存在', 'The device has no such channel'],
      ['stream.notFound', '摄像机没有这一路画面', 'The camera has no such stream'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.oppositeDirection,
    rows: [['20015', '设备不支持该功能', 'The device does not support this function']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    action: 'askCode',
    advice: advice.enterCode,
    rows: [['400035', '设备已加密，需要验证码', 'The device is encrypted and needs its verification code']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    action: 'askCode',
    advice: advice.enterCodeAgain,
    rows: [['400036', '设备验证码错误', 'The verification code of the device is wrong']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkDevice,
    rows: [
      ['20007', '设备不在线', 'The device is offline'],
      ['source.unreachable', '服务器无法连接到摄像机', 'The server cannot reach the camera'],
      ['source.silent', '摄像机没有发送画面', 'The camera sends no picture'],
      ['source.ended stream.ended', '摄像机结束了画面传输', 'The camera ended the stream'],
      ['source.failed', '摄像机的画面中断', 'The stream of the camera broke off'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.comesBack,
    rows: [['source.changed', '摄像机的配置刚刚被修改', 'The camera was set up anew a moment ago']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.updateCamera,
    rows: [['source.protocol', '摄像机的应答不符合协议', 'The camera does not keep to the protocol']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkCameraLogin,
    rows: [['source.auth', '摄像机拒绝了登录', 'The camera refused the login']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkCameraAddress,
    rows: [
      [
        'source.refused',
        '服务器不允许连接该摄像机地址',
        'The server may not connect to the address of the camera',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkServerStore,
    rows: [
      [
        'source.unreadable',
        '服务器无法读取摄像机的配置',
        'The server cannot read what is stored about the camera',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkCameraStream,
    rows: [['source.notFound', '摄像机没有这一路画面', 'The camera has no such stream']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.setCameraCodec,
    rows: [['source.unsupported', '摄像机的编码无法播放', 'What the camera sends cannot be carried']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.moveOtherDirection,
    rows: [
      ['60002 160002 3860002', '云台已转到上限位', 'The camera is turned up as far as it goes'],
      ['60003 160003 3860003', '云台已转到下限位', 'The camera is turned down as far as it goes'],
      ['60004 160004 3860004', '云台已转到左限位', 'The camera is turned left as far as it goes'],
      ['60005 160005 3860005', '云台已转到右限位', 'The camera is turned right as far as it goes'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCapability,
    rows: [['60000 160000 ptz.unsupported', '该设备没有云台，无法转动', 'The device has no pan-tilt']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.waitAndRetry,
    rows: [
      ['60006 160006 3860006 3860020', '云台没有完成该操作', 'The camera did not carry out the movement'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.onceDone,
    rows: [['3860009', '设备正在执行其他操作', 'The device is busy with another operation']],
  },
];
