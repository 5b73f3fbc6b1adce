/**
 * A typical session of work that uses secrets of every kind; afterwards none of them is stored or logged in plain text.
 */
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { expect } from 'expect';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { clientAddressHeader } from '../../lib/http/client-address.ts';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import { type ConsoleAnswer, type SignedIn, testPassword } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

describe.each(engines)('secrets on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let testConsole: CameraConsole;
  const logged: string[] = [];
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    const stream = new Writable({
      write(chunk, _, done) {
        logged.push(String(chunk));
        done();
      },
    });
    testConsole = await cameraConsole(database, { log: pino({ level: 'trace' }, stream) as never });
  });

  /** The complete content of the database as the engine stores it. */
  async function everything(): Promise<string> {
    if (database.engine === 'postgres') {
      const { rows } = await sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
        database.db,
      );
      const tables = await Promise.all(
        rows.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(database.db)),
      );
      return JSON.stringify(tables.map((table) => table.rows));
    }
    const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database.db);
    const file = rows[0]!.file;
    return ['', '-wal'].map((end) => readFileSync(file + end).toString('latin1')).join('\n');
  }

  it('are in no table, log, list, history, export or error response after use', async () => {
    const canary = {
      cameraUser: 'canaryuser41',
      cameraPassword: 'canary-camera-pass-52',
      urlPassword: 'canary-url-pass-63',
      path: 'canarypath74',
      validCode: 'CANARYCODE85',
      onvif: 'canary-onvif-96',
      tried: 'canary-tried-17',
      setting: 'canary-setting-28',
      password: 'canary-harbour-lantern-39',
      wrong: 'canary-wrong-password-40',
    };
    const secrets: string[] = Object.values(canary);
    const { admin } = testConsole;
    const later: string[] = [];
    const keep = (answer: ConsoleAnswer) => {
      later.push(answer.text, JSON.stringify([...answer.headers]));
      if (answer.blob) later.push(Buffer.from(answer.blob).toString('latin1'));
      return answer;
    };

    // Cameras.
    const main = {
      kind: 'rtsp',
      url: `rtsp://192.0.2.7/${canary.path}?key=${canary.path}`,
      username: canary.cameraUser,
      password: canary.cameraPassword,
    };
    const made = ok(
      await admin.call('POST', '/iot/camera/connect', {
        body: {
          serial: 'CAM41',
          name: '仓库',
          main,
          validCode: canary.validCode,
          isEncrypt: true,
          onvif: {
            url: 'http://192.0.2.7/onvif',
            login: { username: canary.cameraUser, password: canary.onvif },
          },
        },
      }),
    );
    const source = { kind: 'rtsp', url: `rtsp://${canary.cameraUser}:${canary.urlPassword}@192.0.2.8/x` };
    keep(await admin.call('PUT', `/iot/camera/${made.id}/source/sub`, { body: source }));
    keep(
      await admin.call('POST', '/iot/camera/check', {
        body: { id: made.id, profile: 'main', source: { ...main, password: canary.tried } },
      }),
    );
    // Rejected requests whose invalid value contains a secret.
    for (const body of [
      { ...main, url: `file:///${canary.path}` },
      { ...main, url: `exec:${canary.path} ${canary.tried}` },
      { ...main, url: `rtsp://${canary.cameraUser}:${canary.urlPassword}@` },
      { ...main, password: [canary.tried] },
      { ...main, extra: canary.tried },
    ])
      keep(await admin.call('PUT', `/iot/camera/${made.id}/source/main`, { body }));
    keep(
      await admin.call('PUT', '/iot/device', {
        body: { id: made.deviceId, version: 1, validCode: `${canary.validCode} ?` },
      }),
    );

    // Applications and tokens: the response to their creation is the only one that contains the secret.
    const application = ok(
      await admin.call('POST', '/iot/application', {
        body: { name: '门户', allowedOrigins: ['https://www.example.com'], status: '0' },
      }),
    );
    const rotated = ok(await admin.call('PUT', '/iot/application/rotate', { body: { id: application.id } }));
    secrets.push(application.appSecret, rotated.appSecret);
    const token = await admin.call('POST', '/iot/token', {
      body: { applicationId: application.id, scope: 'all', capabilities: ['live'], seconds: 3_600 },
    });
    if (token.code === 20001) secrets.push(token.data.accessToken ?? token.data.token);
    const preview = await admin.call('POST', '/iot/camera/preview', { body: { id: made.id } });
    if (preview.code === 20001 && preview.data.accessToken) secrets.push(preview.data.accessToken);

    // Users.
    const person = ok(
      await admin.call('POST', '/system/user', {
        body: { userName: 'canary_person', nickName: '某人', status: '0' },
      }),
    );
    const reset = ok(await admin.call('PUT', '/system/user/resetPwd', { body: { id: person.userId } }));
    secrets.push(person.password, reset.password);
    const user: SignedIn = await testConsole.signIn({ permissions: [] });
    const login = (accountNo: string, password: string, address: string) =>
      testConsole.anonymous.call('POST', '/login', {
        body: { accountNo, password },
        headers: { [clientAddressHeader]: address },
      });
    keep(await login(user.username, canary.wrong, '203.0.113.1'));
    keep(await login('nobody_here', canary.wrong, '203.0.113.2'));
    const signedIn = await login(user.username, testPassword, '203.0.113.3');
    secrets.push(
      signedIn.data.token,
      // Not the cookie that names the organisation.
      ...signedIn.headers
        .getSetCookie()
        .filter((cookie) => !cookie.startsWith('oriel_org='))
        .map((cookie) => cookie.split(';')[0]!.split('=')[1]!),
    );
    secrets.push(user.bearer, admin.bearer);
    const totp = ok(
      await user.call('POST', '/system/user/profile/totp', { body: { password: testPassword } }),
    ).secret;
    secrets.push(totp);
    const code = new TOTP({ secret: Secret.fromBase32(totp) }).generate({
      timestamp: testConsole.clock.now(),
    });
    keep(await user.call('PUT', '/system/user/profile/totp', { body: { secret: totp, code } }));
    keep(
      await user.call('PUT', '/system/user/profile/updatePwd', {
        body: { oldPassword: canary.wrong, newPassword: canary.password },
      }),
    );
    ok(
      await user.call('PUT', '/system/user/profile/updatePwd', {
        body: { oldPassword: testPassword, newPassword: canary.password },
      }),
    );
    keep(
      await testConsole.anonymous.call('POST', '/setup', {
        body: { code: canary.wrong, accountNo: 'keeper', nickName: 'x', password: canary.password },
      }),
    );
    keep(
      await admin.call('POST', '/system/config', {
        body: { configName: '密', configKey: 'own.secret', configValue: canary.setting, valueType: 'secret' },
        headers: { 'idempotency-key': 'canary-key-0001' },
      }),
    );

    // Read everything back.
    await admin.renew();
    secrets.push(admin.bearer);
    const paths = [
      '/iot/device',
      '/iot/camera',
      '/iot/application',
      '/iot/token',
      '/system/user',
      '/system/config',
      '/monitor/operlog',
      '/monitor/logininfor',
      '/monitor/online',
    ];
    for (const path of paths) {
      const { data } = keep(await admin.call('GET', `${path}/page`, { query: { pageSize: '100' } }));
      keep(await admin.call('POST', `${path}/export`, { form: { format: 'csv' } }));
      for (const row of (data?.records ?? []).slice(0, 30)) {
        const id = row.id ?? row.userId ?? row.configId ?? row.operId ?? row.infoId ?? row.sessionId;
        keep(await admin.call('GET', `${path}/${id}`));
        keep(await admin.call('GET', `${path}/${id}/history`));
      }
      await admin.renew();
      secrets.push(admin.bearer);
    }
    for (const path of [
      `/iot/camera/${made.id}/sources`,
      '/iot/camera/status',
      '/system/user/profile',
      '/get-user-info',
      '/v3/api-docs',
    ])
      keep(await admin.call('GET', path));

    expect(secrets.every((secret) => typeof secret === 'string' && secret.length >= 8)).toBe(true);
    expect(secrets.length).toBeGreaterThan(25);
    expect(later.length).toBeGreaterThan(100);
    const places = { tables: await everything(), log: logged.join('\n'), answers: later.join('\n') };
    const found = Object.entries(places).flatMap(([place, text]) =>
      secrets.flatMap((secret, at) => (text.includes(secret) ? [`${place}: ${secrets[at]}`] : [])),
    );
    expect(found).toEqual([]);
    // Control: the searched places contain the data that was written.
    expect(places.tables).toContain('canary_person');
    expect(places.answers).toContain('canary_person');
  }, 60_000);
});
