import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';

const id = 'Ab'.repeat(16);
const { pcLive } = builtInThemes;
const fromElsewhere = {
  ...pcLive,
  themeId: id,
  footer: {
    ...pcLive.footer,
    btnList: [
      { iconId: 'play', part: 'left', defaultActive: '1', isrender: '1' },
      { iconId: 'aiChat', part: 'left', defaultActive: 0, isrender: 1 },
    ],
  },
};

describe.each(anyEngine)('theme commands on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let domain: TestDomain;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    domain = await testDomain(await bench.open());
  });
  const run: TestDomain['operator']['run'] = (...call) => domain.operator.run(...call);

  it('list the built-in themes before any is stored, and show them', async () => {
    const listed = await run('theme.list', {});
    expect(listed.map(({ themeId }) => themeId)).toEqual(Object.keys(builtInThemes));
    expect(listed.every(({ isBuiltIn }) => isBuiltIn)).toBe(true);
    expect(await run('theme.show', { themeId: 'voice' })).toEqual({
      theme: builtInThemes.voice,
      version: null,
    });
  });

  it('import under the id of the theme, list, show and remove', async () => {
    const stored = await run('theme.import', { theme: { ...pcLive, themeId: id } });
    expect(stored).toMatchObject({ version: 1, notes: [], theme: { themeId: id } });
    expect((await run('theme.list', {})).at(-1)).toEqual({
      themeId: id,
      themeName: pcLive.themeName,
      themeType: 'webLive',
      isBuiltIn: false,
      version: 1,
      updateTime: domain.clock.now(),
    });
    expect((await run('theme.show', { themeId: id })).theme).toEqual(stored.theme);
    expect(await run('theme.remove', { themeId: id })).toEqual({ themeId: id });
    await expect(run('theme.show', { themeId: id })).rejects.toMatchObject({ code: 'theme.notFound' });
  });

  it('import a built-in theme again as a new one, with its own id', async () => {
    const { theme } = await run('theme.import', { theme: pcLive });
    expect(theme.themeId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('replace only with the option', async () => {
    await run('theme.import', { theme: pcLive, themeId: id });
    const again = { theme: builtInThemes.voice, themeId: id };
    await expect(run('theme.import', again)).rejects.toMatchObject({ code: 'theme.exists' });
    expect(await run('theme.import', { ...again, isReplacing: true })).toMatchObject({
      version: 2,
      theme: { themeName: builtInThemes.voice.themeName },
    });
  });

  it('reject unknown values with every problem, or skip them and report it', async () => {
    const found = { path: 'footer.btnList[1].iconId', code: 'unknownButton' };
    expect(await run('theme.check', { theme: fromElsewhere })).toMatchObject({
      problems: [found],
      notes: [],
    });
    await expect(run('theme.import', { theme: fromElsewhere })).rejects.toMatchObject({
      code: 'theme.invalid',
      details: { problems: [found] },
    });
    const imported = await run('theme.import', { theme: fromElsewhere, isLenient: true });
    expect(imported.notes).toMatchObject([found]);
    expect(imported.theme.footer.btnList).toEqual([
      { iconId: 'play', part: 'left', defaultActive: 1, isrender: 1 },
    ]);
  });

  it.each([null, undefined, 7, 'theme', [], [[]]])('reject %p as a theme', async (theme) => {
    expect(await run('theme.check', { theme })).toMatchObject({
      problems: [{ path: '', code: 'notObject' }],
    });
    await expect(run('theme.import', { theme })).rejects.toMatchObject({ code: 'theme.invalid' });
  });

  it('do not remove built-in themes', async () => {
    await expect(run('theme.remove', { themeId: 'pcLive' })).rejects.toMatchObject({ code: 'theme.builtIn' });
    await expect(run('theme.remove', { themeId: id })).rejects.toMatchObject({ code: 'theme.notFound' });
  });
});
