/** Jobs that come with the product. Users may change and pause them; `key` identifies the row at later starts. */
import type { LocalText } from '../../i18n/translate.ts';

export interface SeedJob {
  readonly key: string;
  readonly name: LocalText;
  readonly invokeTarget: string;
  readonly cronExpression: string;
  /** Missed runs are made up for once. Absent: the next one follows. */
  readonly isMadeUpFor?: true;
  readonly timeoutSec?: number;
  /** For jobs that delete what earlier versions kept: a user has to start them. */
  readonly isPaused?: true;
  /** Only for the embedded database. */
  readonly isEmbeddedOnly?: true;
}

/** Not at full hours, when other programs have their jobs. */
export const seedJobs: readonly SeedJob[] = [
  {
    key: 'data.purgeExpired',
    name: { 'zh-CN': '清理过期数据', 'en-US': 'Delete expired data' },
    invokeTarget: 'data.purgeExpired()',
    cronExpression: '0 7 * * * ?',
    isMadeUpFor: true,
  },
  {
    key: 'session.sweep',
    name: { 'zh-CN': '清理失效会话', 'en-US': 'Delete ended sessions' },
    invokeTarget: 'session.sweep()',
    cronExpression: '0 17 * * * ?',
    isMadeUpFor: true,
  },
  {
    key: 'upload.gcOrphans',
    name: { 'zh-CN': '清理未使用的文件', 'en-US': 'Delete unused files' },
    invokeTarget: 'upload.gcOrphans()',
    cronExpression: '0 27 * * * ?',
    isMadeUpFor: true,
  },
  {
    key: 'upload.moveFiles',
    name: { 'zh-CN': '移动上传的文件', 'en-US': 'Move uploaded files' },
    invokeTarget: 'upload.moveFiles()',
    cronExpression: '0 23 2 * * ?',
    timeoutSec: 3_600,
  },
  {
    key: 'log.purge.job',
    name: { 'zh-CN': '清理任务日志', 'en-US': 'Delete old entries of the job log' },
    invokeTarget: 'log.purge("job", 30)',
    cronExpression: '0 37 3 * * ?',
    isMadeUpFor: true,
  },
  {
    key: 'log.purge.login',
    name: { 'zh-CN': '清理登录日志', 'en-US': 'Delete old entries of the sign-in log' },
    invokeTarget: 'log.purge("login", 365)',
    cronExpression: '0 47 3 * * ?',
    isMadeUpFor: true,
    isPaused: true,
  },
  {
    key: 'log.purge.operation',
    name: { 'zh-CN': '清理操作日志', 'en-US': 'Delete old entries of the operation log' },
    invokeTarget: 'log.purge("operation", 365)',
    cronExpression: '0 57 3 * * ?',
    isMadeUpFor: true,
    isPaused: true,
  },
  {
    key: 'stats.rollupDay',
    name: { 'zh-CN': '汇总统计', 'en-US': 'Roll up statistics' },
    invokeTarget: 'stats.rollupDay()',
    cronExpression: '0 22 * * * ?',
    isMadeUpFor: true,
  },
  {
    key: 'database.backup',
    name: { 'zh-CN': '备份数据库', 'en-US': 'Back up the database' },
    invokeTarget: 'database.backup(7)',
    cronExpression: '0 13 3 * * ?',
    isMadeUpFor: true,
    timeoutSec: 3_600,
    isEmbeddedOnly: true,
  },
];
