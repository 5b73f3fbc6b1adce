import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { openDatabase } from '../../lib/db/client.ts';
import { parseOnvifUrl } from '../../lib/media/control/onvif-url.ts';
import { parseCameraUrl } from '../../lib/media/net/camera-url.ts';
import { cameraConsole, ok } from '../kit/camera-console.ts';
import { testDomain } from '../kit/domain.ts';
import { recordLog } from '../kit/record-log.ts';

const canaries = {
  username: 'canaryuser',
  password: 'canarypassword',
  path: 'canarypath',
  query: 'canaryquery',
  validCode: 'CANARYCODE',
};

describe('camera credentials at rest', () => {
  it('are in no byte of the database, its log or the server log, and can be decrypted after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'oriel-rest-'));
    const place = { file: join(folder, 'oriel.db') };
    const { log, lines } = recordLog();
    const database = await openDatabase(place, log);
    const domain = await testDomain(database, { log });
    await domain.operator.run('camera.add', {
      serial: 'CAM1',
      name: '名字是公开的',
      main: {
        kind: 'rtsp',
        url: `rtsp://${canaries.username}:${canaries.password}@192.0.2.7/${canaries.path}?pwd=${canaries.query}`,
      },
      isEncrypted: true,
      validCode: canaries.validCode,
    });
    const key = { tenantId: 'default', deviceSerial: 'CAM1', channelNo: 1, profile: 'main' } as const;

    const filesAtRest = () => readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    const everything = () => Buffer.concat([...filesAtRest(), Buffer.from(lines.join('\n'))]);
    const whileOpen = everything(); // includes the write-ahead log
    await database.close();
    for (const bytes of [whileOpen, everything()]) {
      expect(bytes.includes('名字是公开的')).toBe(true); // control: the search finds text that is stored
      for (const canary of Object.values(canaries)) expect(bytes.includes(canary)).toBe(false);
    }

    const reopened = await openDatabase(place);
    const restarted = await testDomain(reopened, { secrets: domain.secrets });
    expect(await restarted.sources.find(key)).toMatchObject({ password: canaries.password });
    const stranger = await testDomain(reopened); // with a different key
    await expect(stranger.sources.find(key)).rejects.toMatchObject({ code: 'secret.unreadable' });
    await reopened.close();
    rmSync(folder, { recursive: true });
  });

  it('are in no byte and in no answer if a character of them was not encoded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'oriel-rest-'));
    const { log, lines } = recordLog();
    const database = await openDatabase({ file: join(folder, 'oriel.db') }, log);
    const checks = { checkCameraUrl: parseCameraUrl, checkOnvifUrl: parseOnvifUrl };
    const { admin, operator, probed, end } = await cameraConsole(database, { log, ...checks });
    const connect = (camera: object) => admin.call('POST', '/iot/camera/connect', { body: camera });
    const main = { kind: 'rtsp', url: 'rtsp://192.0.2.7/live' } as const;
    const { id } = ok(await connect({ name: '大门', serial: 'CAM1', main }));
    const login = 'canaryuser:canary-a@canary-b?canary-c{1}@cam.example';
    const rtsp = { kind: 'rtsp', url: `rtsp://${login}/live` } as const;
    const onvif = { url: `http://${login}/onvif/device_service` };
    const edit = (path: string, body: object) => admin.call('PUT', `/iot/camera/${id}/${path}`, { body });
    const answers = [
      await connect({ name: '后门', serial: 'CAM2', main: rtsp }),
      await connect({ name: '后门', serial: 'CAM2', main, sub: rtsp }),
      await connect({ name: '后门', serial: 'CAM2', main, onvif }),
      await edit('source/main', rtsp),
      await edit('source/sub', { ...rtsp, username: 'admin', password: 'other' }),
      await edit('onvif', onvif),
      await admin.call('POST', '/iot/camera/check', { body: { id, source: rtsp } }),
    ];
    for (const { code, message } of answers) {
      expect(code).toBe(40000);
      expect(message).toBe(
        '摄像机地址有误：用户名或密码中含有“?”，请写成 %3F，或将用户名和密码填入各自的栏位；路径中的 @ 请写成 %40',
      );
    }
    const english = await admin.call('PUT', `/iot/camera/${id}/source/main`, {
      body: rtsp,
      headers: { 'accept-language': 'en-US' },
    });
    expect(english.message).toContain('contains “?”. Write it as %3F, or enter user name and password');
    for (const input of [{ main: rtsp }, { main, sub: rtsp }, { main, onvif }]) {
      const adding = operator.run('camera.add', { serial: 'CAM3', name: '侧门', ...input });
      const failure = await adding.catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: 'camera.badUrl',
        details: { reason: 'url.login', character: '?' },
      });
      expect(JSON.stringify([failure, String(failure)])).not.toContain('canary');
    }
    expect(probed).toEqual([]);
    const list = await admin.call('GET', '/iot/camera/page');
    const told = [...answers, english, list].map(({ text }) => text).join('');
    end();
    await database.close();
    const stored = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
    expect(stored.includes('大门')).toBe(true); // control
    expect(stored.includes('canary')).toBe(false);
    expect(told + lines.join('')).not.toMatch(/canary|cam\.example/);
    rmSync(folder, { recursive: true });
  });

  it('cannot be decrypted in the row of another device or stream', async () => {
    const database = await openDatabase({ file: ':memory:' });
    const domain = await testDomain(database);
    const url = (host: string) => `rtsp://u:p@${host}/live`;
    for (const [serial, host] of [
      ['CAM1', '192.0.2.1'],
      ['CAM2', '192.0.2.2'],
    ] as const) {
      await domain.operator.run('camera.add', {
        serial,
        name: serial,
        main: { kind: 'rtsp', url: url(host) },
        sub: { kind: 'rtsp', url: url(host) },
      });
    }
    const rows = await database.db
      .selectFrom('streamSource')
      .innerJoin('channel', 'channel.id', 'streamSource.channelId')
      .innerJoin('device', 'device.id', 'channel.deviceId')
      .select(['streamSource.id', 'streamSource.profile', 'streamSource.endpointSealed'])
      .where('streamSource.kind', '=', 'rtsp')
      .orderBy('device.serial')
      .execute();
    expect(rows).toHaveLength(4);
    const [own, ...others] = rows;
    const key = { tenantId: 'default', deviceSerial: 'CAM1', channelNo: 1, profile: own!.profile };
    for (const { endpointSealed } of others) {
      await database.db
        .updateTable('streamSource')
        .set({ endpointSealed })
        .where('id', '=', own!.id)
        .execute();
      await expect(domain.sources.find(key)).rejects.toMatchObject({ code: 'secret.unreadable' });
    }
    await database.close();
  });
});
