import { defineTexts } from './define-texts.ts';

export const broadcastTexts = defineTexts({
  'broadcast.title': { 'zh-CN': '广播', 'en-US': 'Broadcast' },
  'broadcast.cameras': { 'zh-CN': '摄像头', 'en-US': 'Cameras' },
  'broadcast.how': { 'zh-CN': '说话方式', 'en-US': 'How to speak' },
  'broadcast.hold': { 'zh-CN': '按住说话', 'en-US': 'Hold to speak' },
  'broadcast.toggle': { 'zh-CN': '点击切换', 'en-US': 'Switch on and off' },
  'broadcast.connect': { 'zh-CN': '连接摄像头', 'en-US': 'Connect' },
  'broadcast.end': { 'zh-CN': '结束广播', 'en-US': 'End' },
  'broadcast.speak': { 'zh-CN': '开始说话', 'en-US': 'Speak' },
  'broadcast.silent': { 'zh-CN': '停止说话', 'en-US': 'Stop speaking' },
  'broadcast.on': { 'zh-CN': '正在说话', 'en-US': 'You are speaking' },
  'broadcast.off': { 'zh-CN': '麦克风已静音', 'en-US': 'Your microphone is muted' },
  'broadcast.waiting': { 'zh-CN': '连接中', 'en-US': 'Connecting' },
  'broadcast.receiving': { 'zh-CN': '接收中', 'en-US': 'Receiving' },
  'broadcast.failed': { 'zh-CN': '失败', 'en-US': 'Failed' },
  'broadcast.ended': { 'zh-CN': '广播已结束', 'en-US': 'The broadcast has ended' },
  'broadcast.picture': { 'zh-CN': '{name} 的画面', 'en-US': 'Picture of {name}' },
});
