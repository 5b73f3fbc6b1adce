/** Wires monitoring: what processes measure, and the page that shows it. Start reading here. */
import type { OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { ProcessIdentity } from '../recordings/recorder-leases.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import type { DatabaseState } from './figures.ts';
import { createMonitor, type MachineMeter, type Monitor, type MonitorDeps } from './monitor.ts';
import { databaseRegister, memoryRegister } from './process-register.ts';
import { type ServerView, serverView } from './server-view.ts';

/** What only the server's process can measure. */
export interface ServerMeters {
  readonly machine: MachineMeter;
  readonly database: () => Promise<DatabaseState>;
  /** Talks and voice messages that are being sent. */
  readonly talks: () => number;
  readonly processName: string;
}

export interface MonitoringDeps extends Pick<MonitorDeps, 'streams' | 'recorders'> {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly process: ProcessIdentity;
  readonly meters: ServerMeters;
}

export interface Monitoring {
  readonly monitor: Monitor;
  readonly server: ServerView;
  readonly database: () => Promise<DatabaseState>;
  /** Of this process. */
  readonly processName: string;
}

export function createMonitoring(deps: MonitoringDeps): Monitoring {
  const { database, clock, meters } = deps;
  const monitor = createMonitor({
    ...deps,
    register: database.engine === 'postgres' ? databaseRegister(database.db, deps.process) : memoryRegister(),
    processId: deps.process.processId,
    processName: meters.processName,
    meter: meters.machine,
    talks: meters.talks,
  });
  return {
    monitor,
    server: serverView({
      monitor,
      database: meters.database,
      zoneOf: tenantZone(deps),
      now: () => clock.now(),
    }),
    database: meters.database,
    processName: meters.processName,
  };
}
