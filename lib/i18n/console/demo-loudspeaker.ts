import { defineTexts } from './define-texts.ts';

export const demoLoudspeakerTexts = defineTexts({
  'demoLoudspeaker.title': {
    'zh-CN': '扬声器最近播放的一分钟声音',
    'en-US': 'Last minute played by the loudspeaker',
  },
  'demoLoudspeaker.hint': {
    'zh-CN': '演示摄像头保留对讲、广播和语音消息的声音，重启后清空',
    'en-US': 'Demo cameras keep the audio of talk, broadcasts and voice messages until the server restarts',
  },
  'demoLoudspeaker.load': { 'zh-CN': '载入', 'en-US': 'Load' },
  'demoLoudspeaker.loadAgain': { 'zh-CN': '重新载入', 'en-US': 'Load again' },
  'demoLoudspeaker.none': { 'zh-CN': '尚未播放过声音', 'en-US': 'Nothing has been played yet' },
  'demoLoudspeaker.upTo': {
    'zh-CN': '截至 {time}，共 {seconds} 秒',
    'en-US': '{seconds} s up to {time}',
  },
  'demoLoudspeaker.download': { 'zh-CN': '下载 WAV', 'en-US': 'Download WAV' },
});
