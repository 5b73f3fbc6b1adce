import { advice } from './advice.ts';
import type { EntryGroup } from './entry.ts';

/** Why the player refuses what a page or a viewer asks of it. */
export const requestEntries: readonly EntryGroup[] = [
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.playFirst,
    rows: [['player.notPlaying', '当前非播放状态', 'Nothing is playing']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.waitAndRetry,
    rows: [
      ['player.loadingWait', '视频加载中，请稍后', 'The video is loading, please wait'],
      ['media.noPicture', '画面还没有出现', 'There is no picture yet'],
      ['media.snapshot', '截图没有成功', 'The snapshot could not be taken'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.leaveFullscreen,
    rows: [['player.expanded', '请先退出当前的全屏状态', 'Leave the current full-screen view first']],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.allowFullscreen,
    rows: [
      [
        'player.expandFailed',
        '浏览器或所在页面不允许放大',
        'The browser or the page around the player does not allow it',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.stopRecording,
    rows: [['recording.running', '录像已经在进行', 'A recording is running already']],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.startRecording,
    rows: [['recording.none', '当前没有录像', 'Nothing is being recorded']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.recordLonger,
    rows: [
      ['record.empty', '录像时间太短，没有录到画面', 'The recording was too short to hold a picture'],
      ['record.unavailable', '当前无法录像', 'Recording is not possible now'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkPageSetup,
    rows: [
      ['ptz.disabled', '页面关闭了云台控制', 'The page has switched pan-tilt off'],
      ['poster.refused', '不允许使用该来源的封面图片', 'Posters from this origin are not allowed'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkTemplate,
    rows: [['template.unknown', '没有这个播放器模板', 'There is no such player template']],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkTheme,
    rows: [
      ['theme.invalid', '主题内容有误', 'The theme is malformed'],
      ['theme.none', '播放器没有主题', 'The player has no theme'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkPageCode,
    rows: [['bad-args', '调用参数有误', 'The call has bad arguments']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.repeatIfNeeded,
    rows: [['aborted', '操作已取消', 'The request was called off']],
  },
];
