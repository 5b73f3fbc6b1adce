/** Scheduled jobs. The rules for all tables are in `schema.ts`. */
import type { Generated } from 'kysely';
import type { EpochMs, Ms } from '../kernel/units.ts';
import type { Fixed, Flag } from './schema.ts';

export interface JobTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  jobName: string;
  jobGroup: string;
  /** `handler(argument, …)`. */
  invokeTarget: string;
  cronExpression: string;
  /** '1' all runs, '2' one run, '3' no run, when runs were missed. */
  misfirePolicy: string;
  /** '0': a run may begin while another one of this job is running. */
  concurrent: string;
  /** '1': paused. */
  status: string;
  timeoutSec: number;
  retry: number;
  notifyOnFail: Flag;
  remark: string | null;
  /** Of a job that comes with the product. Null: a user created it. */
  seedKey: Fixed<string | null>;
  /** Null: paused, or it will never run again. */
  nextRunAt: EpochMs | null;
  lastRunAt: EpochMs | null;
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

/** A run of a job. It outlives the job. */
export interface JobLogTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  jobId: Fixed<number>;
  jobName: Fixed<string>;
  jobGroup: Fixed<string>;
  invokeTarget: Fixed<string>;
  cause: Fixed<'schedule' | 'misfire' | 'manual'>;
  /** '0' succeeded, '1' failed, '2' running, '3' waiting for the process that runs jobs, '4' skipped. */
  status: string;
  jobMessage: string | null;
  jobMessageEn: string | null;
  exceptionInfo: string | null;
  attempts: number;
  /** Name of the machine and process. Null: it has not begun. */
  node: string | null;
  /** Process that runs it. Null: not begun, or ended. */
  owner: string | null;
  dueAt: Fixed<EpochMs>;
  startAt: EpochMs | null;
  endAt: EpochMs | null;
  costMs: Ms | null;
}

/** Which process runs the jobs, where several share a database. */
export interface JobLeaseTable {
  name: Fixed<string>;
  owner: string;
  /** By the clock of the database. */
  expiresAt: EpochMs;
}

export interface JobDatabase {
  job: JobTable;
  jobLog: JobLogTable;
  jobLease: JobLeaseTable;
}
