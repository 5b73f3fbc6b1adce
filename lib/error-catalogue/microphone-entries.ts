import { advice } from './advice.ts';
import type { EntryGroup } from './entry.ts';

/** The microphone of the viewer, for talk and for recording voice messages. */
export const microphoneEntries: readonly EntryGroup[] = [
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.audioBrowser,
    rows: [['talk.noAudio', '浏览器不支持网页录音', 'No web audio support in this browser!']],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.useHttps,
    rows: [
      [
        'talk.insecure',
        '浏览器仅允许安全连接（HTTPS）的页面使用麦克风',
        'Browsers allow the microphone only over a secure connection (HTTPS)',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.delegateMicrophone,
    rows: [
      [
        'talk.microphoneForbidden',
        '所在页面没有允许播放器使用麦克风',
        'The page does not allow the player to use the microphone',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.allowMicrophone,
    rows: [
      ['talk.microphoneDenied', '麦克风权限被拒绝', 'Access to the microphone was refused'],
      [
        'talk.microphoneBlocked',
        '操作系统禁止浏览器使用麦克风',
        'The operating system blocks the microphone',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.answerMicrophone,
    rows: [
      [
        'talk.microphoneDismissed',
        '没有回应浏览器的麦克风授权提示',
        "The browser's question about the microphone was closed without an answer",
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.connectMicrophone,
    rows: [
      ['talk.microphoneMissing', '没有找到麦克风', 'No capture device found'],
      ['talk.microphoneUnplugged', '麦克风已断开', 'The microphone was unplugged'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.freeMicrophone,
    rows: [
      ['talk.microphoneBusy', '麦克风正被其他程序占用', 'Another program is using the microphone'],
      ['talk.microphoneFailed', '无法打开麦克风', 'The microphone could not be opened'],
    ],
  },
];
