/**
 * The reports that exist: named queries in code, with their columns. A report of the console names one, and chooses how
 * many days, how many rows and which columns it has. Nothing here is executed; `lib/domain/statistics/run-report.ts` is.
 */
import type { LocalText } from '../../i18n/translate.ts';

export interface ReportColumn {
  readonly key: string;
  readonly label: LocalText;
  /** `duration`: whole seconds. `percent`: whole percent. */
  readonly kind: 'text' | 'number' | 'duration' | 'percent';
}

export interface ReportSource {
  readonly label: LocalText;
  readonly columns: readonly ReportColumn[];
  /** The column that a chart draws. Absent: there is nothing to draw. */
  readonly drawn?: string;
}

const columns = {
  camera: { key: 'camera', label: { 'zh-CN': '摄像头', 'en-US': 'Camera' }, kind: 'text' },
  channel: { key: 'channel', label: { 'zh-CN': '设备与通道', 'en-US': 'Device and channel' }, kind: 'text' },
  dept: { key: 'dept', label: { 'zh-CN': '部门', 'en-US': 'Department' }, kind: 'text' },
  application: { key: 'application', label: { 'zh-CN': '应用', 'en-US': 'Application' }, kind: 'text' },
  day: { key: 'day', label: { 'zh-CN': '日期', 'en-US': 'Day' }, kind: 'text' },
  views: { key: 'views', label: { 'zh-CN': '观看次数', 'en-US': 'Views' }, kind: 'number' },
  watched: { key: 'watched', label: { 'zh-CN': '观看时长', 'en-US': 'Watch time' }, kind: 'duration' },
  viewFailures: {
    key: 'viewFailures',
    label: { 'zh-CN': '观看失败', 'en-US': 'Failed views' },
    kind: 'number',
  },
  streamFailures: {
    key: 'streamFailures',
    label: { 'zh-CN': '取流失败', 'en-US': 'Stream failures' },
    kind: 'number',
  },
  failures: { key: 'failures', label: { 'zh-CN': '失败次数', 'en-US': 'Failures' }, kind: 'number' },
  recorded: { key: 'recorded', label: { 'zh-CN': '录像时长', 'en-US': 'Recorded' }, kind: 'duration' },
  share: { key: 'share', label: { 'zh-CN': '占全部时间', 'en-US': 'Of all time' }, kind: 'percent' },
  gaps: { key: 'gaps', label: { 'zh-CN': '故障时长', 'en-US': 'Time with faults' }, kind: 'duration' },
  reason: { key: 'reason', label: { 'zh-CN': '最长的故障', 'en-US': 'Longest fault' }, kind: 'text' },
} as const satisfies Record<string, ReportColumn>;

const { camera, channel, dept } = columns;

export const reportSources = {
  mostWatched: {
    label: { 'zh-CN': '观看最多的摄像头', 'en-US': 'Most watched cameras' },
    columns: [camera, channel, columns.views, columns.watched],
    drawn: 'views',
  },
  failing: {
    label: { 'zh-CN': '失败最多的摄像头', 'en-US': 'Failing cameras' },
    columns: [camera, channel, columns.failures, columns.viewFailures, columns.streamFailures],
    drawn: 'failures',
  },
  neverWatched: {
    label: { 'zh-CN': '无人观看的摄像头', 'en-US': 'Cameras never watched' },
    columns: [camera, channel, dept, columns.recorded],
  },
  watchTimeByDay: {
    label: { 'zh-CN': '各应用每日观看时长', 'en-US': 'Watch time by day' },
    columns: [columns.day, columns.application, columns.views, columns.watched],
    drawn: 'watched',
  },
  recorderHours: {
    label: { 'zh-CN': '各摄像头录像时长与故障', 'en-US': 'Recorded time and faults' },
    columns: [camera, channel, columns.recorded, columns.share, columns.gaps, columns.reason],
    drawn: 'recorded',
  },
} as const satisfies Readonly<Record<string, ReportSource>>;

export type ReportSourceName = keyof typeof reportSources;
export const reportSourceNames = Object.keys(reportSources) as ReportSourceName[];

/** How many days a report has, counted back from today, and how many rows. */
export interface ReportParams {
  readonly days: number;
  readonly rows: number;
}
export const reportLimits = { days: 366, rows: 1_000 } as const;
export const usualParams: ReportParams = { days: 30, rows: 20 };
