import { advice } from './advice.ts';
import type { EntryGroup } from './entry.ts';

/** The browser, the network between it and the server, and the host page. */
export const playerEntries: readonly EntryGroup[] = [
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.checkNetwork,
    rows: [
      ['1003 network.closed', '连接断开，请重试', 'Connection lost, please try again'],
      ['network.silent', '服务器没有发送数据', 'The server sends no data'],
      ['network.stalled', '画面中断，没有收到新的数据', 'Video interrupted: no new data received'],
      ['network.timeout', '服务器响应超时', 'The server did not respond in time'],
      ['network.unreachable', '无法连接服务器', 'The server cannot be reached'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.lighterStream,
    rows: [
      ['viewer.slow viewer.tooSlow', '网络速度不足以播放该画面', 'The network is too slow for this stream'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.comesBack,
    rows: [['tracks.changed', '摄像机更改了编码设置', "The camera's encoding settings have changed"]],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.otherTime,
    rows: [['playback.none', '未找到录像片段', 'No recordings were found']],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.exportLess,
    rows: [
      [
        'playback.tooLong',
        '时段过长：回放最多 8 天，导出最多 24 小时',
        'The time range is too long: at most 8 days to play, 24 hours to export',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.comesBack,
    rows: [
      ['playback.busy', '服务器正在处理的录像请求过多', 'The server has too many requests for recordings'],
      [
        'playback.storeUnavailable',
        '存放该录像的对象存储无响应',
        'The object storage with this recording does not respond',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.otherBrowser,
    rows: [
      ['media.unsupported', '浏览器无法播放该摄像机的编码', "This browser cannot decode the camera's video"],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.useHttps,
    rows: [
      [
        'encryption.insecure',
        '设备已加密，浏览器仅在安全连接（HTTPS）下可以解密',
        'The device is encrypted, and browsers can decrypt only over a secure connection (HTTPS)',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.retryOrUpdateBrowser,
    rows: [['media.decode', '画面解码出错', 'The video could not be decoded']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.retryOrCheckEncoding,
    rows: [['media.malformed', '收到的画面数据有误', 'The stream is malformed']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.retryOrReload,
    rows: [['engine.failed', '播放器内部出错', 'Internal player error']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    action: 'getToken',
    advice: advice.askPageForToken,
    rows: [
      [
        'token.missing',
        '页面没有提供播放凭证：getToken 没有返回文本',
        'The page provided no access token: getToken returned no text',
      ],
      [
        'token.threw',
        '页面没有提供播放凭证：getToken 执行出错',
        'The page provided no access token: getToken threw an error',
      ],
      ['token.timeout', '等待页面提供播放凭证超时', 'The page did not provide an access token in time'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkPageAddress,
    rows: [
      ['ezopen.notAddress', '播放地址格式有误', 'The playback address is invalid'],
      ['ezopen.tooLong', '播放地址过长', 'The playback address is too long'],
      ['ezopen.host', '播放地址中的域名有误', 'The host name in the playback address is invalid'],
      [
        'ezopen.validCode',
        '播放地址中的验证码格式有误',
        'The verification code in the playback address is invalid',
      ],
      [
        'ezopen.deviceSerial',
        '播放地址中的设备序列号有误',
        'The device serial number in the playback address is invalid',
      ],
      ['ezopen.channelNo', '播放地址中的通道号有误', 'The channel number in the playback address is invalid'],
      ['ezopen.mode', '播放地址中的播放类型有误', 'The playback type in the playback address is unknown'],
      ['ezopen.playbackTime', '回放时间格式有误，请确认', 'The playback time is invalid, please check it'],
      ['ezopen.query', '播放地址中的参数有误', 'A parameter in the playback address is invalid'],
    ],
  },
];
