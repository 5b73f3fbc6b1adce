import { defineTexts } from './define-texts.ts';

export const voiceTexts = defineTexts({
  'voice.add': { 'zh-CN': '新增语音', 'en-US': 'Add a message' },
  'voice.name': { 'zh-CN': '名称', 'en-US': 'Name' },
  'voice.record': { 'zh-CN': '录音', 'en-US': 'Record' },
  'voice.recordAgain': { 'zh-CN': '重新录音', 'en-US': 'Record again' },
  'voice.stop': { 'zh-CN': '停止', 'en-US': 'Stop' },
  'voice.recording': { 'zh-CN': '录音中 {time}', 'en-US': 'Recording {time}' },
  'voice.upload': { 'zh-CN': '选择音频文件', 'en-US': 'Choose an audio file' },
  'voice.limits': {
    'zh-CN': '1 秒至 1 分钟。浏览器能播放的格式都可以上传',
    'en-US': 'From 1 second to 1 minute, in any format that this browser plays',
  },
  'voice.listen': { 'zh-CN': '试听', 'en-US': 'Listen' },
  'voice.save': { 'zh-CN': '保存', 'en-US': 'Save' },
  'voice.saved': { 'zh-CN': '语音消息已保存', 'en-US': 'The message has been saved' },
  'voice.noMicrophone': {
    'zh-CN': '无法使用麦克风。请在浏览器中允许使用麦克风，并检查是否已连接',
    'en-US': 'The microphone cannot be used. Allow it in the browser, and check that it is connected.',
  },
  'voice.unreadable': {
    'zh-CN': '无法读取音频，请换一个文件或重新录音',
    'en-US': 'The audio cannot be read. Choose another file, or record again.',
  },
  'voice.tooShort': { 'zh-CN': '说话时间过短', 'en-US': 'The message is too short' },
  'voice.tooLong': { 'zh-CN': '不超过1分钟', 'en-US': 'At most 1 minute' },
  'voice.send': { 'zh-CN': '播放到摄像头', 'en-US': 'Play on cameras' },
  'voice.sendOf': { 'zh-CN': '播放“{name}”', 'en-US': 'Play {name}' },
  'voice.cameras': { 'zh-CN': '摄像头', 'en-US': 'Cameras' },
  'voice.start': { 'zh-CN': '开始播放', 'en-US': 'Play' },
  'voice.retry': { 'zh-CN': '重试失败的摄像头', 'en-US': 'Try the failed cameras again' },
  'voice.closeAsk': {
    'zh-CN': '还有摄像头没有播放，关闭后不再播放，确定关闭吗？',
    'en-US': 'Some cameras have not played the message yet. Closing leaves them out. Close?',
  },
  'voice.waiting': { 'zh-CN': '等待', 'en-US': 'Waiting' },
  'voice.playing': { 'zh-CN': '播放中', 'en-US': 'Playing' },
  'voice.played': { 'zh-CN': '已播放', 'en-US': 'Played' },
  'voice.failed': { 'zh-CN': '失败', 'en-US': 'Failed' },
  'voice.progress': {
    'zh-CN': '{done} / {total} 个摄像头已完成，{failed} 个失败',
    'en-US': '{done} of {total} cameras done, {failed} failed',
  },
});
