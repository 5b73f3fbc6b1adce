import { setImmediate } from 'node:timers/promises';
import { expect } from 'expect';
import { it } from 'vitest';
import { iotTheme } from '../../lib/contracts/admin/resources/iot-theme.resource.ts';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { parseTheme, type Theme } from '../../lib/contracts/theme/theme.ts';
import { sizeFault } from '../../lib/contracts/theme/theme-size.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { themeDetailHandler, themeDetailPath } from '../../lib/http/theme-detail-handler.ts';
import { dice, themeCase } from '../contracts/theme-cases.ts';
import type { ConsoleClient } from '../kit/console.ts';
import { propertySeed } from '../kit/mutation.ts';
import { recordLog } from '../kit/record-log.ts';
import { describeResource } from '../kit/resource-suite.ts';
import { sampleImage } from '../kit/sample-images.ts';
import { signedUpload } from '../kit/signed-upload.ts';
import { describeSystemOnBoth, get, ok, outcome } from '../kit/system-console.ts';

const { pcLive, voice } = builtInThemes;
const id = 'Ab'.repeat(16);
const dayMs = 24 * 60 * 60_000;

describeResource(iotTheme, {
  body: (number) => ({ themeName: `主题${number}`, themeIntro: '大厅', themeType: 'webRec' }),
  change: { themeName: '改名', themeIntro: '前台', themeType: 'mobileLive' },
  // Tested below: what the record cannot contain, and the record itself.
  skipFields: ['themeName', 'themeIntro', 'theme', 'copyOf'],
});

/** Of the corpus: what JSON can carry, and the check of records refuses. An empty text is a field that is not given. */
function hostile(): readonly unknown[] {
  process.stdout.write(`hostile themes: ORIEL_SEED=${propertySeed}\n`);
  const from = dice(propertySeed);
  const cases = Array.from({ length: 60 }, () => asJson(themeCase(from)));
  const markup = { ...pcLive, themeName: '<img src=x onerror=alert(1)>' };
  const script = { ...pcLive, poster: 'javascript:alert(1)' };
  const deep = { ...pcLive, header: JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`) };
  const large = { ...pcLive, themeIntro: '字'.repeat(30_000) };
  return [markup, script, deep, large, ...cases].filter(
    (value) => value !== null && value !== '' && !parseTheme(value).ok,
  );
}

/** Null for what JSON cannot carry. */
function asJson(value: unknown): unknown {
  try {
    // Checked first: serializing something that is nested too deeply can end the process.
    if (typeof value === 'object' && value !== null && sizeFault(value) !== null) return null;
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch {
    return null;
  }
}

describeSystemOnBoth('themes of the console', (testConsole) => {
  const add = async (values: object = {}): Promise<string> =>
    ok(await testConsole().founder.call('POST', '/iot/theme', { body: { themeName: '大厅', ...values } }))
      .themeId;
  const row = (themeId: string) => get(testConsole().founder, `/iot/theme/${themeId}`);
  const change = async (themeId: string, values: object) => {
    const { version } = await row(themeId);
    ok(await testConsole().founder.call('PUT', '/iot/theme', { body: { themeId, version, ...values } }));
  };
  const publish = (themeId: string, more: object = {}, client: ConsoleClient = testConsole().founder) =>
    client.call('PUT', '/iot/theme/publish', { body: { id: themeId, ...more } });
  const rollBack = (themeId: string, number: number) =>
    testConsole().founder.call('PUT', '/iot/theme/rollback', { body: { id: themeId, number } });
  const importRecord = (theme: unknown, more: object = {}) =>
    testConsole().founder.call('POST', '/iot/theme/importRecord', { body: { theme, ...more } });
  const without = (theme: Theme, iconId: string): Theme => ({
    ...theme,
    footer: { ...theme.footer, btnList: theme.footer.btnList.filter((button) => button.iconId !== iconId) },
  });

  /** What a page of an application receives. */
  async function page() {
    const { lapp, integrator, clock } = testConsole();
    const { accessToken, appKey } = await integrator();
    const handler = themeDetailHandler({ services: lapp, clock, log: recordLog().log });
    return {
      appKey,
      async read(themeId: string): Promise<Theme | number> {
        const address = `http://127.0.0.1${themeDetailPath}?id=${themeId}`;
        const headers = { authorization: `Bearer ${accessToken}` };
        const { meta, data } = await (await handler(new Request(address, { headers }))).json();
        return meta.code === 0 ? data : meta.code;
      },
    };
  }

  it('are copies of built-in themes or of each other, under a name of their own', async () => {
    const copy = await add({ copyOf: 'voice' });
    expect(await row(copy)).toMatchObject({
      ...{ themeName: '大厅', themeType: 'webLive', state: 'draft', publishedNumber: null, usedBy: [] },
      theme: { ...voice, themeId: copy, themeName: '大厅', label: '' },
    });
    await change(copy, { theme: { ...without(voice, 'talk'), themeName: '无对讲' } });
    const again = await add({ copyOf: copy, themeName: '二', themeIntro: '副本', themeType: 'mobileLive' });
    const { theme } = await row(again);
    expect(theme).toMatchObject({ themeName: '二', themeIntro: '副本', themeType: 'mobileLive' });
    expect(JSON.stringify(theme.footer)).not.toContain('talk');
    // Forms send what is blank, too.
    const blank = await add({
      themeName: '空',
      copyOf: null,
      theme: null,
      themeType: null,
      themeIntro: null,
    });
    expect(await row(blank)).toMatchObject({ themeType: 'webLive', theme: { footer: pcLive.footer } });
    const refusal = await testConsole().founder.call('POST', '/iot/theme', {
      body: { themeName: '三', copyOf: 'f'.repeat(32) },
    });
    expect(outcome(refusal)).toEqual([40000, '所复制的主题不存在']);
  });

  it.each(['themeName', 'themeIntro'])('have no markup in %s', async (field) => {
    const answer = await testConsole().founder.call('POST', '/iot/theme', {
      body: { themeName: '大厅', [field]: '<b>' },
    });
    expect([answer.code, answer.errors]).toEqual([
      40000,
      [{ path: field, message: expect.stringContaining('不能包含尖括号或控制字符') }],
    ]);
  });

  it('are found by name, type and introduction; lists omit the records', async () => {
    const hall = await add({ themeIntro: '一楼 100%' });
    const phone = await add({ themeName: '手机', copyOf: 'mobileLive' });
    const found = async (query: Record<string, string>) =>
      (await get(testConsole().founder, '/iot/theme/page', query)).records.map(
        ({ themeId }: { themeId: string }) => themeId,
      );
    expect(await found({ themeName: '厅' })).toEqual([hall]);
    expect(await found({ themeIntro: '0%' })).toEqual([hall]);
    expect(await found({ themeType: 'mobileLive' })).toEqual([phone]);
    expect(await found({ keyword: '手机' })).toEqual([phone]);
    expect(await found({ themeId: phone })).toEqual([phone]);
    const { records, counts } = await get(testConsole().founder, '/iot/theme/page');
    expect(records.flatMap(Object.keys)).not.toContain('theme');
    expect(counts).toEqual({ draft: 2 });
  });

  it('reach players when they are published, and stay as they were until the next time', async () => {
    const { read } = await page();
    const themeId = await add({ copyOf: 'voice' });
    expect(await read(themeId)).toBe(404);
    ok(await publish(themeId));
    expect(await read(themeId)).toMatchObject({ themeId, themeName: '大厅', footer: voice.footer });
    await change(themeId, { themeName: '新名', theme: without(voice, 'talk') });
    expect(await row(themeId)).toMatchObject({ state: 'changed', publishedNumber: 1, themeName: '新名' });
    expect(await read(themeId)).toMatchObject({ themeName: '大厅', footer: voice.footer });
    ok(await publish(themeId));
    expect(await read(themeId)).toMatchObject({ themeName: '新名', footer: without(voice, 'talk').footer });
    expect(outcome(await publish(themeId))).toEqual(['U0200', '没有未发布的修改']);
  });

  it('have a version for every publication, with who and when, and go back to any', async () => {
    const { read } = await page();
    const { founder, signIn } = testConsole();
    const themeId = await add({ copyOf: 'voice' });
    ok(await publish(themeId));
    await change(themeId, { themeName: '二' });
    const designer = await signIn({ permissions: ['iot:theme:publish', 'iot:theme:query'] });
    ok(await publish(themeId, {}, designer));
    ok(await rollBack(themeId, 1));
    expect(await read(themeId)).toMatchObject({ themeName: '大厅' });
    // The draft had no changes of its own.
    expect(await row(themeId)).toMatchObject({ themeName: '大厅', state: 'published', publishedNumber: 3 });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const versions = await get(founder, `/iot/theme/${themeId}/versions`);
    expect(versions).toEqual([
      { number: 3, restoredFrom: 1, publishedBy: founder.username, publishTime: time, isCurrent: true },
      { number: 2, restoredFrom: null, publishedBy: designer.username, publishTime: time, isCurrent: false },
      { number: 1, restoredFrom: null, publishedBy: founder.username, publishTime: time, isCurrent: false },
    ]);
    expect(await get(founder, `/iot/theme/${themeId}/version`, { number: '2' })).toMatchObject({
      themeName: '二',
    });
    expect((await founder.call('GET', `/iot/theme/${themeId}/version?number=9`)).code).toBe(404);
    expect((await rollBack(themeId, 9)).code).toBe(404);
    expect(outcome(await rollBack(themeId, 3))).toEqual(['U0200', '此版本已是当前发布的版本']);
  });

  it('keep changes that are not published when an earlier version is', async () => {
    const { read } = await page();
    const themeId = await add({ copyOf: 'voice' });
    for (const themeName of ['二', '三']) {
      ok(await publish(themeId));
      await change(themeId, { themeName });
    }
    ok(await rollBack(themeId, 1));
    expect(await row(themeId)).toMatchObject({ themeName: '三', state: 'changed', publishedNumber: 3 });
    expect(await read(themeId)).toMatchObject({ themeName: '大厅' });
  });

  it('keep 200 versions', async () => {
    const themeId = await add();
    ok(await publish(themeId));
    const { db } = testConsole();
    await db.updateTable('theme').set({ publishedNumber: 200, state: 'changed' }).execute();
    ok(await publish(themeId));
    const versions = await get(testConsole().founder, `/iot/theme/${themeId}/versions`);
    expect(versions.map(({ number }: { number: number }) => number)).toEqual([201]);
  });

  it('report a change or a publication of a version that is not the current one', async () => {
    const themeId = await add();
    await change(themeId, { themeName: '二' });
    const { founder } = testConsole();
    const outdated = await founder.call('PUT', '/iot/theme', { body: { themeId, version: 1, theme: voice } });
    expect(outdated.code).toBe('U0210');
    expect((await publish(themeId, { version: 1 })).code).toBe('U0210');
    ok(await publish(themeId, { version: 2 }));
  });

  it('are published only with the permission', async () => {
    const themeId = await add();
    const verbs = ['list', 'query', 'add', 'edit', 'remove', 'export'];
    const editor = await testConsole().signIn({ permissions: verbs.map((verb) => `iot:theme:${verb}`) });
    expect((await publish(themeId, {}, editor)).code).toBe(403);
    const rollback = await editor.call('PUT', '/iot/theme/rollback', { body: { id: themeId, number: 1 } });
    expect(rollback.code).toBe(403);
  });

  it('are imported under their own id, or as a copy, and are drafts', async () => {
    const { read } = await page();
    expect(ok(await importRecord({ ...voice, themeId: id }))).toEqual({ themeId: id, notes: [] });
    expect(await row(id)).toMatchObject({
      state: 'draft',
      themeName: voice.themeName,
      themeIntro: voice.themeIntro,
    });
    expect(await read(id)).toBe(404);
    expect(outcome(await importRecord({ ...pcLive, themeId: id }))).toEqual(['U0210', '主题标识已存在']);
    const copy = ok(
      await importRecord({ ...pcLive, themeId: id }, { asCopy: true, themeName: '副本' }),
    ).themeId;
    expect(copy).not.toBe(id);
    expect(await row(copy)).toMatchObject({ themeName: '副本', theme: { themeName: '副本', themeId: copy } });
    expect(outcome(await importRecord({ ...pcLive, themeName: '' }))).toEqual([
      40000,
      '主题没有名称，请填写名称',
    ]);
  });

  it('of other versions of the player are imported without what is unknown, which is listed', async () => {
    const theme = {
      ...pcLive,
      themeId: id,
      footer: {
        ...pcLive.footer,
        btnList: [
          { iconId: 'volume', part: 'left', defaultActive: '1', isrender: '1' },
          { iconId: 'aiChat', part: 'left', defaultActive: 0, isrender: 1 },
        ],
      },
    };
    const refusal = await importRecord(theme);
    expect([refusal.code, refusal.errors]).toEqual([
      40000,
      [{ path: 'theme.footer.btnList[1].iconId', message: 'footer.btnList[1].iconId 没有这个按钮' }],
    ]);
    const { notes } = ok(await importRecord(theme, { isLenient: true }));
    expect(notes).toEqual([
      expect.objectContaining({ path: 'footer.btnList[1].iconId', code: 'unknownButton' }),
    ]);
    expect((await row(id)).theme.footer.btnList).toEqual([
      { iconId: 'sound', part: 'left', defaultActive: 1, isrender: 1 },
    ]);
  });

  it('that are hostile are refused with path and reason, however they arrive, and nothing is stored', async () => {
    const themeId = await add();
    const { founder } = testConsole();
    const { version } = await row(themeId);
    for (const value of hostile()) {
      const parsed = parseTheme(value);
      const path = parsed.ok ? '' : ['theme', parsed.error[0]?.path].filter(Boolean).join('.');
      const answers = [
        await importRecord(value),
        await founder.call('POST', '/iot/theme', { body: { themeName: '新', theme: value } }),
        await founder.call('PUT', '/iot/theme', { body: { themeId, version, theme: value } }),
      ];
      for (const { code, message, errors } of answers) {
        // What no call accepts (too deep, forbidden keys) is refused as a whole, before the theme is looked at.
        const paths = errors.length === 0 ? [path] : errors.map((error) => error.path);
        expect([code, paths]).toEqual([40000, expect.arrayContaining([path])]);
        for (const text of [message, ...errors.map((error) => error.message)])
          expect(text).toMatch(/\p{Script=Han}/u);
      }
    }
    expect((await get(founder, '/iot/theme/page')).total).toBe(1);
    expect((await row(themeId)).version).toBe(version);
  });

  it('list the applications that asked for them in the last 30 days, written once for many requests', async () => {
    const { read, appKey } = await page();
    const { founder, clock, db } = testConsole();
    const themeId = await add();
    expect(await read(themeId)).toBe(404);
    ok(await publish(themeId));
    for (let count = 0; count < 3; count += 1) await read(themeId);
    const stored = () => db.selectFrom('themeUse').select(['requests', 'day']).execute();
    expect(await stored()).toEqual([]);
    await clock.advance(10_000);
    const uses = async () => get(founder, `/iot/theme/${themeId}/uses`);
    while ((await stored()).length === 0) await setImmediate();
    expect(await stored()).toEqual([{ requests: 3, day: expect.any(Number) }]);
    const application = await db
      .selectFrom('application')
      .select(['id', 'name'])
      .where('appKey', '=', appKey)
      .executeTakeFirstOrThrow();
    expect(await uses()).toEqual([
      { applicationId: application.id, name: application.name, requests: 3, lastTime: expect.any(String) },
    ]);
    expect((await row(themeId)).usedBy).toEqual([application.name]);
    // Previews of the console are no page.
    await db.updateTable('application').set({ isBuiltIn: 1 }).where('id', '=', application.id).execute();
    expect(await uses()).toEqual([]);
    await db.updateTable('application').set({ isBuiltIn: 0 }).where('id', '=', application.id).execute();
    clock.setWall(clock.now() + 31 * dayMs);
    expect(await get(await testConsole().root(), `/iot/theme/${themeId}/uses`)).toEqual([]);
  });

  it('show uploaded images only, which are kept while the theme exists', async () => {
    const { founder, db } = testConsole();
    const themeId = await add();
    const image = await sampleImage('png');
    const { url } = ok(await signedUpload(founder, { ...image, bytes: Uint8Array.from(image.bytes) }));
    await change(themeId, { theme: { ...voice, labelPic: url, themeName: '有图' } });
    ok(await publish(themeId));
    await change(themeId, { theme: { ...voice, themeName: '无图' } });
    const used = () =>
      db.selectFrom('uploadUse').select('bizId').where('bizType', '=', 'iot.theme').execute();
    expect(await used()).toEqual([{ bizId: themeId }]);
    const gone = `/api/admin/files/2026/01/01/${'0'.repeat(32)}.png`;
    const { version } = await row(themeId);
    const refusal = await founder.call('PUT', '/iot/theme', {
      body: { themeId, version, theme: { ...voice, labelPic: gone } },
    });
    expect(outcome(refusal)).toEqual([40000, '有图片已失效，请删除后重新上传']);
    ok(await founder.call('DELETE', `/iot/theme/${themeId}`));
    expect(await used()).toEqual([]);
    expect(await db.selectFrom('themeVersion').select('number').execute()).toEqual([]);
  });

  it('of another organisation are not found by id, which may be the same', async () => {
    const { signIn, founder, themes } = testConsole();
    const others = tenantScope('others');
    await signIn({ tenantId: others.tenantId });
    await themes.create(others, pcLive, id);
    expect((await founder.call('GET', `/iot/theme/${id}`)).code).toBe(404);
    expect((await founder.call('GET', `/iot/theme/${id}/version?number=1`)).code).toBe(404);
    ok(await importRecord({ ...voice, themeId: id }));
    ok(await publish(id));
    ok(await founder.call('DELETE', `/iot/theme/${id}`));
    expect(await themes.published(others, id)).toMatchObject({ footer: pcLive.footer });
  });
});
