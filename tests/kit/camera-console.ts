/** A console with departments, for tests of the camera pages. */
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import type { DomainDeps } from '../../lib/domain/create-domain.ts';
import type { SourceSpec, StreamState, StreamStatus } from '../../lib/media/ports.ts';
import { type ConsoleAnswer, type SignedIn, type TestConsole, testConsole } from './console.ts';
import { anyEngine, type DatabaseBench } from './databases.ts';

export interface CameraConsole extends TestConsole {
  readonly db: OpenDatabase['db'];
  /** Has all permissions and access to all data. */
  readonly admin: SignedIn;
  /** Department ids; all are top-level. */
  readonly north: number;
  readonly south: number;
  /** The sources that were probed, in order. */
  readonly probed: SourceSpec[];
  /** Replaces the probe of camera sources. */
  probeWith(probe: DomainDeps['probe']): void;
  /** Running streams; set by tests. */
  readonly streams: StreamStatus[];
  /** Emits a stream status, as the media plane does. */
  notify(status: StreamStatus): void;
  /** Assigns the first demo camera, device and channel, to department `north`. */
  demoToNorth(): Promise<void>;
  /** Stops the console's background work. */
  end(): void;
}

export const allCameraPermissions = ['company', 'device', 'camera', 'application', 'token'].flatMap((name) =>
  ['list', 'query', 'add', 'edit', 'remove', 'export', 'import', 'reveal', 'play', 'ptz', 'rotate'].map(
    (verb) => `iot:${name}:${verb}`,
  ),
);

export async function cameraConsole(
  database: OpenDatabase,
  overrides: Partial<DomainDeps> = {},
): Promise<CameraConsole> {
  const probed: SourceSpec[] = [];
  const streams: StreamStatus[] = [];
  const listeners = new Set<(status: StreamStatus) => void>();
  let look: DomainDeps['probe'] = async () => ({ ok: true });
  const made = await testConsole(database, {
    streams: () => streams,
    onStream: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    probe: async (spec) => {
      probed.push(spec);
      return look(spec);
    },
    ...overrides,
  });
  const dept = async (deptName: string, orderNum: number) => {
    const { id } = await database.db
      .insertInto('dept')
      .values({
        tenantId: 'default',
        parentId: 0,
        ancestors: '0',
        deptName,
        orderNum,
        leaderUserId: null,
        phone: null,
        email: null,
        status: '0',
        version: 1,
        createdBy: '',
        createdAt: 1,
        updatedBy: '',
        updatedAt: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const north = await dept('北区', 91);
  return {
    ...made,
    db: database.db,
    admin: await made.root(),
    north,
    south: await dept('南区', 92),
    probed,
    probeWith(probe) {
      look = probe;
    },
    streams,
    notify(status) {
      for (const listener of listeners) listener(status);
    },
    async demoToNorth() {
      const serial = 'DEMO00001';
      await database.db.updateTable('device').set({ deptId: north }).where('serial', '=', serial).execute();
      await database.db
        .updateTable('channel')
        .set({ deptId: north })
        .where('deviceSerial', '=', serial)
        .execute();
    },
    end: () => made.stop(),
  };
}

/** `testConsole` returns a new console in each test. */
export function describeCameras(
  name: string,
  tests: (testConsole: () => CameraConsole) => void,
  overrides: Partial<DomainDeps> = {},
): void {
  describe.each(anyEngine)(`${name} on $engine`, ({ start }) => {
    let bench: DatabaseBench;
    let testConsole: CameraConsole;
    beforeAll(async () => {
      bench = await start();
    });
    afterAll(() => bench.stop());
    beforeEach(async () => {
      testConsole = await cameraConsole(await bench.open(), overrides);
    });
    afterEach(() => testConsole.end());
    tests(() => testConsole);
  });
}

/** A stream of the default organisation. */
export function streamOf(serial: string, state: StreamState, more: Partial<StreamStatus> = {}): StreamStatus {
  return {
    key: { tenantId: 'default', deviceSerial: serial, channelNo: 1, profile: 'main' },
    state,
    viewers: 0,
    tracks: null,
    lastFailure: null,
    retryAt: null,
    since: 1_760_000_000_000,
    bitrateKbps: 0,
    conversion: null,
    ...more,
  };
}

/** The data of an answer; fails unless the call succeeded. */
export function ok(answer: ConsoleAnswer): ConsoleAnswer['data'] {
  if (answer.code !== 20001) throw new Error(`${answer.code} ${answer.message} ${answer.text.slice(0, 300)}`);
  return answer.data;
}
