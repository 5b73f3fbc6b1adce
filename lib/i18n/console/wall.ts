import { defineTexts } from './define-texts.ts';

export const wallTexts = defineTexts({
  'wall.size': { 'zh-CN': '画面数', 'en-US': 'Tiles' },
  'wall.sizeOf': {
    'zh-CN': '{count} 个画面',
    'en-US': '{count, plural, one {# tile} other {# tiles}}',
  },
  'wall.mode': { 'zh-CN': '播放内容', 'en-US': 'What is played' },
  'wall.live': { 'zh-CN': '实时', 'en-US': 'Live' },
  'wall.recorded': { 'zh-CN': '回放', 'en-US': 'Recordings' },
  'wall.tile': { 'zh-CN': '画面 {number}', 'en-US': 'Tile {number}' },
  'wall.tileOf': { 'zh-CN': '画面 {number}：{name}', 'en-US': 'Tile {number}: {name}' },
  'wall.camera': { 'zh-CN': '画面 {number} 的摄像头', 'en-US': 'Camera of tile {number}' },
  'wall.choose': { 'zh-CN': '选择摄像头', 'en-US': 'Select a camera' },
  'wall.empty': { 'zh-CN': '未选择摄像头', 'en-US': 'No camera selected' },
  'wall.emptied': { 'zh-CN': '清空画面 {number}', 'en-US': 'Clear tile {number}' },
  'wall.gone': {
    'zh-CN': '摄像头已停用或不可见',
    'en-US': 'This camera is disabled, or you may not see it',
  },
  'wall.soundOf': { 'zh-CN': '{name} 的声音', 'en-US': 'Sound of {name}' },
  'wall.timelineOf': { 'zh-CN': '时间轴显示 {name}', 'en-US': 'Show {name} on the timeline' },
  'wall.controls': { 'zh-CN': '所有画面的时间轴', 'en-US': 'Timeline of all tiles' },
  'wall.failed': { 'zh-CN': '无法打开视频墙', 'en-US': 'The video wall could not be opened' },
});
