import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 320xxx, 322xxx, 4000xx: the playback component in the viewer's browser. */
export const clientEntries: readonly EntryGroup[] = [
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkChannelLink,
    rows: [
      ['320001', '要播放的通道不存在或没有接入摄像机', 'The channel to play does not exist or has no camera'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.fixRequest,
    rows: [
      ['320002', '播放组件收到的参数无效', 'The player component received an invalid parameter'],
      ['400001', '播放所需的参数为空', 'A required playback parameter is empty'],
      ['400002', '播放参数有误', 'A player parameter is invalid'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.reportBug,
    rows: [
      ['320003', '播放组件不支持此操作', 'The player component does not support this'],
      [
        '320009',
        '播放组件需要用新的参数重新初始化',
        'The player component must be initialized again with new parameters',
      ],
      ['320014', '播放组件还没有初始化', 'The player component is not initialized'],
      ['320022', '没有指定播放窗口', 'The player component received no rendering surface'],
      [
        '400029',
        '播放组件没有初始化，或已经释放',
        'The player component is not initialized or was already released',
      ],
      ['400037', '播放画面所在的区域已失效', 'The rendering surface no longer exists'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.closeOthers,
    rows: [
      ['320004 400300', '内存不足，无法继续播放', 'Not enough memory to continue playback'],
      ['320013', '点对点连接的数量已达上限', 'The maximum number of peer-to-peer connections is reached'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.refresh,
    rows: [
      ['320005', '与信令服务的会话没有建立', 'No session with the signalling service could be opened'],
      ['320006', '与云服务的会话没有建立', 'No session with the cloud service could be opened'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    action: 'getToken',
    advice: advice.renewToken,
    rows: [
      ['320007', '取流凭证已失效', 'The token for the stream has expired'],
      ['320008', '缺少取流凭证', 'The stream has no token'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.later,
    rows: [
      ['320010', '播放没有成功，需要重试', 'Playback did not start; try again'],
      ['320011', '播放组件正忙，半秒后可以重试', 'The player component is busy; try again in half a second'],
      ['320012', '暂存的取流凭证已满', 'The maximum number of tokens is reached'],
      ['320016', '正在建立点对点连接', 'A peer-to-peer connection is being set up'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.repeatIfNeeded,
    rows: [
      ['320019', '播放已取消', 'Playback was cancelled'],
      ['320020', '预先建立的连接已被取消', 'The prepared connection was cancelled'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.checkConnection,
    rows: [
      ['320015', '播放组件等待超时', 'The player component timed out'],
      ['400031', '播放时网络出现异常', 'Network failure during playback'],
      ['400034', '取流超时，网络可能不稳定', 'The stream timed out; the network may be unstable'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.refreshOrRestart,
    rows: [
      ['320017', '没有收到视频的头信息', 'The video header was not received'],
      ['320018', '画面解码出错或超时', 'Decoding the image failed or timed out'],
      ['400030', '收到的数据无法解析', 'The data received cannot be read'],
      ['400032', '没有取得设备信息', 'Device details are not available'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    action: 'askCode',
    advice: advice.enterCodeAgain,
    rows: [['320021', '视频流的加密密码不正确', 'The password of the encrypted stream is wrong']],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.allowMicrophone,
    rows: [['322000', '没有使用麦克风的权限', 'Access to the microphone is not allowed']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.reportBug,
    rows: [
      ['400100', '播放组件出现未知错误', 'Unknown error of the player component'],
      ['400200', '播放组件内部出错', 'Internal error of the player component'],
    ],
  },
];
