/**
 * Writes down whether cameras answer: what streams, checks and the rounds of `device-poller.ts` find. A device is
 * online when one of its channels is. What was found stays, with its time, until something else is.
 */
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import type { SourceFailure, StreamStatus } from '../../media/ports.ts';

/** Running streams are written down this often: when a device was last online matters to the minute. */
const writeEveryMs: Ms = 60_000;
/** A camera that refused our login is left alone this long: many lock an account that is tried too often. */
export const loginRestMs: Ms = 60_000;

export interface CameraKey {
  readonly tenantId: string;
  readonly deviceSerial: string;
  readonly channelNo: number;
}

export interface DeviceStatus {
  /** Null: the camera answered. Resolves when it is written; never rejects. */
  found(place: CameraKey, failure: Pick<SourceFailure, 'code'> | null): Promise<void>;
  /** The camera refused our login less than a minute ago. */
  rests(place: CameraKey): boolean;
  /** Its sources were changed: what it refused before says nothing. Demo cameras are online by themselves. */
  changed(place: CameraKey): Promise<void>;
  /** For each thing that the media plane tells of a stream. */
  note(status: StreamStatus): void;
  /** Writes all running streams down; done every minute by itself. */
  write(): Promise<void>;
  /** Before the database closes. Safe to call twice. */
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
  /** Monotonic times of refusals; those that are over are forgotten with the next write. */
  const refusedAt = new Map<string, Ms>();
  /** What was last written of streams that run, so that each change of state is written once. */
  const reported = new Map<string, '1' | '2'>();
  /** One after the other, so that the last that was found is the last that is written. */
  let writing: Promise<void> = Promise.resolve();
  let isStopped = false;

  function inTurn(write: () => Promise<void>): Promise<void> {
    writing = writing
      .then(() => (isStopped ? undefined : write()))
      .catch((error: unknown) => {
        // The database may have closed under it: what was not written is found again after the next start.
        if (!isStopped) log.error({ err: error }, 'could not write down which cameras answer');
      });
    return writing;
  }

  async function put({ tenantId, deviceSerial, channelNo }: CameraKey, state: '1' | '2'): Promise<void> {
    const stateCheckedAt = clock.now();
    await db
      .updateTable('channel')
      .set({ onlineState: state, stateCheckedAt })
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
    return inTurn(() => put(place, failure === null ? '1' : '2'));
  }

  function rests(place: CameraKey): boolean {
    const at = refusedAt.get(nameOf(place));
    return at !== undefined && clock.monotonic() - at < loginRestMs;
  }

  /** Of one device, or of all there are. */
  async function putDemos(serial: string | null): Promise<void> {
    const stateCheckedAt = clock.now();
    const demos = db.selectFrom('streamSource').select('channelId').where('kind', '=', 'demo');
    await db
      .updateTable('channel')
      .set({ onlineState: '1', stateCheckedAt })
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
    await inTurn(async () => {
      for (const place of live.values()) await put(place, '1');
      await putDemos(null);
    });
  }

  void inTurn(() => putDemos(null));
  const stopWriting = clock.every(writeEveryMs, () => void write());

  return {
    found,
    rests,
    changed(place) {
      refusedAt.delete(nameOf(place));
      return inTurn(() => putDemos(place.deviceSerial));
    },
    note({ key, state, lastFailure }) {
      const name = nameOf(key);
      const stream = `${name}/${key.profile}/${key.video}`;
      if (state === 'retrying' && lastFailure?.code === 'source.auth') {
        refusedAt.set(name, clock.monotonic());
      }
      if (state === 'idle') reported.delete(stream);
      const wire = state === 'live' ? '1' : state === 'retrying' ? '2' : null;
      if (wire === null || reported.get(stream) === wire) return;
      reported.set(stream, wire);
      // One picture of the channel is enough: a sub stream that fails beside a living main one says nothing.
      if (wire === '2' && hasLive(streams(), key)) return;
      void inTurn(() => put(key, wire));
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
