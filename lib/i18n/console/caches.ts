import { defineTexts } from './define-texts.ts';

export const cachesTexts = defineTexts({
  'caches.of': {
    'zh-CN': '进程 {process} 内存中本组织的数据：{size} 项，命中 {hits} 次，从数据库读取 {misses} 次',
    'en-US':
      'Data of this organization in the memory of process {process}: {size, plural, one {# entry} other {# entries}}, {hits} hits, {misses} reads of the database',
  },
  'caches.why': {
    'zh-CN': '数据读取后使用 5 秒，修改后立即更新。直接修改数据库后可以清除。会话、验证码和令牌不在其中',
    'en-US':
      'Entries are used for 5 seconds after they were read, and changes apply at once. Clear them after a change in the database itself. Sessions, captchas and tokens are never shown.',
  },
  'caches.caches': { 'zh-CN': '缓存', 'en-US': 'Caches' },
  'caches.name': { 'zh-CN': '名称', 'en-US': 'Name' },
  'caches.size': { 'zh-CN': '项数', 'en-US': 'Entries' },
  'caches.hits': { 'zh-CN': '命中', 'en-US': 'Hits' },
  'caches.misses': { 'zh-CN': '读取', 'en-US': 'Reads' },
  'caches.keys': { 'zh-CN': '{name}的键名', 'en-US': 'Keys: {name}' },
  'caches.value': { 'zh-CN': '内容', 'en-US': 'Value' },
  'caches.pick': { 'zh-CN': '选择一个键名查看内容', 'en-US': 'Select a key to see its value' },
  'caches.none': { 'zh-CN': '现在没有数据', 'en-US': 'Empty at the moment' },
  'caches.gone': { 'zh-CN': '已不在缓存中', 'en-US': 'No longer cached' },
  'caches.clear': { 'zh-CN': '清除', 'en-US': 'Clear' },
  'caches.clearOf': { 'zh-CN': '清除{name}', 'en-US': 'Clear {name}' },
  'caches.clearAll': { 'zh-CN': '全部清除', 'en-US': 'Clear all' },
  'caches.cleared': { 'zh-CN': '缓存已清除', 'en-US': 'Cleared' },
  'caches.refresh': { 'zh-CN': '刷新', 'en-US': 'Refresh' },
});
