/**
 * Stores whether devices are online, from streams, checks and the rounds of `device-poller.ts`. A device is online when
 * one of its channels is. A state and its time are kept until another state is found. A change and its row in the online
 * history are stored in one transaction, so that the history has it once, also with several processes.
 */
import type { Db } from '../../db/client.ts';
import { transact } from '../../db/transact.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import type { SourceFailure, StreamStatus } from '../../media/ports.ts';
import { recordOnlineChanges } from './online-history.ts';

/** Interval at which running streams are stored: the time a device was last online is accurate to the minute. */
const writeEveryMs: Ms = 60_000;
/** Pause after a camera rejected the login: many cameras lock an account after repeated failures. */
export const loginRestMs: Ms = 60_000;

export interface CameraKey {
  readonly tenantId: string;
  readonly deviceSerial: string;
  readonly channelNo: number;
}

export interface DeviceStatus {
  /** Null: the camera is online. Resolves when the state is stored; never rejects. */
  found(place: CameraKey, failure: Pick<SourceFailure, 'code'> | null): Promise<void>;
  /** True when the camera rejected the login less than a minute ago. */
  rests(place: CameraKey): boolean;
  /** The sources were changed, so an earlier rejected login no longer counts. Demo cameras are always online. */
  changed(place: CameraKey): Promise<void>;
  /** Called for each status change of a stream. */
  note(status: StreamStatus): void;
  /** Stores the state of all running streams; runs every minute by itself. */
  write(): Promise<void>;
  /** Call it before the database closes. Safe to call twice. */
  stop(): void;
}

const nameOf = ({ tenantId, deviceSerial, channelNo }: CameraKey) =>
  `${tenantId}/${deviceSerial}/${channelNo}`;

export function deviceStatus(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly streams: () => readonly StreamStatus[];
  readonly log: Logger;
}): DeviceStatus {
  const { db, clock, streams, log } = deps;
  /** Monotonic times of rejected logins; expired ones are removed at the next write. */
  const refusedAt = new Map<string, Ms>();
  /** The last stored state of each running stream, so that each change is stored once. */
  const reported = new Map<string, '1' | '2'>();
  /** Serialized, so that the latest state is written last. */
  let writing: Promise<void> = Promise.resolve();
  let isStopped = false;

  function serialize(write: () => Promise<void>): Promise<void> {
    writing = writing
      .then(() => (isStopped ? undefined : write()))
      .catch((error: unknown) => {
        // The database may have closed meanwhile; the state is found again after the next start.
        if (!isStopped) log.error({ err: error }, 'could not store the device status');
      });
    return writing;
  }

  /** `code`: why it is offline. */
  const put = (key: CameraKey, state: '1' | '2', code: string | null = null) =>
    transact(db, (transaction) => putIn(transaction, key, state, code));

  async function putIn(
    db: Db,
    { tenantId, deviceSerial, channelNo }: CameraKey,
    state: '1' | '2',
    code: string | null,
  ): Promise<void> {
    const stateCheckedAt = clock.now();
    const changed = await db
      .updateTable('channel')
      .set({ onlineState: state })
      .where('tenantId', '=', tenantId)
      .where('deviceSerial', '=', deviceSerial)
      .where('number', '=', channelNo)
      .where('onlineState', '!=', state)
      .returning(['id', 'tenantId'])
      .execute();
    await recordOnlineChanges(db, changed, { state, code, at: stateCheckedAt });
    await db
      .updateTable('channel')
      .set({ stateCheckedAt })
      .where('tenantId', '=', tenantId)
      .where('deviceSerial', '=', deviceSerial)
      .where('number', '=', channelNo)
      .execute();
    await db
      .updateTable('device')
      .set({
        stateCheckedAt,
        ...(state === '1' ? { onlineState: '1', lastOnlineAt: stateCheckedAt } : { onlineState: '2' }),
      })
      .where('tenantId', '=', tenantId)
      .where('serial', '=', deviceSerial)
      .$if(state === '2', (rows) =>
        rows.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('channel')
                .select('channel.id')
                .whereRef('channel.deviceId', '=', 'device.id')
                .where('channel.enabled', '=', 1)
                .where('channel.onlineState', '=', '1'),
            ),
          ),
        ),
      )
      .execute();
  }

  function found(place: CameraKey, failure: Pick<SourceFailure, 'code'> | null): Promise<void> {
    const name = nameOf(place);
    if (failure?.code === 'source.auth') refusedAt.set(name, clock.monotonic());
    else if (failure === null) refusedAt.delete(name);
    return serialize(() => put(place, failure === null ? '1' : '2', failure?.code ?? null));
  }

  function rests(place: CameraKey): boolean {
    const at = refusedAt.get(nameOf(place));
    return at !== undefined && clock.monotonic() - at < loginRestMs;
  }

  /** One device, or all of them when null. */
  const putDemos = (serial: string | null) => transact(db, (transaction) => putDemosIn(transaction, serial));

  async function putDemosIn(db: Db, serial: string | null): Promise<void> {
    const stateCheckedAt = clock.now();
    const demos = db.selectFrom('streamSource').select('channelId').where('kind', '=', 'demo');
    const changed = await db
      .updateTable('channel')
      .set({ onlineState: '1' })
      .where('id', 'in', demos)
      .where('onlineState', '!=', '1')
      .$if(serial !== null, (rows) => rows.where('deviceSerial', '=', String(serial)))
      .returning(['id', 'tenantId'])
      .execute();
    await recordOnlineChanges(db, changed, { state: '1', code: null, at: stateCheckedAt });
    await db
      .updateTable('channel')
      .set({ stateCheckedAt })
      .where('id', 'in', demos)
      .$if(serial !== null, (rows) => rows.where('deviceSerial', '=', String(serial)))
      .execute();
    await db
      .updateTable('device')
      .set({ onlineState: '1', stateCheckedAt, lastOnlineAt: stateCheckedAt })
      .where(
        'id',
        'in',
        db
          .selectFrom('channel')
          .innerJoin('streamSource', 'streamSource.channelId', 'channel.id')
          .select('channel.deviceId')
          .where('streamSource.kind', '=', 'demo'),
      )
      .$if(serial !== null, (rows) => rows.where('serial', '=', String(serial)))
      .execute();
  }

  async function write(): Promise<void> {
    for (const [name, at] of refusedAt) {
      if (clock.monotonic() - at >= loginRestMs) refusedAt.delete(name);
    }
    const live = new Map(
      streams()
        .filter(({ state }) => state === 'live')
        .map(({ key }) => [nameOf(key), key]),
    );
    await serialize(async () => {
      for (const place of live.values()) await put(place, '1');
      await putDemos(null);
    });
  }

  void serialize(() => putDemos(null));
  const stopWriting = clock.every(writeEveryMs, () => void write());

  return {
    found,
    rests,
    changed(place) {
      refusedAt.delete(nameOf(place));
      return serialize(() => putDemos(place.deviceSerial));
    },
    note({ key, state, lastFailure }) {
      const name = nameOf(key);
      const stream = `${name}/${key.profile}`;
      if (state === 'retrying' && lastFailure?.code === 'source.auth') {
        refusedAt.set(name, clock.monotonic());
      }
      if (state === 'idle') reported.delete(stream);
      const wire = state === 'live' ? '1' : state === 'retrying' ? '2' : null;
      if (wire === null || reported.get(stream) === wire) return;
      reported.set(stream, wire);
      // One working profile is enough: a sub stream that fails beside a working main stream does not count.
      if (wire === '2' && hasLive(streams(), key)) return;
      void serialize(() => put(key, wire, wire === '2' ? (lastFailure?.code ?? null) : null));
    },
    write,
    stop() {
      isStopped = true;
      stopWriting();
    },
  };
}

function hasLive(all: readonly StreamStatus[], place: CameraKey): boolean {
  const name = nameOf(place);
  return all.some(({ key, state }) => state === 'live' && nameOf(key) === name);
}
