import { advice } from './advice.ts';
import type { EntryGroup } from './entry.ts';

/** Voice messages. The Chinese texts are those of the specification. */
export const voiceEntries: readonly EntryGroup[] = [
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.otherVoice,
    rows: [['voice.notFound', '未找到当前语音', 'This voice message no longer exists']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.waitAndRetry,
    rows: [
      [
        'voice.busy',
        '语音设备正忙，请稍后重试',
        'The loudspeaker of the camera is in use, please try again later',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.recordVoiceAgain,
    rows: [
      ['voice.tooShort', '说话时间过短', 'The message is too short'],
      ['voice.tooSmall', '录音失败，请重试', 'Nothing was recorded, please try again'],
      ['voice.tooLong', '不超过1分钟', 'At most 1 minute'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.waitAndRetry,
    rows: [['voice.failed', '发送失败，请稍后再试', 'Sending failed, please try again later']],
  },
];
