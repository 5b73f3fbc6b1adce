import { advice } from './advice.ts';
import type { EntryGroup } from './entry.ts';

/**
 * Talk: the player, the gateway and the back channel of the camera. English causes that the specification gives are its
 * own (document 2, section 8).
 */
export const talkEntries: readonly EntryGroup[] = [
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.audioBrowser,
    rows: [['talk.noWebRtc', '浏览器不支持 WebRTC，无法对讲', 'WebRTC not supported by this browser']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.clickPlayer,
    rows: [
      [
        'talk.gesture',
        '浏览器要求先点击播放器才能对讲',
        'The browser requires a click in the player before a talk',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkPageSetup,
    rows: [['talk.address', '对讲服务器的地址无效', 'Invalid server url']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.talkAgain,
    rows: [
      [
        'talk.connect',
        '无法连接对讲服务器',
        'Error connecting to any of the provided Janus servers: Is the server down?',
      ],
      ['talk.disconnected', '与对讲服务器的连接已断开', 'Lost connection to the server (is it down?)'],
      ['talk.attach', '对讲服务器无法启动对讲', 'Error attaching plugin'],
      ['talk.gateway', '对讲服务器拒绝了请求', 'The talk server refused the request'],
      ['talk.timeout', '对讲连接超时', 'The talk could not be connected in time'],
      ['talk.failed', '无法建立语音连接', 'The audio connection could not be set up'],
      ['talk.lost', '语音连接已中断', 'The audio connection was lost'],
      ['talk.closed', '服务器结束了对讲', 'The server ended the talk'],
      ['talk.ended', '摄像机结束了对讲', 'The camera ended the talk'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.openTalkNetwork,
    rows: [
      [
        'talk.ice',
        '网络阻止了语音传输，且没有可用的中继服务器',
        'The network blocks audio, and no relay server can be used',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.talkLater,
    rows: [
      ['talk.busy', '摄像机正在对讲，或连接数已满', 'The camera is in a talk, or has no connection left'],
      ['talk.unreachable', '无法连接摄像机的扬声器', 'The loudspeaker of the camera cannot be reached'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkBackChannel,
    rows: [
      ['talk.unsupported', '摄像机没有可用的音频输入', 'The camera has no audio input that can be used'],
      ['talk.protocol', '摄像机对讲响应无效', 'The camera responded to the talk with invalid data'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCameraLogin,
    rows: [
      [
        'talk.auth',
        '摄像机拒绝了用户名或密码，无法对讲',
        'The camera refused the user name or password for the talk',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.checkTalkAccess,
    rows: [
      [
        'talk.withdrawn',
        '摄像机已停用，或对讲权限已失效',
        'The camera was disabled, or the permission to talk has ended',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCameraAddress,
    rows: [['talk.refused', '不允许连接该摄像机地址', 'The address of the camera is not allowed']],
  },
];
