import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { tenantRepository } from '../../lib/domain/tenancy/tenant.repository.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { type ThemeService, themeService } from '../../lib/domain/themes/theme.service.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const ours = tenantScope('ours');
const theirs = tenantScope('theirs');
const id = 'Ab'.repeat(16);
const { pcLive } = builtInThemes;

describe.each(engines)('stored themes on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let clock: FakeClock;
  let themes: ThemeService;

  const serviceWith = (imageOrigins: readonly string[]) =>
    themeService({
      db: database.db,
      images: { imageOrigins },
      clock,
      entropy: systemEntropy,
    });

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.openEmpty();
    clock = new FakeClock();
    themes = serviceWith(['https://images.example']);
    for (const { tenantId } of [ours, theirs]) {
      const tenant = { id: tenantId, name: tenantId, isEnabled: true, createdAt: clock.now() };
      await tenantRepository(database.db).insert(tenant);
    }
  });

  it('are returned as they were stored, with their own id and times', async () => {
    const made = await themes.create(ours, { ...pcLive, themeName: '大厅 😀', createTime: 1 });
    expect(made.theme.themeId).toMatch(/^[0-9a-f]{32}$/);
    expect(await themes.get(ours, made.theme.themeId)).toEqual(made);
    expect(made).toEqual({
      version: 1,
      theme: {
        ...pcLive,
        themeName: '大厅 😀',
        themeId: made.theme.themeId,
        createTime: clock.now(),
        updateTime: clock.now(),
      },
    });
  });

  it('keep an existing id of older pages, separately in each organisation', async () => {
    await themes.create(ours, pcLive, id);
    await themes.create(theirs, builtInThemes.voice, id);
    expect((await themes.get(ours, id)).theme.themeName).toBe(pcLive.themeName);
    expect((await themes.get(theirs, id)).theme.themeName).toBe(builtInThemes.voice.themeName);
    await expect(themes.create(ours, pcLive, id)).rejects.toMatchObject({ code: 'theme.exists' });
    await expect(themes.create(ours, pcLive, 'short')).rejects.toMatchObject({ code: 'theme.badId' });
    await themes.remove(ours, id);
    expect(await themes.find(ours, id)).toBeNull();
    expect(await themes.find(theirs, id)).not.toBeNull();
  });

  it('report a change of an outdated version, and remain unchanged', async () => {
    await themes.create(ours, pcLive, id);
    await clock.advance(1000);
    const second = await themes.update(ours, id, 1, { ...pcLive, themeName: '二' });
    expect(second).toMatchObject({ version: 2, theme: { themeName: '二', updateTime: clock.now() } });
    expect(second.theme.createTime).toBe(clock.now() - 1000);
    await expect(themes.update(ours, id, 1, { ...pcLive, themeName: '三' })).rejects.toMatchObject({
      code: 'theme.conflict',
      details: { themeId: id, version: 2 },
    });
    expect(await themes.get(ours, id)).toEqual(second);
  });

  it('accept one of two concurrent changes', async () => {
    await themes.create(ours, pcLive, id);
    const both = await Promise.allSettled(
      ['甲', '乙'].map((themeName) => themes.update(ours, id, 1, { ...pcLive, themeName })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await themes.get(ours, id)).version).toBe(2);
  });

  it('are rejected with every problem, and not stored', async () => {
    const wrong = {
      ...pcLive,
      color: 'url(https://evil.example/x)',
      header: { ...pcLive.header, btnList: [{ iconId: 'boom', part: 'top', defaultActive: 2, isrender: 1 }] },
    };
    await expect(themes.create(ours, wrong)).rejects.toMatchObject({
      code: 'theme.invalid',
      details: {
        problems: [
          { path: 'color', code: 'badColour' },
          { path: 'header.btnList[0].iconId', code: 'unknownButton' },
        ],
      },
    });
    expect(await themes.list(ours)).toEqual([]);
    expect(themes.check(wrong).ok).toBe(false);
  });

  it('are copied from built-in ones and from each other under a new name', async () => {
    const copy = await themes.duplicate(ours, 'security', '安防二');
    expect(copy.theme).toMatchObject({
      themeName: '安防二',
      label: '',
      footer: builtInThemes.security.footer,
    });
    const again = await themes.duplicate(ours, copy.theme.themeId, '安防三');
    expect(again.theme.themeId).not.toBe(copy.theme.themeId);
    expect((await themes.list(ours)).map(({ name, version }) => [name, version]).sort()).toEqual([
      ['安防三', 1],
      ['安防二', 1],
    ]);
    await expect(themes.duplicate(ours, 'f'.repeat(32), 'x')).rejects.toMatchObject({
      code: 'theme.notFound',
    });
  });

  it('lose an image whose origin is no longer listed', async () => {
    const poster = 'https://images.example/poster.png?v=2';
    await themes.create(ours, { ...pcLive, poster }, id);
    expect((await themes.get(ours, id)).theme.poster).toBe(poster);
    expect((await serviceWith([]).get(ours, id)).theme.poster).toBe('');
  });

  it('are validated when they are read from the table', async () => {
    await themes.create(ours, pcLive, id);
    const record = JSON.stringify({
      ...pcLive,
      themeName: '<img src=x onerror=alert(1)>',
      poster: 'javascript:alert(1)',
      backgroundColor: 'red;background:url(//evil)',
    });
    await database.db.updateTable('theme').set({ record }).execute();
    const { theme } = await themes.get(ours, id);
    expect(theme).toMatchObject({ themeName: 'img src=x onerror=alert(1)', poster: '' });
    expect(theme.backgroundColor).toBeUndefined();
  });

  it('are deleted with their organisation, and limited to 500', async () => {
    const row = {
      ...({ name: '', intro: '', type: 'webLive', record: '{}', state: 'draft' } as const),
      ...{ version: 1, createdBy: '', createdAt: 1, updatedBy: '', updatedAt: 1 },
    };
    await database.db
      .insertInto('theme')
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          ...row,
          tenantId: 'ours',
          id: String(n).padStart(32, '0'),
        })),
      )
      .execute();
    await expect(themes.create(ours, pcLive)).rejects.toMatchObject({ code: 'theme.tooMany' });
    await themes.create(theirs, pcLive);
    await database.db.deleteFrom('tenant').where('id', '=', 'ours').execute();
    expect(await themes.list(ours)).toEqual([]);
    expect(await themes.list(theirs)).toHaveLength(1);
  });

  it('may be 64 KB of JSON including texts', async () => {
    const poster = `data:image/png;base64,${'A'.repeat(49_000)}`;
    const theme = { ...pcLive, poster, themeIntro: '“”‘’%_\\ \u{1f600}'.repeat(20) };
    const { theme: stored } = await themes.create(ours, theme, id);
    expect((await themes.get(ours, id)).theme).toEqual(stored);
    expect(stored.poster).toBe(poster);
  });
});
