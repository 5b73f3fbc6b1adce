import { defineTexts } from './define-texts.ts';

export const statisticsTexts = defineTexts({
  'statistics.by': { 'zh-CN': '统计维度', 'en-US': 'Group by' },
  'statistics.note': {
    'zh-CN': '{from} 至 {to}，与 {pastFrom} 至 {pastTo} 比较。观看数据每分钟更新，录像时长每小时更新。',
    'en-US':
      '{from} to {to}, compared with {pastFrom} to {pastTo}. Views are updated every minute, recorded time every hour.',
  },
  'statistics.views': { 'zh-CN': '观看次数', 'en-US': 'Views' },
  'statistics.viewsOf': {
    'zh-CN': '实时 {live} · 录像 {recorded}',
    'en-US': '{live} live · {recorded} recorded',
  },
  'statistics.watched': { 'zh-CN': '观看时长', 'en-US': 'Watch time' },
  'statistics.starts': { 'zh-CN': '取流次数', 'en-US': 'Stream starts' },
  'statistics.failures': { 'zh-CN': '失败次数', 'en-US': 'Failures' },
  'statistics.failuresOf': {
    'zh-CN': '观看 {views} · 取流 {streams}',
    'en-US': '{views} of views · {streams} of streams',
  },
  'statistics.recorded': { 'zh-CN': '录像时长', 'en-US': 'Recorded time' },
  'statistics.more': { 'zh-CN': '比上期多 {percent}%', 'en-US': '{percent}% more than before' },
  'statistics.less': { 'zh-CN': '比上期少 {percent}%', 'en-US': '{percent}% less than before' },
  'statistics.same': { 'zh-CN': '与上期相同', 'en-US': 'The same as before' },
  'statistics.noneBefore': { 'zh-CN': '上期没有', 'en-US': 'None before' },
  'statistics.measure': { 'zh-CN': '图表指标', 'en-US': 'Chart' },
  'statistics.inHours': { 'zh-CN': '{name}（小时）', 'en-US': '{name} (hours)' },
  'statistics.point': { 'zh-CN': '{at}：{value}', 'en-US': '{at}: {value}' },
  'statistics.noPoints': { 'zh-CN': '这段时间没有数据', 'en-US': 'No data in this period' },
  'statistics.byCode': { 'zh-CN': '失败原因', 'en-US': 'Reasons of failures' },
  'statistics.reason': { 'zh-CN': '原因', 'en-US': 'Reason' },
  'statistics.kind': { 'zh-CN': '类别', 'en-US': 'Of' },
  'statistics.kind_view': { 'zh-CN': '观看', 'en-US': 'Views' },
  'statistics.kind_stream': { 'zh-CN': '取流', 'en-US': 'Streams' },
  'statistics.count': { 'zh-CN': '次数', 'en-US': 'Count' },
  'statistics.noFailures': { 'zh-CN': '这段时间没有失败', 'en-US': 'No failures in this period' },
});
