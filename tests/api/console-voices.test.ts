import { expect } from 'expect';
import { beforeEach, it } from 'vitest';
import { err, ok as good } from '../../lib/kernel/result.ts';
import { voiceAudio } from '../../lib/media/talk/voice-audio.ts';
import type { Pcm, TalkPlane } from '../../lib/media/talk-ports.ts';
import { describeCameras, ok } from '../kit/camera-console.ts';
import type { SignedIn } from '../kit/console.ts';

const recording = (seconds: number) =>
  Uint8Array.from(
    voiceAudio.write({
      rate: 16_000,
      samples: Int16Array.from({ length: seconds * 16_000 }, (_, at) => 9_000 * Math.sin(at / 5)),
    }),
  );

let outcome: Awaited<ReturnType<TalkPlane['play']>> = good(undefined);
let played: { readonly by: Parameters<TalkPlane['play']>[0]; readonly audio: Pcm }[] = [];
const voiceMedia = {
  audio: voiceAudio,
  async play(by: Parameters<TalkPlane['play']>[0], audio: Pcm) {
    played.push({ by, audio });
    return outcome;
  },
};

describeCameras(
  'voice messages in the console',
  (testConsole) => {
    let user: SignedIn;
    let cameraId: string;

    beforeEach(async () => {
      outcome = good(undefined);
      played = [];
      await testConsole().demoToNorth();
      const verbs = ['list', 'query', 'add', 'edit', 'remove', 'send'];
      user = await testConsole().signIn({
        permissions: [...verbs.map((verb) => `iot:voice:${verb}`), 'iot:camera:list'],
        deptId: testConsole().north,
        dataScope: 3,
      });
      cameraId = await channelOf('DEMO00001');
    });

    const channelOf = async (serial: string) =>
      (
        await testConsole()
          .db.selectFrom('channel')
          .select('id')
          .where('deviceSerial', '=', serial)
          .executeTakeFirstOrThrow()
      ).id;
    const add = (bytes: Uint8Array<ArrayBuffer>, name = '请离开', by = user) =>
      by.call('POST', '/iot/voice/upload', { form: { name }, file: { name: 'a.wav', bytes } });
    const send = async (id: string, camera = cameraId) =>
      user.call('POST', '/iot/voice/send', { body: { id, cameraId: camera } });

    it('are added, listed, listened to, renamed and deleted, and in the list of viewers', async () => {
      const { id } = ok(await add(recording(3)));
      expect(ok(await user.call('GET', '/iot/voice/page')).records).toMatchObject([
        { id, name: '请离开', seconds: 3, createdBy: user.username },
      ]);
      const { content } = ok(await user.call('GET', `/iot/voice/${id}/audio`));
      expect(Buffer.from(content, 'base64')).toEqual(Buffer.from(recording(3)));
      ok(await user.call('PUT', '/iot/voice', { body: { id, version: 1, name: '谢谢' } }));
      const { accessToken } = await testConsole().integrator();
      const listed = await testConsole().call('/api/lapp/voice/query', { accessToken });
      expect(listed.data).toMatchObject([{ voiceName: '谢谢', duration: 3 }]);
      ok(await user.call('DELETE', `/iot/voice/${id}`));
      expect(await testConsole().db.selectFrom('voiceContent').selectAll().execute()).toEqual([]);
    });

    it.each([
      ['shorter than a second', () => recording(0.5), '说话时间过短'],
      ['longer than a minute', () => recording(61), '不超过1分钟'],
      ['that is no audio', () => new Uint8Array(2_000).fill(7), '录音失败，请重试'],
    ])('a recording %s is rejected', async (_, make, message) => {
      expect((await add(make())).errors).toEqual([{ path: 'file', message }]);
    });

    it('at most 500 are saved', async () => {
      const { id } = ok(await add(recording(1)));
      const row = await testConsole().db.selectFrom('voice').selectAll().executeTakeFirstOrThrow();
      const copies = Array.from({ length: 499 }, (_, at) => ({ ...row, id: `${id.slice(4)}${at + 1_000}` }));
      await testConsole().db.insertInto('voice').values(copies).execute();
      expect(await add(recording(1))).toMatchObject({ message: '最多保存 500 条语音消息' });
    });

    it('are played on a camera with a grant that ends with the session', async () => {
      const { id } = ok(await add(recording(2)));
      expect(ok(await send(id))).toEqual({ ok: true, code: null, message: null });
      const { by } = played[0]!;
      expect(by.target).toMatchObject({ channelId: cameraId, key: { deviceSerial: 'DEMO00001' } });
      expect(await testConsole().talk.gate.ended([by.grantId])).toEqual(new Set());
      await testConsole().db.updateTable('session').set({ revokedAt: 1 }).execute();
      expect(await testConsole().talk.gate.ended([by.grantId])).toEqual(new Set([by.grantId]));
    });

    it('say why a camera has not played them', async () => {
      const { id } = ok(await add(recording(2)));
      outcome = err({ code: '400904', message: 'in use' });
      expect(ok(await send(id))).toEqual({
        ok: false,
        code: '400904',
        message: '语音设备正忙，请稍后重试',
      });
    });

    it('are not played on a camera outside the data scope, or a disabled one', async () => {
      const { id } = ok(await add(recording(2)));
      expect(await send(id, await channelOf('DEMO00002'))).toMatchObject({ code: 404 });
      await testConsole().operator.run('camera.disable', { serial: 'DEMO00001' });
      expect(await send(id)).toMatchObject({ message: '摄像头已停用' });
      expect(played).toEqual([]);
    });
  },
  { voiceMedia },
);

const second: Pcm = { rate: 16_000, samples: Int16Array.from({ length: 16_000 }, (_, at) => at) };
const spoken = new Set<string>();

describeCameras(
  'what the loudspeaker of a demo camera has played',
  (testConsole) => {
    const idOf = async (serial: string): Promise<string> => {
      const { db } = testConsole();
      const channels = db.selectFrom('channel').select('id');
      return (await channels.where('deviceSerial', '=', serial).executeTakeFirstOrThrow()).id;
    };
    const viewer = (permission = 'iot:camera:play') =>
      testConsole().signIn({ permissions: [permission], deptId: testConsole().north, dataScope: 3 });
    const playedBy = async (serial: string, by?: SignedIn) =>
      (by ?? (await viewer())).call('GET', `/iot/camera/${await idOf(serial)}/playedAudio`);
    beforeEach(async () => {
      spoken.clear();
      await testConsole().demoToNorth();
    });

    it('is a WAV file with its end; null before', async () => {
      expect(ok(await playedBy('DEMO00001'))).toBeNull();
      spoken.add('default/DEMO00001/1');
      const { content, ...about } = ok(await playedBy('DEMO00001'));
      expect(about).toEqual({ seconds: 1, endTime: '2026-01-02 11:04:05' });
      const file = new Uint8Array(Buffer.from(content, 'base64'));
      expect(await voiceAudio.read(file)).toEqual(second);
    });

    it('needs the permission to watch the camera, which must be in the data scope', async () => {
      spoken.add('default/DEMO00001/1').add('default/DEMO00002/1');
      expect(await playedBy('DEMO00001', await viewer('iot:camera:query'))).toMatchObject({ code: 403 });
      expect(await playedBy('DEMO00002')).toMatchObject({ code: 404 });
    });

    it('is not kept by other cameras', async () => {
      const camera = await idOf('DEMO00001');
      const body = { kind: 'rtsp', url: 'rtsp://10.0.0.9/1' };
      ok(await testConsole().admin.call('PUT', `/iot/camera/${camera}/source/main`, { body }));
      ok(await testConsole().admin.call('DELETE', `/iot/camera/${camera}/source/sub`));
      spoken.add('default/DEMO00001/1');
      expect(await playedBy('DEMO00001')).toMatchObject({ message: '仅演示摄像头保留扬声器播放的声音' });
    });
  },
  {
    demoAudio: ({ tenantId, deviceSerial, channelNo }) =>
      spoken.has(`${tenantId}/${deviceSerial}/${channelNo}`)
        ? { ...second, endedAt: Date.parse('2026-01-02T03:04:05Z') }
        : null,
  },
);

describeCameras('talk from the console', (testConsole) => {
  let id: string;
  beforeEach(async () => {
    await testConsole().demoToNorth();
    const { db } = testConsole();
    ({ id } = await db
      .selectFrom('channel')
      .select('id')
      .where('deviceSerial', '=', 'DEMO00001')
      .executeTakeFirstOrThrow());
  });
  const talk = (accessToken: string, cameras?: string) =>
    testConsole().call('/api/lapp/live/talk/url', {
      ...{ accessToken, deviceSerial: 'DEMO00001', channelNo: '1' },
      ...(cameras ? { cameras } : {}),
    });

  it('is permitted in previews of users with iot:camera:talk', async () => {
    const speaker = await testConsole().signIn({ permissions: ['iot:camera:play', 'iot:camera:talk'] });
    const { accessToken, capabilities } = ok(
      await speaker.call('POST', '/iot/camera/preview', { body: { id } }),
    );
    expect(capabilities).toEqual(['live', 'talk']);
    expect(await talk(accessToken)).toMatchObject({ code: '200' });
    const watcher = await testConsole().signIn({ permissions: ['iot:camera:play'] });
    const other = ok(await watcher.call('POST', '/iot/camera/preview', { body: { id } }));
    expect(await talk(other.accessToken)).toMatchObject({ code: '10031' });
  });

  it('to several cameras covers those in the data scope, and shows them to those who may see them', async () => {
    const options = { deptId: testConsole().north, dataScope: 3 } as const;
    const speaker = await testConsole().signIn({
      ...options,
      permissions: ['iot:camera:play', 'iot:camera:talk'],
    });
    const { db } = testConsole();
    const all = await db.selectFrom('channel').select('id').execute();
    const body = { ids: all.map((channel) => channel.id) };
    const given = ok(await speaker.call('POST', '/iot/camera/broadcast', { body }));
    expect(given.cameras).toMatchObject([{ id, path: 'DEMO00001/1' }]);
    expect(await talk(given.accessToken)).toMatchObject({ code: '200' });
    expect(await talk(given.accessToken, 'DEMO00002:1')).toMatchObject({ code: '10031' });
    const blind = await testConsole().signIn({ ...options, permissions: ['iot:camera:talk'] });
    const { accessToken } = ok(await blind.call('POST', '/iot/camera/broadcast', { body }));
    expect(await talk(accessToken)).toMatchObject({ code: '200' });
    const ezopen = 'ezopen://oriel/DEMO00001/1.live';
    const live = await testConsole().call('/api/lapp/live/url/ezopen', { accessToken, ezopen });
    expect(live.code).toBe('10031');
  });

  it('ends when the permission is withdrawn', async () => {
    const speaker = await testConsole().signIn({ permissions: ['iot:camera:play', 'iot:camera:talk'] });
    const { accessToken } = ok(await speaker.call('POST', '/iot/camera/preview', { body: { id } }));
    const { data } = await talk(accessToken);
    const wanted = { deviceSerial: 'DEMO00001', channelNo: 1 };
    const admitted = await testConsole().talk.gate.admit((data as { stream: string }).stream, wanted);
    if (!admitted.ok) throw new Error(admitted.error.message);
    const { grantId } = admitted.value;
    const { db } = testConsole();
    await db.deleteFrom('userRole').where('userId', '=', speaker.userId).execute();
    await db
      .updateTable('tenant')
      .set((row) => ({ permissionsVersion: row('permissionsVersion', '+', 1) }))
      .execute();
    await testConsole().adminConsole.cameraPages.maintainPreviews();
    expect(await testConsole().talk.gate.ended([grantId])).toEqual(new Set([grantId]));
  });
});
