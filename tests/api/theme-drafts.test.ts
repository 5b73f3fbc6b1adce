import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { digest } from '../../lib/domain/crypto/digest.ts';
import { clientAddressHeader } from '../../lib/http/client-address.ts';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { outcome } from '../kit/system-console.ts';

const minute = 60_000;
const { voice } = builtInThemes;
const oneAnswer = '链接无效或已结束，请向发送者确认';
const tooOften = '打开次数过多，请稍后再试';

/** The page `/t/<code>`, and the calls of the designer. */
describe.each(engines)('a link to a draft on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: CameraConsole;
  let themeId: string;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    app = await cameraConsole(await bench.open());
    const body = { themeName: '大厅', copyOf: 'voice' };
    themeId = ok(await app.admin.call('POST', '/iot/theme', { body })).themeId;
  });
  afterEach(() => app.end());

  const make = (user = app.admin) => user.call('POST', `/iot/theme/${themeId}/links`, { body: {} });
  const made = async (): Promise<{ linkId: number; draftCode: string }> => {
    await app.clock.advance(1_000);
    return ok(await make());
  };
  const list = async () => ok(await app.admin.call('GET', `/iot/theme/${themeId}/links`));
  const open = (code: string, { known, address }: { known?: number; address?: string } = {}) =>
    app.anonymous.call('POST', '/themeDraft/open', {
      body: known === undefined ? { code } : { code, known },
      headers: address ? { [clientAddressHeader]: address } : {},
    });
  /** Cheaper than a clock that goes on for a day. */
  const expire = () => app.db.updateTable('themeDraftLink').set({ expiresAt: app.clock.now() }).execute();
  const save = async (theme: object) => {
    const { version } = ok(await app.admin.call('GET', `/iot/theme/${themeId}`));
    ok(await app.admin.call('PUT', '/iot/theme', { body: { themeId, version, theme } }));
  };

  it('shows the draft as it is saved when it is read, without signing in', async () => {
    const { draftCode } = await made();
    expect(draftCode).toMatch(/^[0-9a-f]{32}$/);
    const { theme, version, themeName, expireInMs, player } = ok(await open(draftCode));
    expect(theme).toMatchObject({ themeId, footer: voice.footer });
    expect(themeName).toBe('大厅');
    // Each call takes a moment of the test's clock.
    expect(Math.ceil(expireInMs / minute)).toBe(24 * 60);
    expect(ok(await open(draftCode, { known: version })).theme).toBeNull();
    await save({ ...voice, themeName: '前台' });
    expect(ok(await open(draftCode, { known: version }))).toMatchObject({
      ...{ version: version + 1, themeName: '前台', theme: { themeName: '前台' } },
    });
    // The demo camera, and nothing else.
    const { accessToken, path } = player.camera;
    const live = async (camera: string) =>
      (await app.call('/api/lapp/live/url/ezopen', { ezopen: `ezopen://oriel/${camera}.live`, accessToken }))
        .code;
    expect([path, await live(path), await live('DEMO00002/1')]).toEqual(['DEMO00001/1', '200', '10031']);
  });

  it('has no camera if there is no demo camera', async () => {
    const { draftCode } = await made();
    await app.db.updateTable('device').set({ enabled: 0 }).execute();
    expect(ok(await open(draftCode)).player).toEqual({ appKey: expect.any(String), camera: null });
  });

  it('is stored as a digest, listed without its code, and in the operation log without it', async () => {
    const { draftCode, linkId } = await made();
    const stored = await app.db.selectFrom('themeDraftLink').select(['tokenHash']).execute();
    expect(stored).toEqual([{ tokenHash: digest(draftCode) }]);
    await open(draftCode);
    await open(draftCode, { known: 0 });
    const [row, ...others] = await list();
    expect(row).toMatchObject({ linkId, createdBy: app.admin.username, opens: 1 });
    expect([others, Object.keys(row)]).toEqual([[], expect.not.arrayContaining(['draftCode'])]);
    ok(await app.admin.call('DELETE', `/iot/theme/${themeId}/links/${linkId}`));
    const log = await app.db
      .selectFrom('operationLog')
      .selectAll()
      .where('title', '=', '主题草稿链接')
      .orderBy('id')
      .execute();
    expect(log.map(({ businessType, bizKey, bizName }) => [businessType, bizKey, bizName])).toEqual([
      [1, `iot.theme:${themeId}`, '大厅'],
      [3, `iot.theme:${themeId}`, '大厅'],
    ]);
    expect(JSON.stringify(log)).not.toContain(draftCode);
  });

  it.each([
    ['when it has expired', () => expire()],
    [
      'when it is ended',
      async ({ linkId }: { linkId: number }) =>
        void ok(await app.admin.call('DELETE', `/iot/theme/${themeId}/links/${linkId}`)),
    ],
    ['with its theme', async () => void ok(await app.admin.call('DELETE', `/iot/theme/${themeId}`))],
    [
      'with its organisation',
      async () => void (await app.db.updateTable('tenant').set({ enabled: 0 }).execute()),
    ],
  ])('ends %s, with the answer of one that never existed', async (_, end) => {
    const link = await made();
    ok(await open(link.draftCode));
    await end(link);
    const answers = [await open(link.draftCode), await open('f'.repeat(32)), await open('<none>')];
    for (const answer of answers) expect(outcome(answer)).toEqual(['U0200', oneAnswer]);
  });

  it('is made, listed and ended by those with the permission only', async () => {
    const { linkId } = await made();
    const designer = await app.signIn({ permissions: ['iot:theme:query', 'iot:theme:edit'] });
    const answers = [
      await make(designer),
      await designer.call('GET', `/iot/theme/${themeId}/links`),
      await designer.call('DELETE', `/iot/theme/${themeId}/links/${linkId}`),
    ];
    expect(answers.map(({ code }) => code)).toEqual([403, 403, 403]);
    const sharer = await app.signIn({ permissions: ['iot:theme:share'] });
    ok(await sharer.call('DELETE', `/iot/theme/${themeId}/links/${linkId}`));
    expect((await sharer.call('DELETE', `/iot/theme/${themeId}/links/${linkId}`)).code).toBe(404);
    expect((await sharer.call('GET', `/iot/theme/${'A'.repeat(32)}/links`)).code).toBe(404);
  });

  it('is one of 20 of its theme at most', async () => {
    for (let count = 0; count < 20; count += 1) await made();
    await app.clock.advance(1_000);
    expect(outcome(await make())).toEqual(['U0200', '此主题的草稿链接已达上限，请先结束旧链接']);
    await expire();
    expect(await list()).toEqual([]);
    await made();
    expect(await app.db.selectFrom('themeDraftLink').select('id').execute()).toHaveLength(1);
  });

  it('is opened after any number of wrong codes from the same address, which are limited', async () => {
    const { draftCode } = await made();
    const messages = new Set<string>();
    for (let guess = 0; guess < 62; guess += 1)
      messages.add((await open(guess.toString(16).padStart(32, '0'), { address: '198.51.100.7' })).message);
    expect([...messages]).toEqual([oneAnswer, tooOften]);
    ok(await open(draftCode, { address: '198.51.100.7' }));
  });
});
