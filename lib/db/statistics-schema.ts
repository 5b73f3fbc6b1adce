/** What was watched, started and recorded, and reports of it. The rules for all tables are in `schema.ts`. */
import type { Generated } from 'kysely';
import type { EpochMs } from '../kernel/units.ts';
import type { Fixed, Flag } from './schema.ts';

/**
 * Sums of one channel over a day of its organisation, or over a month once its days were rolled up. Channel, application
 * and organisation may be gone.
 */
export interface StatisticTable {
  tenantId: Fixed<string>;
  span: Fixed<'day' | 'month'>;
  /** `yyyymmdd` as a number; of a month, its first day. */
  day: Fixed<number>;
  channelId: Fixed<string>;
  /** Empty for what no application caused: connections to the camera, recordings. */
  applicationId: Fixed<string>;
  /** `camera`: the connections of its streams. `recorder`: what was recorded. */
  kind: Fixed<'live' | 'recorded' | 'camera' | 'recorder'>;
  /** Of failures. Empty: none. */
  code: Fixed<string>;
  views: number;
  watchedMs: number;
  starts: number;
  failures: number;
  recordedMs: number;
}

/** A report of the console: what it reads is code, named by `source`. */
export interface ReportTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  code: Fixed<string>;
  name: string;
  source: string;
  /** JSON of `ReportParams`. */
  params: string;
  /** JSON arrays: keys of columns, and ids of roles. Empty: all of them. */
  columns: string;
  roles: string;
  chart: string;
  /** 1: comes with the product. */
  isBuiltIn: Fixed<Flag>;
  /** '0' enabled, '1' disabled. */
  status: string;
  remark: string | null;
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

export interface StatisticsDatabase {
  report: ReportTable;
  statistic: StatisticTable;
}
