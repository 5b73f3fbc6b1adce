import { advice } from './advice.ts';
import type { EntryGroup } from './entry.ts';

/** Reasons why the player rejects a request of a page or a viewer. */
export const requestEntries: readonly EntryGroup[] = [
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.playFirst,
    rows: [['player.notPlaying', '当前非播放状态', 'Nothing is playing']],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.playRecording,
    rows: [
      ['player.noPause', '当前画面不能暂停', 'This video cannot be paused'],
      ['player.noRate', '当前画面不能变速播放', 'This video has one speed'],
      ['player.noSeek', '当前画面不是录像，不能定位', 'Live video cannot be sought'],
      ['player.noStep', '当前画面不能逐帧播放', 'This video cannot be played frame by frame'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.otherSpeed,
    rows: [
      ['rate.max', '播放速度最大为4倍速度', 'The maximum playback speed is 4x'],
      ['rate.min', '播放速度最小为1倍速度', 'The minimum playback speed is 1x'],
      ['rate.unsupported', '不支持该播放速度', 'This playback speed is not supported'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.stepBack,
    rows: [['step.none', '这个方向没有更多画面', 'There is no frame in this direction']],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.seekInDate,
    rows: [
      ['seek.format', 'seek时间格式错误', 'The time of the seek has a wrong format'],
      ['seek.otherDate', 'seek时间不能跨日期', 'A seek cannot cross dates'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.waitAndRetry,
    rows: [
      ['player.loadingWait', '视频加载中，请稍后', 'The video is loading, please wait'],
      ['media.noFrame', '画面还没有出现', 'No video yet'],
      ['media.snapshot', '截图没有成功', 'The snapshot could not be taken'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.leaveFullscreen,
    rows: [['player.expanded', '请先退出当前的全屏状态', 'Exit full screen first']],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.allowFullscreen,
    rows: [
      [
        'player.expandFailed',
        '浏览器或所在页面不允许放大',
        'The browser or the host page does not allow full screen',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.otherBrowser,
    rows: [
      [
        'picture.unsupported',
        '浏览器或所在页面没有画中画',
        'The browser or the page has no picture-in-picture',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.clickInPlayer,
    rows: [
      [
        'picture.refused',
        '浏览器不允许画中画，可能缺少点击',
        'The browser does not allow picture-in-picture, perhaps without a click',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.stopRecording,
    rows: [['recording.running', '录像已经在进行', 'A recording is already in progress']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.exportLater,
    rows: [
      ['export.running', '已有导出正在进行', 'An export is already running'],
      ['export.changed', '导出期间录像发生变化', 'The recordings changed during the export'],
      ['export.failed', '导出失败', 'The export failed'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.exportLess,
    rows: [
      [
        'export.tooLarge',
        '浏览器没有足够的空间保存导出文件',
        'The browser has no room for the exported file',
      ],
      [
        'export.tooMany',
        '时段内录像参数变化过多，无法一次导出',
        'The video format changes too often for one export',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.exportCloud,
    rows: [
      [
        'export.unsupported',
        '摄像头自身存储的录像不能导出',
        'Recordings that the camera keeps itself cannot be exported',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.startRecording,
    rows: [['recording.none', '当前没有录像', 'No recording is in progress']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.recordLonger,
    rows: [
      ['record.empty', '录像时间太短，没有录到画面', 'The recording was too short and contains no video'],
      ['record.unavailable', '当前无法录像', 'Recording is currently not possible'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkPageSetup,
    rows: [
      ['ptz.disabled', '页面关闭了云台控制', 'The page has disabled PTZ'],
      ['app.unknown', '应用不存在，或已停用', 'The application does not exist or is disabled'],
      ['app.missing', '页面没有指定应用', 'The page names no application'],
      [
        'origin.notListed',
        '本页面的来源没有在应用中登记',
        'The origin of this page is not listed for the application',
      ],
      [
        'origin.none',
        '本页面没有来源，不能嵌入播放器',
        'This page has no origin and cannot embed the player',
      ],
      ['player.notBuilt', '播放器尚未构建', 'The player has not been built'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkPoster,
    rows: [['poster.refused', '不允许使用该封面图片', 'This poster is not allowed']],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkTemplate,
    rows: [['template.unknown', '没有这个播放器模板', 'Unknown player template']],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkTheme,
    rows: [
      ['theme.invalid', '主题内容有误', 'The theme is invalid'],
      ['theme.none', '播放器没有主题', 'The player has no theme'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkPageCode,
    rows: [
      ['bad-args', '调用参数有误', 'The arguments of the call are invalid'],
      ['option.invalid', '播放器的选项有误', 'An option of the player is invalid'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.repeatIfNeeded,
    rows: [['aborted', '操作已取消', 'The operation was cancelled']],
  },
];
