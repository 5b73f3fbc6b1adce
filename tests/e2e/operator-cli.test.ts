import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { buildStale } from '../../scripts/build.mjs';
import { type CliOptions, runHere, runIn } from '../kit/run-cli.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

/** A camera password that may appear in the database only, encrypted. */
const canary = 'Canary-9f27-geheim';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-cli-'));
  await buildStale({ log: () => {} });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The contents of all files below a folder as one text. */
async function everythingIn(dataDir: string): Promise<string> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  // SQLite removes the files beside the database some time after it was closed.
  const read = (path: string) =>
    readFile(path, 'latin1').catch(() => (existsSync(path) ? Promise.reject(path) : ''));
  const texts = await Promise.all(files.map((file) => read(join(file.parentPath, file.name))));
  return texts.join('\n');
}

/** The same commands with and without a running server: the operations are identical. */
function describeJourney(
  name: string,
  start: () => Promise<{ dataDir: string; oriel: OrielInstance | null }>,
) {
  describe(name, () => {
    let dataDir: string;
    let oriel: OrielInstance | null;
    let count = 0;
    /** A serial number that no earlier test has used. */
    const fresh = (name: string): string => {
      count += 1;
      return `${name}${String(count).padStart(5, '0')}`;
    };
    const run = (args: readonly string[], options?: CliOptions) => runHere(dataDir, args, options);
    const json = async (args: readonly string[], options?: CliOptions) => {
      const { code, out, err } = await run([...args, '--json'], options);
      expect([code, err]).toEqual([0, '']);
      return JSON.parse(out);
    };

    beforeAll(async () => {
      ({ dataDir, oriel } = await start());
    }, 120_000);
    afterAll(() => oriel?.stop());

    it('runs as a process with arguments, standard streams and an exit code', async () => {
      const serial = fresh('PROGRAM');
      const args = ['camera', 'add', 'rtsp://127.0.0.1:9/x', '--username', 'u', '--serial', serial, '--json'];
      const added = await runIn(dataDir, args, { input: `${canary}\n` });
      expect([added.code, added.err]).toEqual([0, '']);
      expect(JSON.parse(added.out)).toMatchObject({ serial, sources: [{ hasPassword: true }] });
      expect((await run(['camera', 'list'])).out).toContain(serial);
      const refused = await runIn(dataDir, args, { env: { ORIEL_CAMERA_PASSWORD: canary } });
      expect([refused.code, refused.err]).toEqual([1, '']);
      expect(JSON.parse(refused.out)).toMatchObject({ error: { code: 'camera.exists' } });
      const removed = await runIn(dataDir, ['camera', 'remove', serial]);
      expect([removed.code, removed.err]).toEqual([0, '']);
    });

    it('adds, lists, disables, enables and removes a camera', async () => {
      const url = 'rtsp://127.0.0.1:9/main';
      const serial = fresh('GATE');
      const added = await json(
        [
          'camera',
          'add',
          url,
          '--username',
          'admin',
          '--serial',
          serial,
          '--name',
          '大门',
          '--sub-url',
          `${url}2`,
        ],
        { input: `${canary}\n` },
      );
      expect(added).toMatchObject({
        serial,
        channelNo: 1,
        name: '大门',
        isEnabled: true,
        sources: [
          { profile: 'main', kind: 'rtsp', hasPassword: true },
          { profile: 'sub', kind: 'rtsp', hasPassword: true },
        ],
      });
      const list = (await run(['camera', 'list'])).out;
      expect(list).toMatch(/^SERIAL +CHANNEL +NAME +SOURCES/);
      expect(list).toContain('DEMO00001');
      expect(list).toContain('大门');
      expect(list).not.toContain(canary);
      expect((await run(['camera', 'update', serial, '--talk', 'half'])).out).toContain('talk half');
      expect(await json(['camera', 'disable', serial])).toEqual({ serial, isEnabled: false });
      expect(await json(['camera', 'enable', serial])).toEqual({ serial, isEnabled: true });
      expect(await json(['camera', 'remove', serial])).toEqual({ serial });
      expect((await run(['camera', 'list'])).out).not.toContain(serial);
    });

    it('reads a password from the environment and stores it encrypted', async () => {
      await json(['camera', 'add', 'rtsp://127.0.0.1:9/x', '--username', 'u', '--serial', fresh('ENV')], {
        env: { ORIEL_CAMERA_PASSWORD: canary },
      });
      expect(await everythingIn(dataDir)).not.toContain(canary);
      expect(oriel?.output() ?? '').not.toContain(canary);
    });

    it('reads addresses with passwords from standard input and stores them encrypted', async () => {
      const serial = fresh('QUERY');
      const added = await json(
        ['camera', 'add', '-', '--sub-url', '-', '--username', 'admin', '--serial', serial],
        {
          input: `rtsp://127.0.0.1:9/?psw=${canary}\nrtsp://127.0.0.1:9/password=${canary}/sub\n${canary}\n`,
        },
      );
      expect(added).toMatchObject({
        sources: [
          { profile: 'main', label: 'rtsp://127.0.0.1:9/…', hasPassword: true },
          { profile: 'sub', label: 'rtsp://127.0.0.1:9/…', hasPassword: true },
        ],
      });
      expect(JSON.stringify(added)).not.toContain(canary);
      expect(await everythingIn(dataDir)).not.toContain(canary);
      expect(oriel?.output() ?? '').not.toContain(canary);
      await json(['camera', 'remove', serial]);
    });

    it('checks a demo camera and reports what it sends', async () => {
      const { code, out } = await run(['camera', 'check', 'DEMO00001']);
      expect(code).toBe(0);
      expect(out).toMatch(/main stream: first frame after \d+ ms/);
      expect(out).toMatch(/video: H\.264 .*640x360/);
      expect(out).toMatch(/audio: AAC/);
    });

    it('reports an unreachable camera by exit code 3', async () => {
      const serial = fresh('AWAY');
      await json(['camera', 'add', 'rtsp://127.0.0.1:9/x', '--username', 'u', '--serial', serial], {
        env: { ORIEL_CAMERA_PASSWORD: canary },
      });
      const { code, out } = await run(['camera', 'check', serial]);
      expect(code).toBe(3);
      expect(out).toContain('[source.unreachable]');
      expect(out).not.toContain(canary);
    });

    it('does not connect to its own port as a camera', async () => {
      if (oriel === null) return; // no port then
      const { port } = new URL(oriel.origin);
      const serial = fresh('SELF');
      await json(['camera', 'add', `rtsp://127.0.0.1:${port}/`, '--serial', serial]);
      const { code, out } = await run(['camera', 'check', serial]);
      expect(code).toBe(3);
      expect(out).toContain('[source.refused]');
      await json(['camera', 'remove', serial]);
    });

    it('creates an application, replaces its secret and issues a token', async () => {
      const made = await json(['app', 'create', '--name', 'Shop', '--origin', 'https://shop.example']);
      expect(made).toMatchObject({ name: 'Shop', allowedOrigins: ['https://shop.example'], isEnabled: true });
      const rotated = await json(['app', 'rotate', made.appKey]);
      expect(rotated.appSecret).not.toBe(made.appSecret);
      const token = await json([
        'token',
        'issue',
        '--app',
        made.appKey,
        '--cameras',
        'DEMO00001:1',
        '--capabilities',
        'live',
        '--expire-seconds',
        '600',
        '--name',
        'Lobby',
      ]);
      expect(token.expireTime).toBeGreaterThan(Date.now());
      const open = await json(['token', 'list']);
      expect(open).toContainEqual(
        expect.objectContaining({ id: token.grantId, name: 'Lobby', cameras: ['DEMO00001:1'] }),
      );
      expect(await json(['token', 'revoke', token.grantId])).toEqual({ grantId: token.grantId });
      expect(JSON.stringify(await json(['token', 'list']))).not.toContain(token.grantId);
      const stored = await everythingIn(dataDir);
      for (const secret of [made.appSecret, rotated.appSecret, token.accessToken]) {
        expect(stored).not.toContain(secret);
        expect(oriel?.output() ?? '').not.toContain(secret);
      }
    });

    it('updates an existing camera and an existing application', async () => {
      const serial = fresh('FIX');
      await json(['camera', 'add', 'rtsp://127.0.0.1:9/x', '--username', 'u', '--serial', serial], {
        input: `${canary}\n`,
      });
      const renamed = await run([
        'camera',
        'update',
        serial,
        '--name',
        'Hall',
        '--url',
        'rtsp://127.0.0.1:8/y',
      ]);
      expect([renamed.code, renamed.err]).toEqual([0, '']);
      expect(renamed.out).toMatch(new RegExp(`${serial} +1 +Hall +main rtsp://127\\.0\\.0\\.1:8/…`));
      const login = await json(['camera', 'update', serial, '--username', 'v', '--sub-url', '-'], {
        input: `rtsp://127.0.0.1:8/z\n${canary}2\n`,
      });
      expect(login).toMatchObject({
        name: 'Hall',
        sources: [
          { profile: 'main', hasPassword: true },
          { profile: 'sub', hasPassword: true },
        ],
        warnings: [],
      });
      const open = await json(['camera', 'update', serial, '--no-sub-url', '--username', '']);
      expect(open.sources).toMatchObject([{ profile: 'main', hasPassword: false }]);
      await json(['camera', 'remove', serial]);

      const { appKey } = await json(['app', 'create', '--name', 'Fix', '--origin', 'https://a.example']);
      const updated = await run([
        'app',
        'update',
        appKey,
        '--name',
        'Fixed',
        '--add-origin',
        'http://192.168.1.5:3000',
      ]);
      expect(updated.out).toBe('Fixed\n  https://a.example\n  http://192.168.1.5:3000\n');
      expect(updated.err).toMatch(/^warning: http:\/\/192\.168\.1\.5:3000 uses plain http/);
      expect(
        await json(['app', 'update', appKey, '--remove-origin', 'http://192.168.1.5:3000']),
      ).toMatchObject({
        name: 'Fixed',
        allowedOrigins: ['https://a.example'],
      });
      const issued = await run(['token', 'issue', '--app', appKey, '--cameras', 'NOPE']);
      expect(issued.code).toBe(0);
      expect(issued.err).toContain('camera NOPE does not exist');
      expect((await run(['token', 'list'])).out).toMatch(/^GRANT +NAME +APPLICATION[\s\S]*Fixed +NOPE/);
      const requested = await run(['app', 'remove', appKey]);
      expect([requested.code, requested.out]).toEqual([2, '']);
      expect(requested.err).toContain('--yes');
      expect(await json(['app', 'remove', appKey, '--yes'])).toEqual({ appKey, endedTokens: 1 });
      expect((await run(['app', 'list'])).out).not.toContain(appKey);
    });

    it('suggests the next step', async () => {
      const serial = fresh('WAY');
      const added = await run([
        'camera',
        'add',
        'rtsp://169.254.1.1/x',
        '--serial',
        serial,
        '--channel',
        '2',
      ]);
      expect(added.out).toContain(`camera check ${serial} --channel 2`);
      expect(added.err).toMatch(/^warning: the main stream will not work: .*ORIEL_CAMERA_NETWORKS/);
      const checked = await run(['camera', 'check', serial, '--channel', '2']);
      expect([checked.code, checked.out]).toEqual([3, expect.stringContaining('ORIEL_CAMERA_NETWORKS')]);
      await json(['camera', 'remove', serial]);
      const { err } = await run(['app', 'create', '--name', 'Nowhere']);
      expect(err).toMatch(/app update [0-9a-f]{32} --add-origin https:/);
    });

    it.each([
      [['camera', 'add', '--demo', 'nosuch'], 'choose one of harbour, yard'],
      [['camera', 'add', 'http://192.168.1.2/'], 'http:// is not supported: use rtsp:// or rtsps://'],
      [['camera', 'add', 'notaurl'], 'must start with rtsp:// or rtsps://'],
      [['camera', 'add', '--demo', 'yard', '--serial', 'DEMO00001'], 'camera update DEMO00001'],
      [['camera', 'add', '--demo', 'yard', '--serial', 'a b'], '--serial must be 1 to 64 letters'],
      [['camera', 'remove', 'a b'], '<serial> must be 1 to 64 letters'],
      [
        ['camera', 'check', 'DEMO00001', '--channel', '300'],
        '--channel must be a whole number from 1 to 256',
      ],
      [['camera', 'update', 'DEMO00001'], 'give at least one option'],
      [['camera', 'update', 'DEMO00001', '--talk', 'loud'], '--talk must be one of auto, off, full, half'],
      [
        ['app', 'create', '--name', 'x', '--origin', 'notanorigin'],
        '--origin must be an origin such as https://',
      ],
      [['app', 'create', '--name', 'x', '--origin', 'http://shop.example'], '--origin must use https'],
      [['app', 'create', '--name', ' '], '--name must be 1 to 64 characters'],
      [['token', 'issue', '--app', 'x', '--cameras', 'a b'], '--cameras must be 1 to 256 cameras'],
      [['token', 'issue', '--app', 'x', '--name', ' '], '--name must be 1 to 50 characters'],
      [
        ['token', 'issue', '--app', 'x', '--expire-seconds', '5'],
        '--expire-seconds must be from 60 to 604800',
      ],
      [['token', 'revoke', '12'], 'must be 32 hexadecimal digits'],
    ])('rejects %j in English and states what is expected', async (args, sentence) => {
      const { err } = await run(args);
      expect(err).toContain(sentence);
      expect(err).toMatch(/^[ -~\n]+$/);
    });

    it('shows the status', async () => {
      const status = await json(['status']);
      expect(status).toMatchObject({ applications: expect.any(Number), streams: expect.any(Array) });
      expect(status.server?.pid ?? null).toBe(oriel?.pid ?? null);
      expect((await run(['status'])).out).toContain(oriel ? `process ${oriel.pid}` : 'not running');
    });

    it('creates a setup code and stores only its hash', async () => {
      const { code } = await json(['setup-code']);
      expect(await everythingIn(dataDir)).not.toContain(code);
    });

    it.each([
      ['an unknown camera', ['camera', 'remove', 'NOPE'], 1, 'camera.notFound'],
      ['an unknown application key', ['token', 'issue', '--app', 'nope'], 1, 'app.notFound'],
      ['an unknown token', ['token', 'revoke', '0'.repeat(32)], 1, 'token.notFound'],
      [
        'a serial number in use',
        ['camera', 'add', '--demo', 'yard', '--serial', 'DEMO00001'],
        1,
        'camera.exists',
      ],
      ['an unknown scene', ['camera', 'add', '--demo', 'moon'], 1, 'camera.notScene'],
      ['an unsupported URL scheme', ['camera', 'add', 'exec:rm'], 1, 'camera.badUrl'],
      [
        'an invalid serial number',
        ['camera', 'add', '--demo', 'yard', '--serial', '../x'],
        1,
        'input.invalid',
      ],
      ['an invalid origin', ['app', 'create', '--name', 'x', '--origin', 'shop.example'], 1, 'input.invalid'],
      ['credentials in an argument', ['camera', 'add', `rtsp://u:${canary}@127.0.0.1/`], 2, 'cli.usage'],
      ...[
        `rtsp://127.0.0.1/?pwd=${canary}`,
        `rtsp://127.0.0.1/?channel=1&psw=${canary}`,
        `rtsp://127.0.0.1/user=admin_password=${canary}_channel=1.sdp`,
        `rtsp://127.0.0.1/live;password=${canary}`,
        `rtsp://127.0.0.1/?p%61ss=${canary}`,
        `127.0.0.1/?access_token=${canary}`,
      ].map((url): [string, string[], number, string] => [
        `a secret in the address ${url.replace(canary, '…')}`,
        ['camera', 'add', url],
        2,
        'cli.usage',
      ]),
      [
        'a secret in the sub stream address',
        ['camera', 'add', 'rtsp://127.0.0.1/', '--sub-url', `rtsp://127.0.0.1/?secret=${canary}`],
        2,
        'cli.usage',
      ],
      ['an address prompt without input', ['camera', 'add', '-'], 1, 'cli.noSecret'],
      [
        'a user name without a password',
        ['camera', 'add', 'rtsp://127.0.0.1/', '--username', 'u'],
        1,
        'cli.noSecret',
      ],
      ['a camera without address and scene', ['camera', 'add'], 2, 'cli.usage'],
      [
        'an address together with a scene',
        ['camera', 'add', 'rtsp://127.0.0.1/', '--demo', 'yard'],
        2,
        'cli.usage',
      ],
      ['an invalid channel number', ['camera', 'check', 'DEMO00001', '--channel', 'one'], 2, 'cli.usage'],
      ['an unknown capability', ['token', 'issue', '--app', 'x', '--capabilities', 'fly'], 2, 'cli.usage'],
    ])('rejects %s', async (_, args, exitCode, errorCode) => {
      const human = await run(args);
      expect([human.code, human.out]).toEqual([exitCode, '']);
      expect(human.err).toMatch(/^error: .{10,} \[.*\]\n$/);
      expect(human.err).toContain(`[${errorCode}]`);
      const forPrograms = await run([...args, '--json']);
      expect(forPrograms.code).toBe(exitCode);
      expect(JSON.parse(forPrograms.out)).toMatchObject({ error: { code: errorCode } });
      expect(human.err + forPrograms.out + forPrograms.err).not.toContain(canary);
    });
  });
}

describeJourney('through the running server', async () => {
  const dataDir = join(folder, 'served');
  return { dataDir, oriel: await startOriel({ dataDir, hasSamplePage: true }) };
});
describeJourney('without a server', async () => {
  const dataDir = join(folder, 'alone');
  expect((await runHere(dataDir, ['database', 'create'])).code).toBe(0);
  return { dataDir, oriel: null };
});
