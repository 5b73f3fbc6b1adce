import { advice } from './advice.ts';
import type { EntryGroup } from './entry.ts';

/** Errors of our own server: the request, and the cameras behind it. */
export const serverEntries: readonly EntryGroup[] = [
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.checkPageSetup,
    rows: [
      ['10001', '请求参数有误', 'A request parameter is invalid'],
      ['10005 110005', '应用（appKey）异常或已停用', 'The application (appKey) is invalid or disabled'],
      ['10013 110013', '应用没有使用该功能的权限', 'The application has no permission for this function'],
      ['10017 110017', '应用（appKey）不存在', 'The application (appKey) does not exist'],
      ['10030 110030', 'appKey 与 appSecret 不匹配', 'appKey and appSecret do not match'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    action: 'getToken',
    advice: advice.renewToken,
    rows: [
      ['10002 110002', '播放凭证（accessToken）无效或已过期', 'The access token is invalid or has expired'],
      ['grant.expired', '观看授权已到期', 'The permission to watch has expired'],
      ['grant.ended', '观看授权已结束', 'Permission to watch has ended'],
      ['ticket.refused', '播放凭证未被接受', 'The stream ticket was rejected'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.askAccess,
    rows: [['10031', '没有查看该摄像机的权限', 'You have no permission to view this camera']],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.waitAndRetry,
    rows: [
      ['10029', '请求过于频繁', 'Too many requests'],
      ['50000', '服务器出现错误', 'Server error'],
      ['address.malformed', '获取播放地址失败', 'Failed to get the stream address'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.fewerViewers,
    rows: [
      [
        'tooMany viewer.tooMany',
        '同时观看的路数已达上限',
        'The maximum number of simultaneous viewers is reached',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.comesBack,
    rows: [['server.stopping', '服务器正在重启', 'The server is restarting']],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.checkServerDisk,
    rows: [
      ['storage.full', '服务器磁盘已满，数据没有保存', 'The disk of the server is full; nothing was saved'],
      [
        'storage.readOnly',
        '服务器的存储是只读的，数据没有保存',
        'The storage of the server is read-only; nothing was saved',
      ],
      ['storage.failed', '服务器的磁盘读写出错', 'The server cannot read or write its disk'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.restoreBackup,
    rows: [['storage.damaged', '服务器的数据库已损坏', 'The database of the server is damaged']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkAddress,
    rows: [
      ['20002', '设备不存在', 'The device does not exist'],
      ['20032 120032', '通道不存在', 'The channel does not exist'],
      ['stream.notFound', '摄像机没有这一路画面', 'The camera does not provide this stream'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.oppositeDirection,
    rows: [['20015', '设备不支持该功能', 'The device does not support this function']],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.refreshList,
    rows: [['120301', '找不到该报警消息', 'The alarm message cannot be found']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCard,
    rows: [['395402 95402', '未找到录像文件', 'No recording found']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkCardHealth,
    rows: [
      [
        '1052674 1052677 1052678 1053825 1152677 1152678 1153825',
        '没有取到设备上的录像',
        'The recordings on the device could not be listed',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    action: 'askCode',
    advice: advice.enterCode,
    rows: [
      ['400035', '设备已加密，需要验证码', 'The device is encrypted and requires its verification code'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    action: 'askCode',
    advice: advice.enterCodeAgain,
    rows: [['400036', '设备验证码错误', 'The verification code of the device is incorrect']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkDevice,
    rows: [
      ['20007', '设备不在线', 'The device is offline'],
      ['source.unreachable', '服务器无法连接到摄像机', 'The server cannot connect to the camera'],
      ['source.silent', '摄像机没有发送画面', 'The camera sends no video'],
      ['source.ended stream.ended', '摄像机结束了画面传输', 'The camera ended the stream'],
      ['source.failed', '摄像机的画面中断', 'The stream from the camera was interrupted'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.moreKeyFrames,
    rows: [
      [
        'source.keyFrame',
        '摄像机迟迟没有发送关键帧，暂时无法显示画面',
        'The camera has not sent a key frame for too long, so there is no picture yet',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.comesBack,
    rows: [['source.changed', '摄像机的配置刚刚被修改', 'The camera configuration has just been changed']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.updateCamera,
    rows: [['source.protocol', '摄像机的应答有误', 'The camera sent an error or an invalid response']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkCameraLogin,
    rows: [['source.auth', '摄像机拒绝了登录', 'The camera rejected the login']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCameraAddress,
    rows: [
      ['source.refused', '服务器不能使用该摄像机地址', 'The server cannot use this camera address'],
      ['source.redirected', '摄像机要求改用另一个地址', 'The camera redirects to another address'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.trustCamera,
    rows: [['source.certificate', '摄像机的证书不受信任', 'The certificate of the camera is not trusted']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.allowTcp,
    rows: [['source.udpOnly', '摄像机不通过 TCP 发送画面', 'The camera does not send its stream over TCP']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.enableVideo,
    rows: [['source.noVideo', '摄像机只发送声音，没有画面', 'The camera sends audio only, no video']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.freeCamera,
    rows: [['source.busy', '摄像机的连接数已满', 'The camera is busy or has no connection left']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.normalSpeed,
    rows: [
      [
        'source.speed',
        '该摄像机不支持以此速度回放',
        'The camera does not replay its recordings at this speed',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.useProfileG,
    rows: [
      [
        'recordings.unsupported',
        '该摄像机不支持查找和回放自身存储的录像',
        'The camera does not offer search and replay of its own recordings',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.otherTime,
    rows: [
      ['replay.noMore', '之后没有录像', 'Nothing is recorded after this'],
      ['replay.rangeEnd', '录像已播放完毕', 'The recordings of this range have been played'],
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
        'The server cannot read the stored camera configuration',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkCameraStream,
    rows: [['source.notFound', '摄像机没有这一路画面', 'The camera does not provide this stream']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.setCameraCodec,
    rows: [['source.unsupported', '摄像机的编码无法播放', "The camera's encoding is not supported"]],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.moveOtherDirection,
    rows: [
      ['60002 160002 3860002', '云台已转到上限位', 'PTZ limit reached: up'],
      ['60003 160003 3860003', '云台已转到下限位', 'PTZ limit reached: down'],
      ['60004 160004 3860004', '云台已转到左限位', 'PTZ limit reached: left'],
      ['60005 160005 3860005', '云台已转到右限位', 'PTZ limit reached: right'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCapability,
    rows: [['60000 160000', '该设备没有云台，无法转动', 'The device does not support PTZ']],
  },
  {
    // The player knows only that PTZ is not available to this token.
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkPtzAllowed,
    rows: [
      [
        'ptz.unsupported',
        '该设备不支持云台控制，或访问令牌没有云台权限',
        'The device has no PTZ, or the access token does not allow it',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.waitAndRetry,
    rows: [
      ['60006 160006 3860006 3860020', '云台没有完成该操作', 'The camera did not execute the PTZ command'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.onceDone,
    rows: [['3860009', '设备正在执行其他操作', 'The device is busy with another operation']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCapability,
    rows: [['-1000 400025', '设备不支持对讲', 'The device does not support talk']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.endTalk,
    rows: [['400904', '设备正在对讲中', 'The device is in a talk']],
  },
];
