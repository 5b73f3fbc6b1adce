import { defineTexts } from './define-texts.ts';

/** Saved video walls, and the page `/watch?cameras=…`. */
export const wallsTexts = defineTexts({
  'walls.open': { 'zh-CN': '打开', 'en-US': 'Open' },
  'walls.save': { 'zh-CN': '保存视频墙', 'en-US': 'Save wall' },
  'walls.saved': { 'zh-CN': '视频墙已保存', 'en-US': 'Wall saved' },
  'walls.name': { 'zh-CN': '名称', 'en-US': 'Name' },
  'walls.role': { 'zh-CN': '使用的角色', 'en-US': 'For the role' },
  'walls.roleHelp': { 'zh-CN': '不选为仅自己', 'en-US': 'None: only you' },
  'walls.rotation': { 'zh-CN': '轮换', 'en-US': 'Rotation' },
  'walls.rotationHelp': {
    'zh-CN': '摄像头多于画面数时，每隔这段时间显示下一组',
    'en-US': 'With more cameras than tiles, the next ones are shown after this time',
  },
  'walls.none': { 'zh-CN': '不轮换', 'en-US': 'None' },
  'walls.seconds': { 'zh-CN': '{count} 秒', 'en-US': '{count} s' },
  'walls.group': { 'zh-CN': '第 {page} 组，共 {pages} 组', 'en-US': 'Group {page} of {pages}' },
  'walls.previous': { 'zh-CN': '上一组', 'en-US': 'Previous group' },
  'walls.next': { 'zh-CN': '下一组', 'en-US': 'Next group' },
  'walls.pause': { 'zh-CN': '暂停轮换', 'en-US': 'Pause rotation' },
  'walls.resume': { 'zh-CN': '继续轮换', 'en-US': 'Resume rotation' },
  'walls.fullView': { 'zh-CN': '{name} 的完整页面', 'en-US': 'Full page of {name}' },
  'walls.recordings': { 'zh-CN': '{name} 一分钟前的录像', 'en-US': 'Recording of {name} a minute ago' },
  'walls.alarm': { 'zh-CN': '报警：{name}', 'en-US': 'Alarm: {name}' },
  'walls.title': { 'zh-CN': '视频墙', 'en-US': 'Video wall' },
  'walls.missing': {
    'zh-CN': '没有您可以查看的摄像头',
    'en-US': 'There is no camera that you may see',
  },
  'walls.missingHint': {
    'zh-CN': '视频墙或摄像头不存在，或您无权查看。请检查链接，或联系管理员。',
    'en-US':
      'The wall or its cameras do not exist, or you may not see them. Check the link, or ask your administrator.',
  },
  'walls.invalid': {
    'zh-CN': '链接应为 /watch?cameras=序列号,序列号:通道号，最多 64 个',
    'en-US': 'The link must be /watch?cameras=SERIAL,SERIAL:CHANNEL, with 64 at most',
  },
});
