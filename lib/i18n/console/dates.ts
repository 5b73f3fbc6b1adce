import { defineTexts } from './define-texts.ts';

/** Texts of calendars, loaded with the first one. Formats are those of the calendar library. */
export const datesTexts = defineTexts({
  'dates.done': { 'zh-CN': '确定', 'en-US': 'Done' },
  'dates.hours': { 'zh-CN': '时', 'en-US': 'Hours' },
  'dates.minutes': { 'zh-CN': '分', 'en-US': 'Minutes' },
  'dates.month': { 'zh-CN': '近 30 天', 'en-US': 'Last 30 days' },
  'dates.monthFormat': { 'zh-CN': 'YYYY年M月', 'en-US': 'MMMM YYYY' },
  'dates.nextDecade': { 'zh-CN': '后十年', 'en-US': 'Next decade' },
  'dates.nextMonth': { 'zh-CN': '下个月', 'en-US': 'Next month' },
  'dates.nextYear': { 'zh-CN': '下一年', 'en-US': 'Next year' },
  'dates.now': { 'zh-CN': '现在', 'en-US': 'Now' },
  'dates.previousDecade': { 'zh-CN': '前十年', 'en-US': 'Previous decade' },
  'dates.previousMonth': { 'zh-CN': '上个月', 'en-US': 'Previous month' },
  'dates.previousYear': { 'zh-CN': '上一年', 'en-US': 'Previous year' },
  'dates.seconds': { 'zh-CN': '秒', 'en-US': 'Seconds' },
  'dates.thisMonth': { 'zh-CN': '本月', 'en-US': 'This month' },
  'dates.time': { 'zh-CN': '时间', 'en-US': 'Time' },
  'dates.today': { 'zh-CN': '今天', 'en-US': 'Today' },
  'dates.week': { 'zh-CN': '近 7 天', 'en-US': 'Last 7 days' },
  'dates.yearFormat': { 'zh-CN': 'YYYY年', 'en-US': 'YYYY' },
});
