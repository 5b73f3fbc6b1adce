/**
 * The processes that share one database: each writes a row with what it measured, which expires. A row that expired is
 * a process that stopped. Times are those of the database, because the clocks of the processes may differ.
 */
import type { Db } from '../../db/client.ts';
import { databaseNow, databaseTimeIn } from '../../db/database-time.ts';
import type { Ms } from '../../kernel/units.ts';
import type { StreamState } from '../../media/ports.ts';
import type { ProcessIdentity } from '../recordings/recorder-leases.ts';
import type { ProcessFigures, ProcessReport, SharedStream } from './figures.ts';

/** A process that died is gone after this time and one more beat of the others. */
export const reportLifeMs: Ms = 20_000;
/** In the report of one process. */
const maxStreams = 2_000;

export interface ProcessRegister {
  /** Stores the report of this process and returns those of all running ones, the oldest process first. */
  beat(own: ProcessReport): Promise<readonly ProcessReport[]>;
  /** Others no longer see this process. */
  leave(): Promise<void>;
}

/** For the embedded database, which has one process. */
export function memoryRegister(): ProcessRegister {
  return {
    beat: async (own) => [own],
    async leave() {},
  };
}

const expiry = databaseTimeIn(reportLifeMs);

/** For several processes on one PostgreSQL. */
export function databaseRegister(db: Db, { processId, killedProcessId }: ProcessIdentity): ProcessRegister {
  return {
    async beat(own) {
      const report = {
        name: own.name,
        figures: JSON.stringify(own.figures),
        streams: JSON.stringify(own.streams.slice(0, maxStreams).map(packed)),
        startedAt: own.startedAt,
        expiresAt: expiry,
      };
      await db
        .insertInto('serverProcess')
        .values({ id: processId, ...report })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(report))
        .execute();
      await db
        .deleteFrom('serverProcess')
        .where((row) =>
          row.or([
            row('expiresAt', '<', databaseNow),
            ...(killedProcessId === null ? [] : [row('id', '=', killedProcessId)]),
          ]),
        )
        .execute();
      const rows = await db
        .selectFrom('serverProcess')
        .selectAll()
        .orderBy('startedAt')
        .orderBy('id')
        .execute();
      return rows.map(({ id, name, startedAt, figures, streams }) => ({
        id,
        name,
        startedAt,
        figures: JSON.parse(figures) as ProcessFigures,
        streams: (JSON.parse(streams) as PackedStream[]).map(unpacked),
      }));
    },

    async leave() {
      await db.deleteFrom('serverProcess').where('id', '=', processId).execute();
    },
  };
}

type PackedStream = [string, string, number, 'main' | 'sub', StreamState, number, number];

const packed = ({ key, state, viewers, bitrateKbps }: SharedStream): PackedStream => [
  ...([key.tenantId, key.deviceSerial, key.channelNo, key.profile] as const),
  ...([state, viewers, Math.round(bitrateKbps)] as const),
];

function unpacked(stream: PackedStream): SharedStream {
  const [tenantId, deviceSerial, channelNo, profile, state, viewers, bitrateKbps] = stream;
  return { key: { tenantId, deviceSerial, channelNo, profile }, state, viewers, bitrateKbps };
}
