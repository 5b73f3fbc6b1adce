import { defineTexts } from './define-texts.ts';

export const jobTexts = defineTexts({
  'jobs.log': { 'zh-CN': '日志', 'en-US': 'Log' },
  'jobs.allLogs': { 'zh-CN': '任务日志', 'en-US': 'Job log' },
  'jobs.backups': { 'zh-CN': '数据库备份', 'en-US': 'Database backups' },
  'jobs.noBackups': {
    'zh-CN': '还没有备份。任务“备份数据库”会定时创建，也可以立即执行一次。',
    'en-US': 'No backups yet. The job “Back up the database” creates them; it can also be run at once.',
  },
  'jobs.notEmbedded': {
    'zh-CN': '数据库是 PostgreSQL，请用它自己的工具备份，例如 pg_dump。',
    'en-US': 'The database is PostgreSQL. Back it up with its own tools, for example pg_dump.',
  },
  'jobs.backupUse': {
    'zh-CN':
      '备份保存在服务器的数据目录 backups 下，只能在服务器上复制和恢复（命令 oriel backup）。恢复还需要目录 secrets 中的主密钥，请一并保存到别处。',
    'en-US':
      'Backups are in the folder backups of the data folder. They are copied and restored on the server only (command oriel backup). A restore also needs the master key in the folder secrets: keep both elsewhere, too.',
  },
  'jobs.backupName': { 'zh-CN': '文件', 'en-US': 'File' },
  'jobs.backupSize': { 'zh-CN': '大小', 'en-US': 'Size' },
  'jobs.backupTime': { 'zh-CN': '时间', 'en-US': 'Time' },
  'jobs.task': { 'zh-CN': '任务', 'en-US': 'Task' },
  'jobs.unknownTask': {
    'zh-CN': '此版本没有任务 {target}',
    'en-US': 'This version has no task {target}',
  },
  'jobs.range': { 'zh-CN': '{min} 至 {max}', 'en-US': '{min} to {max}' },
  'jobs.fields': {
    'zh-CN': '秒 分 时 日 月 周 [年]；周日为 1；日和周中一个写 ?',
    'en-US': 'Second minute hour day month weekday [year]; Sunday is 1; write ? for day or weekday',
  },
  'jobs.next': { 'zh-CN': '接下来的运行时间', 'en-US': 'Next runs' },
  'jobs.never': { 'zh-CN': '不会再运行', 'en-US': 'It never runs again' },
  'jobs.badCron': { 'zh-CN': '表达式不正确', 'en-US': 'This is no valid expression' },
  'jobs.hourly': { 'zh-CN': '每小时', 'en-US': 'Hourly' },
  'jobs.daily': { 'zh-CN': '每天 3 点', 'en-US': 'Daily at 3:00' },
  'jobs.weekly': { 'zh-CN': '每周一 3 点', 'en-US': 'Mondays at 3:00' },
  'jobs.monthly': { 'zh-CN': '每月 1 日 3 点', 'en-US': 'First of the month at 3:00' },
  'jobs.clean': { 'zh-CN': '清空', 'en-US': 'Clear' },
  'jobs.cleanWhy': {
    'zh-CN': '将删除全部已结束的任务日志，无法恢复。',
    'en-US': 'All entries of ended runs are deleted. This cannot be undone.',
  },
  'jobs.cleaned': { 'zh-CN': '已删除 {count} 条', 'en-US': 'Deleted {count}' },
});
