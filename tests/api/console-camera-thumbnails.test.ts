import { expect } from 'expect';
import { beforeEach, it } from 'vitest';
import type { CameraPicture, PicturedCamera } from '../../lib/media/ports.ts';
import { describeCameras, ok } from '../kit/camera-console.ts';
import type { SignedIn } from '../kit/console.ts';

const taken: PicturedCamera[] = [];
let picture: CameraPicture | null = null;

describeCameras(
  'the last picture of a camera',
  (testConsole) => {
    let viewer: SignedIn;
    let id: string;

    beforeEach(async () => {
      taken.length = 0;
      picture = Uint8Array.from([0xff, 0xd8]);
      await testConsole().demoToNorth();
      viewer = await testConsole().signIn({
        permissions: ['iot:camera:play'],
        deptId: testConsole().north,
        dataScope: 3,
      });
      const { db } = testConsole();
      id = (
        await db
          .selectFrom('channel')
          .select('id')
          .where('deviceSerial', '=', 'DEMO00001')
          .executeTakeFirstOrThrow()
      ).id;
    });

    const thumbnail = (user = viewer) => user.call('GET', `/iot/camera/${id}/thumbnail`);

    it('is a JPEG of its sub stream, or of its main stream if it has no other', async () => {
      expect(ok(await thumbnail())).toEqual({ content: '/9g=' });
      expect(taken).toMatchObject([
        { channelId: id, camera: { deviceSerial: 'DEMO00001', channelNo: 1 }, recorded: null },
      ]);
    });

    it('is asked for with the end of the newest recording', async () => {
      const { db } = testConsole();
      const { id: recordingId } = await db
        .insertInto('recording')
        .values({ tenantId: 'default', channelId: id, store: 'device' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const segment = { recordingId, bytes: 1, kind: 'schedule' } as const;
      await db
        .insertInto('recordedSegment')
        .values([1_000, 5_000].map((startMs) => ({ ...segment, startMs, endMs: startMs + 4_000 })))
        .execute();
      await thumbnail();
      expect(taken.at(-1)?.recorded).toEqual({ store: 'device', endMs: 9_000 });
    });

    it('may be opened for a camera that is online only', async () => {
      const stateOf = async (onlineState: '1' | '2') => {
        await testConsole().db.updateTable('channel').set({ onlineState }).where('id', '=', id).execute();
        await thumbnail();
        return taken.at(-1)?.isOnline;
      };
      expect([await stateOf('1'), await stateOf('2')]).toEqual([true, false]);
    });

    it('does not exist if none was taken, nor for a disabled camera, for which none is taken', async () => {
      picture = null;
      expect(ok(await thumbnail())).toBeNull();
      await testConsole().db.updateTable('channel').set({ enabled: 0 }).where('id', '=', id).execute();
      expect(ok(await thumbnail())).toBeNull();
      expect(taken).toHaveLength(1);
    });

    it('of an encrypted camera is not sent, nor taken once the device is known to be', async () => {
      picture = 'encrypted';
      expect(ok(await thumbnail())).toEqual({ content: null });
      await testConsole()
        .db.updateTable('device')
        .set({ isEncrypt: 1 })
        .where('serial', '=', 'DEMO00001')
        .execute();
      expect(ok(await thumbnail())).toEqual({ content: null });
      expect(taken).toHaveLength(1);
    });

    it('needs the permission to view the camera, and the camera within the data scope', async () => {
      const lister = await testConsole().signIn({
        permissions: ['iot:camera:list', 'iot:camera:query'],
        deptId: testConsole().north,
      });
      const elsewhere = await testConsole().signIn({
        permissions: ['iot:camera:play'],
        deptId: testConsole().south,
        dataScope: 3,
      });
      expect([(await thumbnail(lister)).code, (await thumbnail(elsewhere)).code]).toEqual([403, 404]);
      expect(taken).toEqual([]);
    });
  },
  {
    takePicture: async (camera) => {
      taken.push(camera);
      return picture;
    },
  },
);
