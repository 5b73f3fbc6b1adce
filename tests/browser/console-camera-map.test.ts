/** The place of a camera in its form and on the map, in a browser that may load tiles from one host only. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'expect';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type ConsolePage, soon } from '../kit/console-page.ts';
import { ConsoleSite } from '../kit/console-site.ts';
import { type FakeGeocoder, fakeGeocoder } from '../kit/geocoder.ts';
import { faultsOf, overflowFaults } from '../kit/list-layout.ts';

const key = 'k3y-that-nobody-may-see';

/** Hosts of all requests of a page. */
function watchHosts(page: Page): ReadonlySet<string> {
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(protocol)) hosts.add(host);
  });
  return hosts;
}

const looks = (person: ConsolePage, name: string) => faultsOf(person, name);

const locate = (site: ConsoleSite, values: object) =>
  site.asAdmin(async (calls) => {
    const { records } = (await calls.call('GET', '/iot/camera/page')) as {
      records: { id: string; version: number; name: string }[];
    };
    const [first] = records;
    if (!first) throw new Error('there is no demo camera');
    await calls.call('PUT', '/iot/camera', { id: first.id, version: first.version, ...values });
    return first;
  });

describe('a map without a map service', () => {
  let site: ConsoleSite;
  let admin: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    site = await ConsoleSite.start();
    ({ admin, page } = site);
  }, 300_000);
  afterAll(() => site?.close());

  it('finds cities, takes a click, and shows the camera, without any other host', async () => {
    const hosts = watchHosts(page);
    await admin.openPage('/iot/camera');
    const camera = await locate(site, {});
    await admin.openPage(`/iot/camera?at=edit.${camera.id}`);
    const form = admin.dialog(/修改/);
    await form.getByRole('button', { name: '在地图上选择' }).click();
    const finder = form.getByRole('group', { name: '在地图上选择' });
    const map = finder.getByRole('application', { name: '地图' });
    await map.waitFor();
    await finder.getByRole('combobox', { name: '搜索地点' }).fill('hangzhou');
    await page.getByRole('option', { name: '杭州市' }).click();
    await finder.getByText('尚未选择位置').waitFor();
    await map.click();
    await finder.getByText(/位置：经度 120\.\d+，纬度 30\.\d+/).waitFor();
    await admin.shot('map-form-1440');
    expect(await admin.findings()).toEqual([]);
    // By keyboard: to the east, and the centre.
    const before = await form.getByRole('textbox', { name: '经度' }).inputValue();
    await map.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(500);
    await page.keyboard.press('Enter');
    await soon(form.getByRole('textbox', { name: '经度' })).not.toHaveValue(before);
    expect(Number(await form.getByRole('textbox', { name: '经度' }).inputValue())).toBeGreaterThan(
      Number(before),
    );
    await form.getByRole('button', { name: '保存' }).click();
    await admin.reported(new RegExp(camera.name));

    await admin.openPage('/iot/map');
    const list = page.getByRole('region', { name: '地图上的摄像头' });
    await list.getByTitle(`在地图上显示 ${camera.name}`).click();
    expect(await looks(admin, 'map-drawn')).toEqual([]);
    await list.getByRole('button', { name: `${camera.name} 的详情` }).click();
    await admin.dialog(new RegExp(camera.name)).getByRole('application', { name: '位置' }).waitFor();
    await admin.shot('map-detail-1440');
    expect([...hosts]).toEqual([new URL(site.oriel.origin).host]);
  }, 240_000);

  it.each([
    [1440, 'dark', 'zh-CN'],
    [390, 'dark', 'en-US'],
    [1440, 'light', 'en-US'],
    [390, 'light', 'zh-CN'],
  ] as const)(
    'is readable at %i px, %s, %s',
    async (width, scheme, language) => {
      await locate(site, { lng: '120.15', lat: '30.27' });
      const person = await site.signedIn({ width, height: 844, scheme });
      try {
        await person.context.addInitScript(`localStorage.setItem('app_language', '${language}')`);
        await person.openPage('/iot/map');
        await person.page.getByRole('application').waitFor();
        await person.still();
        await person.shot(`map-page-${width}-${scheme}-${language}`);
        expect(await overflowFaults(person)).toEqual([]);
        expect(await person.findings()).toEqual([]);
      } finally {
        await person.close();
      }
    },
    90_000,
  );
});

describe('a map with services of the operator', () => {
  let site: ConsoleSite;
  let admin: ConsolePage;
  let page: Page;
  let geocoder: FakeGeocoder;
  let tiles: Server;
  let tileHost: string;
  beforeAll(async () => {
    const image = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#cfe3d4' } })
      .png()
      .toBuffer();
    tiles = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(image);
    });
    await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
    tileHost = `127.0.0.1:${(tiles.address() as AddressInfo).port}`;
    geocoder = await fakeGeocoder();
    site = await ConsoleSite.start(
      {},
      {
        ORIEL_MAP_TILES: `http://${tileHost}/{z}/{x}/{y}.png`,
        ORIEL_MAP_ATTRIBUTION: '© Test',
        ORIEL_GEOCODER: 'nominatim',
        ORIEL_GEOCODER_URL: geocoder.url,
        ORIEL_GEOCODER_KEY: key,
      },
    );
    ({ admin, page } = site);
  }, 300_000);
  afterAll(async () => {
    await site?.close();
    await geocoder?.close();
    tiles?.close();
  });

  it('finds an address, saves its place, and shows live video of the camera', async () => {
    const hosts = watchHosts(page);
    const { id, name } = await locate(site, {});
    await admin.openPage(`/iot/camera?at=edit.${id}`);
    const form = admin.dialog(/修改/);
    await form.getByRole('button', { name: '在地图上选择' }).click();
    const finder = form.getByRole('group', { name: '在地图上选择' });
    geocoder.answer([{ lat: '30.2741', lon: '120.1551', name: '文三路', display_name: '文三路, 杭州市' }]);
    await finder.getByRole('combobox', { name: '搜索地点' }).fill('文三路');
    await page.getByRole('option', { name: /文三路/ }).click();
    await finder.getByText('位置：经度 120.1551，纬度 30.2741').waitFor();
    await soon(form.getByRole('textbox', { name: '安装位置' })).toHaveValue('文三路, 杭州市');
    await finder.getByText('© Test').waitFor();
    // A click asks for its address, which replaces the one that was found.
    geocoder.answer({ display_name: '学院路 1 号' });
    await finder.getByRole('application', { name: '地图' }).click({ position: { x: 60, y: 60 } });
    await soon(form.getByRole('textbox', { name: '安装位置' })).toHaveValue('学院路 1 号');
    expect(await looks(admin, 'map-finder-tiles')).toEqual([]);
    await form.getByRole('button', { name: '保存' }).click();
    await admin.reported(new RegExp(name));

    await admin.openPage('/iot/map');
    expect(await looks(admin, 'map-page-tiles')).toEqual([]);
    const list = page.getByRole('region', { name: '地图上的摄像头' });
    await list.getByText(/学院路 1 号/).waitFor();
    await list.getByRole('button', { name: `观看 ${name}` }).click();
    await page.frameLocator('iframe').locator('canvas, video').first().waitFor({ state: 'attached' });
    expect([...hosts].sort()).toEqual([new URL(site.oriel.origin).host, tileHost].sort());
    expect(geocoder.asked.every(({ searchParams }) => searchParams.get('key') === key)).toBe(true);
    expect(site.oriel.output()).not.toContain(key);
  }, 240_000);
});
