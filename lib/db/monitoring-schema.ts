/** The running processes and the rules of alerts. The rules for all tables are in `schema.ts`. */
import type { EpochMs } from '../kernel/units.ts';
import type { Fixed } from './schema.ts';

/** A running process. Used when several processes serve. */
export interface ServerProcessTable {
  /** Names it in leases, too. */
  id: Fixed<string>;
  name: string;
  /** JSON of what it measured last. */
  figures: string;
  /** JSON of its running streams. */
  streams: string;
  startedAt: EpochMs;
  /** By the clock of the database. */
  expiresAt: EpochMs;
}

/** When people and systems are notified of a value of the server. */
export interface AlertRuleTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  name: string;
  measure: AlertMeasure;
  comparison: 'above' | 'below';
  threshold: number;
  /** Seconds. */
  duration: number;
  /** JSON arrays of ids. */
  userIds: string;
  roleIds: string;
  /** JSON array of addresses. */
  emails: string;
  webhookId: string | null;
  status: string;
  state: 'ok' | 'firing';
  /** Of `state`. Null: never. */
  changeAt: EpochMs | null;
  /** Of the last e-mail; a `MailFailure`. Null: it was sent, or there was none. */
  mailError: string | null;
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

type AlertMeasure =
  | 'cpu'
  | 'memory'
  | 'eventLoop'
  | 'diskFree'
  | 'databaseSize'
  | 'viewers'
  | 'streamsRetrying'
  | 'recordersFailing'
  | 'processes';

export interface MonitoringDatabase {
  alertRule: AlertRuleTable;
  serverProcess: ServerProcessTable;
}
