import type { FieldOption } from './field.ts';

/** What a rule watches, with its unit. */
export const alertMeasures = [
  { value: 'cpu', label: { 'zh-CN': '处理器使用率（%）', 'en-US': 'CPU use (%)' } },
  { value: 'memory', label: { 'zh-CN': '内存使用率（%）', 'en-US': 'Memory use (%)' } },
  { value: 'eventLoop', label: { 'zh-CN': '事件循环延迟（毫秒）', 'en-US': 'Event loop delay (ms)' } },
  { value: 'diskFree', label: { 'zh-CN': '磁盘可用（MB）', 'en-US': 'Free disk space (MB)' } },
  { value: 'databaseSize', label: { 'zh-CN': '数据库大小（MB）', 'en-US': 'Database size (MB)' } },
  { value: 'viewers', label: { 'zh-CN': '正在观看', 'en-US': 'Viewers' } },
  { value: 'streamsRetrying', label: { 'zh-CN': '重试中的码流', 'en-US': 'Streams that retry' } },
  { value: 'recordersFailing', label: { 'zh-CN': '失败的录像', 'en-US': 'Recorders that fail' } },
  { value: 'processes', label: { 'zh-CN': '运行中的进程', 'en-US': 'Running processes' } },
] as const satisfies readonly FieldOption[];

export const alertComparisons = [
  { value: 'above', label: { 'zh-CN': '高于', 'en-US': 'above' } },
  { value: 'below', label: { 'zh-CN': '低于', 'en-US': 'below' } },
] as const satisfies readonly FieldOption[];

export type AlertMeasure = (typeof alertMeasures)[number]['value'];
export type AlertComparison = (typeof alertComparisons)[number]['value'];
