/** Leases and reports of processes on one PostgreSQL use the clock of the database: those of the processes may differ. */
import { sql } from 'kysely';
import type { EpochMs, Ms } from '../kernel/units.ts';

/** Of the moment, not of the begin of the transaction. */
export const databaseNow = sql<EpochMs>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

export const databaseTimeIn = (ms: Ms) => sql<EpochMs>`${databaseNow} + ${ms}`;
