import { defineTexts } from './define-texts.ts';

export const reportTexts = defineTexts({
  'reports.days': { 'zh-CN': '天数', 'en-US': 'Days' },
  'reports.daysHelp': {
    'zh-CN': '运行时不选日期，则统计到今天为止的天数',
    'en-US': 'Counted back from today, unless dates are chosen when it is run',
  },
  'reports.rows': { 'zh-CN': '行数', 'en-US': 'Rows' },
  'reports.rowsHelp': { 'zh-CN': '最多显示的行数', 'en-US': 'At most as many are shown' },
  'reports.columns': { 'zh-CN': '列', 'en-US': 'Columns' },
  'reports.columnsHelp': { 'zh-CN': '不选表示全部列', 'en-US': 'None selected: all columns' },
  'reports.range': { 'zh-CN': '日期范围', 'en-US': 'Dates' },
  'reports.shown': { 'zh-CN': '{from} 至 {to}', 'en-US': '{from} to {to}' },
  'reports.empty': { 'zh-CN': '这段时间没有数据', 'en-US': 'No data in this period' },
  'reports.point': { 'zh-CN': '{at}：{value}', 'en-US': '{at}: {value}' },
  'reports.inHours': { 'zh-CN': '{name}（小时）', 'en-US': '{name} (hours)' },
});
