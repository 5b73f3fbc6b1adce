import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { seriousFindings } from '../kit/axe.ts';
import { launchChromium } from '../kit/chromium.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { ConsolePage, soon } from '../kit/console-page.ts';
import { adminPassword, startConsoleSite } from '../kit/console-site.ts';
import { eventually, playerFrame } from '../kit/host-page.ts';
import { demoFps, demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { shownFrame } from '../kit/shown-frame.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';

/** Video that is shared, and recordings in the console: a range over midnight, a link to live video, several cameras at one time, and an alarm that another system reports and receives. */

const second = 1_000;
/** 20 s ago at least, because only what has been recorded can be shared. */
const begin = Math.floor(Date.now() / second) * second - 600 * second;

/** Folder for screenshots, for review by a person. */
const shots = process.env.ORIEL_SHOTS;
const look = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
};

const asAdmin = <T>(use: (calls: ConsoleCalls) => Promise<T>) =>
  ConsoleCalls.as(oriel, 'admin', adminPassword, use);

let oriel: OrielInstance;
let browser: Browser;
let channelId: string;

beforeAll(async () => {
  [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
  const { records } = await asAdmin((calls) => calls.call('GET', '/iot/camera/page?deviceSerial=DEMO00001'));
  channelId = records[0].id;
  const key = { tenantId: 'default', channelId, store: 'cloud' } as const;
  await recordMinutes({ root: join(oriel.dataDir, 'recordings'), key, from: begin, durationMs: 90 * second });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await oriel?.stop();
});

describe('a shared recording', () => {
  let context: BrowserContext;
  let share: { readonly id: string; readonly shareCode: string };
  const from = begin + 20 * second;
  const to = begin + 50 * second;
  const civil = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

  beforeAll(async () => {
    const body = {
      ...{ name: '门口', channelId, store: 'cloud', beginTime: civil(from), endTime: civil(to) },
      expireTime: civil(Date.now() + 3_600_000),
    };
    share = await asAdmin((calls) => calls.call('POST', '/iot/share', body));
    context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1_000, height: 700 } });
  });
  afterAll(async () => {
    await context?.close();
    await allowPictures('false');
  });

  const allowPictures = (configValue: string) =>
    asAdmin(async (calls) => {
      const { records } = await calls.call('GET', '/system/config/page?configKey=site.sharePictures');
      const { configId, version } = records[0];
      await calls.call('PUT', '/system/config', { configId, version, configValue });
    });

  it('plays over midnight, and offers no live video', async () => {
    const day = 24 * 3_600 * second;
    // Of yesterday, in Shanghai.
    const midnight = Math.floor((Date.now() + 8 * 3_600 * second) / day) * day - 8 * 3_600 * second - day;
    const key = { tenantId: 'default', channelId, store: 'cloud' } as const;
    const root = join(oriel.dataDir, 'recordings');
    await recordMinutes({ root, key, from: midnight - 20 * second, durationMs: 60 * second });
    const body = {
      ...{ name: '夜里', channelId, store: 'cloud' },
      ...{ beginTime: civil(midnight - 3 * second), endTime: civil(midnight + 30 * second) },
      expireTime: civil(Date.now() + 3_600_000),
    };
    const { shareCode } = await asAdmin((calls) => calls.call('POST', '/iot/share', body));
    const over = await context.newPage();
    await over.goto(`${oriel.origin}/s/${shareCode}`);
    await over.getByRole('heading', { name: '夜里' }).waitFor();
    await eventually('a frame after midnight', async () => {
      const frame = await shownFrame(await playerFrame(over));
      return frame !== null && frame > demoFrameAt(midnight) && frame < demoFrameAt(midnight + 30 * second);
    });
    const controls = over.frameLocator('iframe');
    expect(await controls.getByRole('button', { name: /回到实时画面/ }).count()).toBe(0);
    await controls.getByRole('slider').press('Home');
    await eventually('the begin', async () => {
      const frame = await shownFrame(await playerFrame(over));
      return (
        frame !== null && frame >= demoFrameAt(midnight - 3 * second) - 1 && frame < demoFrameAt(midnight)
      );
    });
    await over.close();
  }, 60_000);

  it('has a picture for previews only if the operator allows it', async () => {
    const shown = async (address: string) => (await fetch(address)).text();
    const picture = `${oriel.origin}/s/${share.shareCode}/picture.jpg`;
    expect(await shown(`${oriel.origin}/s/${share.shareCode}`)).not.toContain('og:image');
    expect((await fetch(picture)).status).toBe(404);
    await allowPictures('true');
    for (const code of [share.shareCode, '0000000000000000'])
      expect(await shown(`${oriel.origin}/s/${code}`)).toContain(
        `<meta property="og:image" content="${oriel.origin}/s/${code}/picture.jpg"/>`,
      );
    const answer = await fetch(picture);
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect([answer.status, format, width, height]).toEqual([200, 'jpeg', 320, 180]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect((await fetch(`${oriel.origin}/s/0000000000000000/picture.jpg`)).status).toBe(404);
    await asAdmin((calls) => calls.call('DELETE', `/iot/share/${share.id}`));
    expect((await fetch(picture)).status).toBe(404);
  }, 60_000);

  it('leaves its code out of what the server logs', () => {
    expect(oriel.output()).not.toContain(share.shareCode);
  });
});

describe('a share link to live video', () => {
  const pin = '493021';
  let admin: ConsolePage;
  let visitor: BrowserContext;
  let page: Page;
  let link: string;
  /** Addresses and referrers of all requests of the visitor. */
  const requests: { readonly url: string; readonly referrer: string }[] = [];

  beforeAll(async () => {
    admin = await ConsolePage.signedIn(browser, oriel);
    visitor = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1_000, height: 700 } });
    visitor.on('request', (request) =>
      requests.push({ url: request.url(), referrer: request.headers().referer ?? '' }),
    );
  });
  afterAll(async () => {
    await admin?.close();
    await visitor?.close();
  });

  it('is made on the page of cameras, with a PIN', async () => {
    await admin.openPage('/iot/camera');
    await admin.act('DEMO00001', '分享');
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('PIN').fill(pin);
    await dialog.getByLabel('画面上显示链接标记').check({ force: true });
    await dialog.getByLabel('允许其他网站用 iframe 显示').check({ force: true });
    await look(admin.page, 'share-dialog');
    await dialog.getByRole('button', { name: '创建链接' }).click();
    link = await admin.page.getByLabel('链接', { exact: true }).inputValue();
    expect(link).toMatch(new RegExp(`^${oriel.origin}/s/[0-9A-Z]{16}$`));
  }, 60_000);

  it('has a document that names nothing, for robots and previews of messengers', async () => {
    const answer = await fetch(link);
    const html = await answer.text();
    expect([
      answer.status,
      answer.headers.get('x-robots-tag'),
      answer.headers.get('referrer-policy'),
    ]).toEqual([200, 'noindex, nofollow, noarchive, nosnippet, noimageindex', 'no-referrer']);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toBe('Oriel');
    expect(html).not.toContain('og:image');
    expect(html).not.toContain('DEMO00001');
    // Another code has the same document, but for its own address and what is new in each document.
    const other = await (await fetch(link.replace(/.{16}$/, '0'.repeat(16)))).text();
    const code = link.slice(-16);
    const plain = (text: string) =>
      text
        .replaceAll(code, '')
        .replaceAll('0'.repeat(16), '')
        .replace(/nonce[^,>\s]*/g, '').length;
    expect(Math.abs(plain(other) - plain(html))).toBeLessThan(100);
  });

  it('asks whoever opens it for the PIN, and shows the camera', async () => {
    page = await visitor.newPage();
    await page.goto(link);
    const input = page.getByLabel('PIN');
    await input.fill('000000');
    await look(page, 'share-pin');
    await page.getByRole('button', { name: '观看' }).click();
    await page.getByText('链接无效或已结束，或 PIN 不正确，请向分享者确认').waitFor();
    await input.fill(pin);
    await page.getByRole('button', { name: '观看' }).click();
    const frame = await eventually('a frame', async () => shownFrame(await playerFrame(page)));
    expect(Math.abs(frame - demoFrameAt(Date.now()))).toBeLessThan(10 * demoFps);
    expect(await page.getByText(link.slice(-16, -12)).count()).toBeGreaterThan(0);
    expect(
      await page
        .frameLocator('iframe')
        .getByRole('button', { name: /云台|对讲/ })
        .count(),
    ).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await look(page, 'share-live');
    if (!shots) return;
    for (const locale of ['zh-CN', 'en-US'])
      for (const width of [1_440, 390]) {
        const context = await browser.newContext({ locale, viewport: { width, height: 844 } });
        const shown = await context.newPage();
        await shown.goto(link);
        await shown.getByLabel('PIN').fill(pin);
        await look(shown, `share-pin-${width}-${locale}`);
        await shown.getByRole('button', { name: /观看|Watch/ }).click();
        await eventually('a frame', async () => shownFrame(await playerFrame(shown)));
        await look(shown, `share-live-${width}-${locale}`);
        await context.close();
      }
  }, 120_000);

  it('leaves its code out of titles, logs, and of the referrers and addresses of other requests', async () => {
    const code = link.slice(-16);
    expect(await page.title()).not.toContain(code);
    expect(requests.filter(({ url, referrer }) => referrer.includes(code) || url.includes(code))).toEqual([
      { url: link, referrer: '' },
    ]);
    expect(requests.length).toBeGreaterThan(10);
    expect(oriel.output()).not.toContain(code);
    expect(oriel.output()).not.toContain(pin);
  });

  it('plays in an iframe of another site, with the address that oEmbed gives', async () => {
    const asked = new URL('/oembed', oriel.origin);
    asked.searchParams.set('url', link);
    const { html } = (await (await fetch(asked)).json()) as { html: string };
    const site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Blog</title>${html}`);
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    const blog = await visitor.newPage();
    try {
      // Another host name, so another site.
      await blog.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
      const embedded = blog.frameLocator('iframe');
      await embedded.getByLabel('PIN').fill(pin);
      await embedded.getByRole('button', { name: '观看' }).click();
      const player = await eventually(
        'the player',
        async () => blog.frames().find((frame) => frame.url().includes('/player/')) ?? null,
      );
      await eventually('a frame', async () => shownFrame(player));
      await look(blog, 'share-embedded');
    } finally {
      await blog.close();
      site.close();
    }
  }, 60_000);

  it('ends for those who are watching when it is deleted in the list', async () => {
    await admin.page.keyboard.press('Escape');
    await admin.openPage('/iot/share');
    const mark = link.slice(-16, -12);
    await admin.row(mark).waitFor();
    await look(admin.page, 'share-list');
    await admin.act(mark, '删除');
    await admin.page
      .getByRole('dialog')
      .getByRole('button', { name: /删除|确定/ })
      .click();
    await page.getByText('链接已过期或已被取消，请向分享者索取新的链接').waitFor({ timeout: 10_000 });
    await eventually(
      'no player',
      async () => page.frames().every((frame) => !frame.url().includes('/player/')),
      2_500,
    );
  }, 60_000);
});

describe('the video wall of the console', () => {
  it('shows the recordings of all cameras at one time, and returns to live video', async () => {
    const { records } = await asAdmin((calls) => calls.call('GET', '/iot/camera/page'));
    const from = Date.now() - 80 * second;
    for (const { id } of records as { id: string }[]) {
      const key = { tenantId: 'default', channelId: id, store: 'cloud' } as const;
      const root = join(oriel.dataDir, 'recordings');
      await recordMinutes({ root, key, from, durationMs: 110 * second });
    }
    const user = await ConsolePage.signedIn(browser, oriel);
    const { page } = user;
    await page.goto(`${oriel.origin}/iot/wall`);
    const tiles = page.getByRole('article').filter({ has: page.locator('iframe') });
    await soon(tiles).toHaveCount(2);
    const frames = async () =>
      Promise.all(
        (await tiles.locator('iframe').elementHandles()).map(async (iframe) => {
          const frame = await iframe.contentFrame();
          return frame ? shownFrame(frame).catch(() => null) : null;
        }),
      );
    const behindOf = (frame: number | null) =>
      frame === null ? Number.NaN : (demoFrameAt(Date.now()) - frame) / demoFps;
    await eventually('live video', async () => (await frames()).every((frame) => behindOf(frame) < 5));

    await page.getByText('回放', { exact: true }).click();
    const controls = page.frameLocator('iframe[title="所有画面的时间轴"]');
    await eventually('recordings', async () => (await frames()).every((frame) => behindOf(frame) > 40));
    await controls.getByRole('button', { name: '暂停' }).click();
    const paused = await eventually('the same moment', async () => {
      const [one, other] = await frames();
      return one != null && other != null && Math.abs(one - other) <= 2 ? one : null;
    });
    expect(behindOf(paused)).toBeGreaterThan(50);

    const chooser = page.getByRole('button', { name: /^时间轴显示 / }).nth(1);
    const other = (await chooser.getAttribute('aria-label'))!.replace('时间轴显示 ', '');
    const namesOther = async () => (await controls.locator('body').innerText()).includes(other);
    expect(await namesOther()).toBe(false);
    await chooser.click();
    await soon(chooser).toHaveAttribute('aria-pressed', 'true');
    await eventually('the name of the other camera', namesOther);
    expect(Math.abs((await frames())[0]! - paused)).toBeLessThanOrEqual(2);

    await page.getByText('实时', { exact: true }).click();
    await eventually('live video again', async () => (await frames()).every((frame) => behindOf(frame) < 5));
    await soon(page.locator('iframe[title="所有画面的时间轴"]')).toHaveCount(0);
    await user.close();
  }, 120_000);
});

describe('an alarm that another system reports', () => {
  const camera = { deviceSerial: 'DEMO00002', channelNo: 1 };
  const recordPlan = {
    ...{ enabled: true, mode: 'alarm', days: [], keepDays: 7 },
    ...{ preRecordSec: 5, postRecordSec: 5 },
  };
  let receiver: Server;
  /** Bodies of what the webhook received. */
  const received: Record<string, string | number>[] = [];
  let admin: ConsolePage;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push(JSON.parse(body));
        response.end();
      });
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    admin = await ConsolePage.signedIn(browser, oriel);
  });
  afterAll(async () => {
    receiver?.close();
    await admin?.close();
  });

  it('is recorded with what precedes it, marked, acknowledged, and sent to a webhook with its picture', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alarms`;
    const { alarmToken } = await asAdmin(async (calls) => {
      const { records } = await calls.call('GET', `/iot/camera/page?deviceSerial=${camera.deviceSerial}`);
      await calls.call('PUT', '/iot/camera', { ...records[0], recordPlan });
      await calls.call('POST', '/iot/webhook', { name: '值班系统', url });
      return calls.call('POST', '/iot/alarmToken', { name: '门禁' });
    });
    // What precedes the alarm, and the key frame before that, are in memory by then.
    const [{ page }] = [admin, await new Promise((done) => setTimeout(done, 10_000))];
    const report = await fetch(`${oriel.origin}/api/lapp/alarm/report`, {
      method: 'POST',
      headers: { authorization: `Bearer ${alarmToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...camera, alarmType: '门被强行打开' }),
    });
    const { alarmId } = ((await report.json()) as { data: { alarmId: string } }).data;

    const sent = await eventually('the webhook', async () => received[0] ?? null);
    expect(sent).toMatchObject({ alarmId, alarmName: '门被强行打开', ...camera, preTime: 5, delayTime: 5 });
    const picture = await eventually('its picture', async () => {
      const answer = await fetch(new URL(String(sent.pictureUrl), oriel.origin));
      return answer.ok && Buffer.from(await answer.arrayBuffer());
    });
    expect(picture.toString('latin1', 4, 8)).toBe('ftyp');
    expect(oriel.output()).not.toContain(String(sent.pictureUrl));

    await admin.openPage('/iot/alarm');
    const row = admin.row('门被强行打开');
    await row.getByRole('img', { name: /报警时的画面$/ }).waitFor();
    await admin.act('门被强行打开', '查看录像');
    const frame = await eventually('a frame', async () => shownFrame(await playerFrame(page)));
    const alarmTime = Number(sent.alarmTime);
    // From 5 s before the alarm, of the recording, although nothing was recorded then. On a busy machine, frames are made
    // later than their number says.
    expect(frame).toBeGreaterThan(demoFrameAt(alarmTime - 5_500));
    expect(frame).toBeLessThan(demoFrameAt(alarmTime + 5_000));
    // The next mark of the lane of alarms is this one.
    const timeline = page.frameLocator('iframe').getByRole('slider', { name: '录像时间轴' });
    await timeline.press('Home');
    await timeline.press('Control+ArrowRight');
    await soon(timeline).toHaveAttribute('aria-valuetext', new RegExp(clockTime(alarmTime)));
    await page.keyboard.press('Escape');

    await admin.act('门被强行打开', '处理');
    await row.getByText('已处理').waitFor();
  }, 120_000);
});

/** `HH:mm:ss` in Shanghai. */
const clockTime = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(11, 19);
