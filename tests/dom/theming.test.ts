import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { StartOptions } from '../../player-frame/session/feature.ts';
import { makeTheming } from '../../player-frame/session/features/theming.ts';
import type { Failure } from '../../player-frame/state/player-events.ts';
import { featurePlayer } from '../kit/feature-player.ts';

const storedId = 'A1b2'.repeat(8);
const storedTheme: Theme = { ...builtInThemes.security, themeId: storedId, autoFocus: 9 };
const ownTheme = { ...builtInThemes.voice, themeId: 'own', autoFocus: 3 };
const failure: Failure = { kind: 'network', code: 'network.unreachable', stage: 'address', message: null };

/** The server's answer to getDetail. */
let stored: Result<unknown, Failure>;
let token: Result<string, Failure>;
let fetched: { id: string; accessToken: string }[];
let stage: ReturnType<typeof featurePlayer>;

beforeEach(() => {
  stored = ok(storedTheme);
  token = ok('TOKEN');
  fetched = [];
});

/** A frame page with this template; the theme in the page is already applied. */
function open(template: string): void {
  const theme = async (query: { id: string; accessToken: string }) => {
    fetched.push(query);
    return stored;
  };
  stage = featurePlayer(makeTheming, {
    template,
    token: async () => token,
    lapp: { theme } as never,
  });
  stage.player.setUp();
  stage.player.send({ type: 'request.setTheme', theme: builtInThemes.pcLive });
  stage.reported.length = 0;
}

async function begin(template: string, options: Partial<StartOptions> = {}): Promise<Theme> {
  open(template);
  await stage.feature.begin?.({ autoplay: true, audio: false, ...options });
  return current();
}
const current = (): Theme => stage.player.state.theming.theme!;
const shown = ({ header, footer }: Theme): string[] =>
  [...header.btnList, ...footer.btnList].flatMap(({ iconId, isrender }) => (isrender ? [iconId] : []));

describe('precedence of themes', () => {
  const lists = { header: ['deviceName'], footer: ['play', 'voice'], controls: ['fullScreen'] };

  it('themeData takes precedence over a stored theme, which is not requested', async () => {
    const theme = await begin(storedId, { themeData: JSON.stringify(ownTheme), ...lists });
    expect(theme.themeId).toBe('own');
    expect(fetched).toEqual([]);
  });

  it('a stored theme of a 32-character template takes precedence over lists', async () => {
    expect((await begin(storedId, lists)).themeId).toBe(storedId);
    expect(fetched).toEqual([{ id: storedId, accessToken: 'TOKEN' }]);
  });

  it.each(['simple', 'default', 'standard'])(
    'lists take precedence over the template %s',
    async (template) => {
      expect(shown(await begin(template, lists))).toEqual(['deviceName', 'play', 'sound', 'expend']);
      expect(fetched).toEqual([]);
    },
  );

  it('themeData is applied with the template simple too', async () => {
    const theme = await begin('simple', { themeData: JSON.stringify(ownTheme) });
    expect(theme.themeId).toBe('own');
    expect(shown(theme)).toContain('play');
  });

  it.each([
    ['standard', {}, 'pcLive'],
    ['theme', { isMobile: true }, 'mobileLive'],
    ['voice', {}, 'voice'],
    ['simple', {}, 'simple'],
    ['simple', { header: [], footer: [], controls: [] }, 'simple'],
  ] as const)(
    'the template %s, started with %j, has its own theme: %s',
    async (template, options, themeId) => {
      expect((await begin(template, options as Partial<StartOptions>)).themeId).toBe(themeId);
    },
  );

  it('a recording uses the recording themes', async () => {
    open('standard');
    stage.player.setUp('ezopen://open.example.com/DEMO00001/1.rec');
    await stage.feature.begin?.({ autoplay: true, audio: false });
    expect(current().themeId).toBe('pcRec');
  });
});

describe('a stored theme that cannot be loaded', () => {
  it.each([
    ['the server cannot be reached', () => (stored = err(failure))],
    ['no token', () => (token = err(failure))],
    ['it is no theme', () => (stored = ok('<b>theme</b>'))],
  ])('leaves the current theme, without a message: %s', async (_why, arrange) => {
    arrange();
    expect((await begin(storedId)).themeId).toBe('pcLive');
    expect(stage.reported.map(({ name }) => name)).not.toContain('handleError');
  });
});

describe('invalid themeData', () => {
  it.each(['{', '[]', '"theme"', 'null'])(
    'is reported with its problems, and the next theme in order is shown: %s',
    async (themeData) => {
      expect((await begin('voice', { themeData })).themeId).toBe('voice');
      expect(stage.reported.filter(({ name }) => name === 'handleError')).toMatchObject([
        { data: { code: 'theme.invalid' } },
      ]);
    },
  );
});

describe('the calls of the page', () => {
  beforeEach(() => open('standard'));

  it('btnReRender renders a part of a theme over the current one, and keeps editing', async () => {
    await stage.call('edit', { active: true });
    const footer = { ...builtInThemes.voice.footer, color: '#112233' };
    await stage.call('btnReRender', { themeData: JSON.stringify({ footer }) });
    expect(current()).toMatchObject({ themeId: 'pcLive', footer: { color: '#112233' } });
    expect(stage.player.state.theming.isEditing).toBe(true);
    expect(stage.reported.map(({ name }) => name)).toEqual(['setThemeData']);
  });

  it('start accepts the id of a stored theme, as sent after a reload of the frame', async () => {
    expect((await begin('voice', { themeData: storedId })).themeId).toBe(storedId);
  });

  it('setThemeData accepts a theme, or loads one by its id', async () => {
    await stage.call('setThemeData', { themeData: JSON.stringify(ownTheme) });
    expect(current().themeId).toBe('own');
    await stage.call('setThemeData', { themeData: storedId });
    expect(current().themeId).toBe(storedId);
    expect(fetched).toEqual([{ id: storedId, accessToken: 'TOKEN' }]);
  });

  it('setThemeData with an id that cannot be loaded rejects, and the theme stays', async () => {
    stored = err(failure);
    await expect(stage.call('setThemeData', { themeData: storedId })).rejects.toMatchObject({
      code: 'theme.none',
    });
    await expect(stage.call('setThemeData', { themeData: 'short' })).rejects.toMatchObject({
      code: 'theme.invalid',
    });
    expect(fetched).toHaveLength(1);
    expect(current().themeId).toBe('pcLive');
  });

  it.each(['btnReRender', 'setThemeData'] as const)(
    '%s with an invalid theme rejects with its problems',
    async (name) => {
      for (const themeData of ['{', '[]', '7'])
        await expect(stage.call(name, { themeData })).rejects.toMatchObject({ code: 'theme.invalid' });
      expect(current()).toEqual(builtInThemes.pcLive);
    },
  );

  it('fetchThemeData returns the complete theme, which can be set again unchanged', async () => {
    const { themeData } = (await stage.call('fetchThemeData', {})) as { themeData: string };
    expect(JSON.parse(themeData)).toEqual(builtInThemes.pcLive);
    await stage.call('setThemeData', { themeData });
    expect(current()).toEqual(builtInThemes.pcLive);
  });

  it('fetchThemeData rejects without a theme', async () => {
    stage.player.send({ type: 'request.setTheme', theme: null });
    await expect(stage.call('fetchThemeData', {})).rejects.toMatchObject({ code: 'theme.none' });
  });
});
