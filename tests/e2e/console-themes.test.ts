import { join } from 'node:path';
import { expect } from 'expect';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { seriousFindings } from '../kit/axe.ts';
import { type ConsolePage, soon } from '../kit/console-page.ts';
import { ConsoleSite } from '../kit/console-site.ts';
import { collectConsoleErrors, type HostSite, openHostPage, startHostSite } from '../kit/host-page.ts';
import { sampleImage } from '../kit/sample-images.ts';

/** A designer in the console, and a page that shows what is published. `ORIEL_SHOTS=<folder>` saves screenshots. */

const { voice } = builtInThemes;
const all = ['play', 'talk', 'broadcast', 'sound', 'expend'];

let site: ConsoleSite;
let sample: HostSite;
let admin: ConsolePage;
let page: Page;
let hosted: Page;
let complaints: string[];
let appKey: string;

beforeAll(async () => {
  site = await ConsoleSite.start();
  ({ admin, page } = site);
  const { oriel } = site;
  let token = '';
  sample = await startHostSite({ server: () => oriel.origin, token: async () => token });
  const made = await oriel.oriel(['app', 'create', '--name', '官网', '--origin', sample.origin]);
  appKey = (made as { appKey: string }).appKey;
  token = ((await oriel.oriel(['token', 'issue', '--app', appKey])) as { accessToken: string }).accessToken;
}, 300_000);
// The page may have complaints, which are failures: what runs besides it ends in any case.
afterAll(async () => {
  await sample?.close();
  await site?.close();
});

const call = (method: string, path: string, body?: unknown) => site.call(method, path, body);

/** Expects these buttons of the theme of the page's player in order, once there are as many. */
async function expectButtons(...ids: string[]): Promise<void> {
  const buttons = hosted
    .frameLocator('iframe')
    .locator('.oriel-bar .oriel-button:not([data-id=pictureInPicture])');
  await soon(buttons).toHaveCount(ids.length);
  const shown = await buttons.evaluateAll((found) => found.map((one) => (one as HTMLElement).dataset.id));
  expect(shown).toEqual(ids);
}

interface Point {
  readonly x: number;
  readonly y: number;
}
/** Presses at a place, moves to another one, and releases. */
type Dragging = (start: Point, steps: readonly Point[]) => Promise<void>;

const mouse: Dragging = async (start, steps) => {
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const { x, y } of steps) await page.mouse.move(x, y);
  await page.mouse.up();
};

/** As the browser receives it from a touch screen. */
const finger: Dragging = async (start, steps) => {
  const screen = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [start]);
  for (const point of steps) await touch('touchMove', [point]);
  await touch('touchEnd', []);
  await screen.detach();
};

/** In several steps, as a hand moves. */
async function drag(from: Locator, to: Locator, by: Dragging): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('one of them is not shown');
  const middle = ({ x, y, width, height }: typeof start) => ({ x: x + width / 2, y: y + height / 2 });
  const [first, last] = [middle(start), middle(end)];
  const between = (part: number) => ({
    x: first.x + (last.x - first.x) * part,
    y: first.y + (last.y - first.y) * part,
  });
  await by(
    first,
    Array.from({ length: 12 }, (_, step) => between((step + 1) / 12)),
  );
}

const shot = async (shown: Page, name: string) => {
  const folder = process.env.ORIEL_SHOTS;
  if (folder) await shown.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};

describe('a theme of the console', () => {
  let themeId: string;

  it('is copied from a built-in one and published; a page plays with it', async () => {
    await admin.openPage('/iot/theme');
    await page.getByRole('button', { name: '新增' }).first().click();
    const form = admin.dialog(/播放器主题/);
    await form.getByLabel('名称').fill('大厅');
    await form.getByRole('combobox', { name: '复制自' }).click();
    await page.getByRole('option', { name: voice.themeName, exact: true }).click();
    await admin.shot('themes-form');
    expect(await admin.findings()).toEqual([]);
    await form.getByRole('button', { name: '保存' }).click();
    await form.waitFor({ state: 'hidden' });
    await admin.act('大厅', '发布');
    await admin.dialog('发布').getByRole('button', { name: '确定' }).click();
    await soon(admin.row('大厅')).toContainText('已发布');
    const { records } = await call('GET', '/iot/theme/page?themeName=大厅');
    themeId = records[0].themeId;
    hosted = await openHostPage(site.browser, sample, {
      ...{ app: appKey, url: 'ezopen://oriel/DEMO00001/1.live', language: 'zh-CN', template: themeId },
    });
    complaints = collectConsoleErrors(hosted);
    await expectButtons(...all);
  }, 120_000);

  it('is changed; the open page has it when it is published and the page asks again', async () => {
    const { version } = await call('GET', `/iot/theme/${themeId}`);
    const btnList = voice.footer.btnList.filter(({ iconId }) => iconId !== 'talk');
    const theme = { ...voice, themeName: '大厅', footer: { ...voice.footer, btnList } };
    await call('PUT', '/iot/theme', { themeId, version, theme });
    await hosted.evaluate(`player.setThemeData('${themeId}')`);
    await expectButtons(...all);
    await call('PUT', '/iot/theme/publish', { id: themeId });
    await hosted.evaluate(`player.setThemeData('${themeId}')`);
    await expectButtons('play', 'broadcast', 'sound', 'expend');
  }, 60_000);

  it('goes back to an earlier version', async () => {
    await admin.openPage('/iot/theme');
    await admin.act('大厅', '版本');
    const versions = admin.dialog('版本 · 大厅');
    await versions.getByText('版本 2', { exact: true }).waitFor();
    await admin.shot('themes-versions');
    expect(await admin.findings()).toEqual([]);
    await versions.getByRole('button', { name: '回滚到此版本 版本 1' }).click();
    await admin.dialog('回滚到此版本').getByRole('button', { name: '确定' }).click();
    await versions.getByText('版本 3', { exact: true }).waitFor();
    await versions.getByText('恢复自版本 1').waitFor();
    await hosted.evaluate(`player.setThemeData('${themeId}')`);
    await expectButtons(...all);
    expect(complaints).toEqual([]);
    await page.keyboard.press('Escape');
    await versions.waitFor({ state: 'hidden' });
  }, 60_000);

  it('is exported to a file, and imported again as a copy; mistakes are shown with their place', async () => {
    const download = page.waitForEvent('download');
    await admin.act('大厅', '导出文件');
    const file = await download;
    expect(file.suggestedFilename()).toBe('大厅.json');
    // On a phone, import is in the menu of the toolbar.
    await admin.resize(390, 844);
    await admin.shot('themes-390');
    await page.getByRole('button', { name: '更多', exact: true }).click();
    await admin.shot('themes-390-more');
    await page.getByRole('button', { name: '导入主题文件' }).click();
    const dialog = admin.dialog('导入主题文件');
    const choose = async (buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: '选择文件' }).click();
      await (await chooser).setFiles([{ name: '大厅.json', mimeType: 'application/json', buffer }]);
      await dialog.getByText('已选择 大厅.json').waitFor();
      await dialog.getByRole('button', { name: '导入', exact: true }).click();
    };
    await choose(Buffer.from(JSON.stringify({ ...voice, poster: 'javascript:alert(1)' })));
    await dialog.getByText(/^poster 不是允许的图片/).waitFor();
    await admin.shot('themes-import');
    expect(await admin.findings()).toEqual([]);
    await dialog.getByLabel('作为副本导入，使用新的主题标识').check();
    await dialog.getByLabel('名称').fill('副本');
    const stored = await file.createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stored) parts.push(Buffer.from(part));
    await choose(Buffer.concat(parts));
    await dialog.waitFor({ state: 'hidden' });
    await admin.resize(1440, 900);
    await soon(admin.row('副本')).toContainText('草稿');
    await admin.shot('themes-list');
  }, 60_000);

  it('is changed in the designer; the open page has it when it is published and the page asks again', async () => {
    await admin.act('大厅', '设计');
    const bars = page.frameLocator('iframe').locator('.oriel-bar');
    await soon(bars.locator('[data-id="talk"]')).toBeVisible();
    await page.frameLocator('iframe').locator('.oriel-bars[data-editing="true"]').waitFor();

    // By keys.
    const [header, footer] = ['顶栏右侧', '底栏左侧'].map((name) => page.getByRole('region', { name }));
    const talk = page.getByRole('button', { name: '对讲', exact: true });
    await talk.press('Delete');
    await soon(bars.locator('[data-id="talk"]')).toHaveCount(0);
    await page.getByRole('button', { name: '撤销' }).click();
    await soon(bars.locator('[data-id="talk"]')).toBeVisible();
    await page.getByRole('button', { name: '重做' }).click();
    await soon(bars.locator('[data-id="talk"]')).toHaveCount(0);
    // By mouse and by finger, into the header.
    const sound = page.getByRole('button', { name: '声音', exact: true });
    for (const by of [mouse, finger]) {
      await drag(sound, header!, by);
      await soon(header!.getByRole('button', { name: '声音' })).toBeVisible();
      await soon(page.frameLocator('iframe').locator('.oriel-header [data-id="sound"]')).toBeVisible();
      await page.keyboard.press('Control+z');
      await soon(footer!.getByRole('button', { name: '声音' })).toBeVisible();
    }
    await page.getByText('草稿已保存').waitFor();

    // In the player itself.
    await bars.locator('[data-id="broadcast"]').click();
    await page.frameLocator('iframe').getByRole('button', { name: '移除' }).click();
    await soon(page.getByRole('button', { name: '添加 语音消息' })).toBeVisible();
    // As it is in full screen: at its size, drawn smaller.
    await page.getByText('全屏', { exact: true }).first().click();
    const inside = page.frameLocator('iframe').locator('body');
    await soon.poll(() => inside.evaluate(() => innerWidth)).toBe(1920);
    await soon(bars.locator('[data-id="sound"]')).toBeVisible();
    await admin.shot('designer-screen');
    await page.getByText('桌面', { exact: true }).click();

    await page.getByRole('tab', { name: '颜色' }).click();
    const colours = page.getByRole('region', { name: '底栏' });
    await colours.getByLabel('文字和图标', { exact: true }).fill('#ff0000');
    await soon(colours).toContainText(/低于 4.5/);
    await admin.shot('designer-colours');
    expect(await admin.findings('[role="tabpanel"]')).toEqual([]);

    await page.getByRole('tab', { name: '常规' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('group', { name: '标签图片' }).getByRole('button').first().click();
    const { bytes } = await sampleImage('png');
    await (await chooser).setFiles([{ name: '标签.png', mimeType: 'image/png', buffer: Buffer.from(bytes) }]);
    await soon(page.getByRole('button', { name: '移除图片 标签图片' })).toBeVisible();
    await admin.shot('designer-general');
    expect(await admin.findings('[role="tabpanel"]')).toEqual([]);
    await page.getByRole('tab', { name: '代码' }).click();
    await admin.shot('designer-code');
    expect(await admin.findings('[role="tabpanel"]')).toEqual([]);
    await page.getByText('草稿已保存').waitFor();
    const { theme } = await call('GET', `/iot/theme/${themeId}`);
    const picture = await page.request.get(new URL(theme.labelPic, site.oriel.origin).href);
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);

    await hosted.evaluate(`player.setThemeData('${themeId}')`);
    await expectButtons(...all);
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await admin.reported('已发布「大厅」');
    await hosted.evaluate(`player.setThemeData('${themeId}')`);
    await expectButtons('play', 'sound', 'expend');
  }, 180_000);

  it('is compared in five sizes, whose buttons are measured', async () => {
    await page.getByRole('button', { name: '并排预览' }).click();
    const previews = admin.dialog('并排预览');
    await soon(previews.locator('iframe')).toHaveCount(5);
    for (const [place, size] of ['桌面', '平板', '手机横屏', '手机竖屏', '全屏'].entries()) {
      await soon(
        previews.frameLocator('iframe').nth(place).locator('.oriel-bar [data-id="sound"]'),
      ).toBeVisible();
      const report = previews.getByRole('region', { name: size, exact: true });
      // On a phone, the video beside a low bar belongs to its buttons too.
      await soon(report).toContainText(size === '手机竖屏' ? '按钮足够大' : /按钮足够大|直播标记：/);
    }
    await previews.getByText('English', { exact: true }).click();
    await soon(
      previews.frameLocator('iframe').first().getByRole('button', { name: 'Full screen' }),
    ).toBeVisible();
    await admin.shot('designer-previews');
    expect(await admin.findings()).toEqual([]);
    await page.keyboard.press('Escape');
    await previews.waitFor({ state: 'hidden' });
  }, 90_000);

  it('is shown by a link to somebody without an account, until the link is ended', async () => {
    await page.getByRole('tab', { name: '按钮', exact: true }).click();
    await page.getByRole('button', { name: '分享草稿' }).click();
    const dialog = admin.dialog('分享草稿');
    await dialog.getByRole('button', { name: '生成链接' }).click();
    const once = admin.dialog('草稿链接');
    const link = await once.getByLabel('链接', { exact: true }).inputValue();
    await once.getByRole('button', { name: '关闭' }).last().click();
    await once.getByRole('button', { name: '已保存，关闭' }).click();
    await soon(dialog.getByRole('button', { name: /^结束 / })).toBeVisible();
    await admin.shot('designer-links');
    expect(await admin.findings()).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    const context = await site.browser.newContext({
      locale: 'en-US',
      viewport: { width: 1440, height: 900 },
    });
    const visitor = await context.newPage();
    const errors = collectConsoleErrors(visitor);
    const others: string[] = [];
    visitor.on('request', (request) => {
      const isDocument = request.isNavigationRequest() && request.frame() === visitor.mainFrame();
      if (!isDocument) others.push(`${request.url()} ${request.headers().referer ?? ''}`);
    });
    await visitor.goto(link);
    await visitor.getByRole('heading', { name: '大厅' }).waitFor();
    await visitor.getByText(/^Draft, not published · This link ends /).waitFor();
    const players = visitor.locator('iframe');
    await soon(players).toHaveCount(5);
    const first = players.first().contentFrame();
    await first.locator('.oriel-player[data-phase="playing"]').waitFor({ timeout: 30_000 });
    await soon(first.locator('.oriel-bar [data-id="sound"]')).toBeVisible();
    await first.locator('.oriel-bars[data-editing="false"]').waitFor();
    await shot(visitor, 'draft-en');
    expect(await seriousFindings(visitor)).toEqual([]);
    await visitor.setViewportSize({ width: 390, height: 844 });
    await visitor.getByRole('button', { name: '简体中文' }).click();
    await visitor.getByText(/^未发布的草稿 · 此链接于 .+ 结束$/).waitFor();
    await shot(visitor, 'draft-390');
    expect(await seriousFindings(visitor)).toEqual([]);
    const wider = await visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);

    // It follows the designer.
    await page.getByRole('button', { name: '声音', exact: true }).press('Delete');
    await soon(first.locator('.oriel-bar [data-id="sound"]')).toHaveCount(0);
    await page.getByRole('button', { name: '分享草稿' }).click();
    await dialog.getByText(/^打开 1 次/).waitFor();
    await dialog.getByRole('button', { name: /^结束 / }).click();
    await dialog.getByText('没有有效的链接').waitFor();
    await soon(visitor.getByText('链接无效或已结束，请向发送者确认')).toBeVisible();
    expect(await players.count()).toBe(0);
    const code = link.slice(link.lastIndexOf('/') + 1);
    expect(others.filter((request) => request.includes(code))).toEqual([]);
    expect(site.oriel.output()).not.toContain(code);
    expect(errors).toEqual([]);
    await context.close();
    await page.keyboard.press('Escape');
    await page.getByText('草稿已保存').waitFor();
  }, 120_000);

  it('in use is deleted after a question that names the applications', async () => {
    await admin.openPage('/iot/theme');
    await soon(admin.row('大厅').first()).toContainText('官网');
    await admin.act('大厅', '删除');
    const question = admin.dialog('删除');
    await question.getByText(/最近 30 天内使用它的应用：官网/).waitFor();
    await question.getByRole('button', { name: '确定' }).click();
    await admin.row('大厅').waitFor({ state: 'detached' });
    await hosted.close();
  }, 60_000);
});
