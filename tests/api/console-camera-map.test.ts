/** Places of cameras: in their form, on the map, and found by an address. */
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { createGeocoder, type GeocoderKind } from '../../lib/domain/maps/create-geocoder.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import type { Logger } from '../../lib/kernel/logger.ts';
import { createJsonGet } from '../../lib/media/control/json-get.ts';
import { parseNetwork } from '../../lib/media/net/ip-address.ts';
import { type CameraConsole, cameraConsole, ok, streamOf } from '../kit/camera-console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { addForeignDevice } from '../kit/domain.ts';
import { type FakeGeocoder, fakeGeocoder } from '../kit/geocoder.ts';

describe.each(engines)('places of cameras on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: CameraConsole;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    app = await cameraConsole(await bench.open());
    return () => app.end();
  });

  const demo = async () => ok(await app.admin.call('GET', '/iot/camera/page')).records[0];
  const save = async (values: object) => {
    const { id, version } = await demo();
    return app.admin.call('PUT', '/iot/camera', { body: { id, version, ...values } });
  };

  it('are stored as they are written', async () => {
    expect(await demo()).toMatchObject({ lng: null, lat: null });
    ok(await save({ lng: '120.155070', lat: '-30.274085', address: '文三路 90 号' }));
    expect(await demo()).toMatchObject({ lng: '120.155070', lat: '-30.274085', address: '文三路 90 号' });
    ok(await save({ lng: null, lat: null }));
    expect(await demo()).toMatchObject({ lng: null, lat: null });
  });

  it.each([
    ['a latitude beyond the pole', { lng: '0', lat: '90.1' }, 'lat'],
    ['a longitude beyond the date line', { lng: '-180.1', lat: '0' }, 'lng'],
    ['a text', { lng: '东经 120', lat: '30' }, 'lng'],
    ['a longitude alone', { lng: '120' }, 'lat'],
    ['a latitude alone', { lat: '30' }, 'lng'],
  ])('are not %s', async (_name, values, path) => {
    expect(await save(values)).toMatchObject({ code: 40000, errors: [{ path }] });
  });

  it('cannot lose one of their numbers', async () => {
    ok(await save({ lng: '120', lat: '30' }));
    expect(await save({ lat: null })).toMatchObject({
      code: 40000,
      errors: [{ path: 'lat', message: '经度和纬度必须一起填写' }],
    });
  });

  describe('on the map', () => {
    it('are those with a place, within the data scope, with their status', async () => {
      await addForeignDevice(app, 'THEIRS');
      await app.db.updateTable('channel').set({ lng: '1', lat: '2' }).execute();
      await app.demoToNorth();
      await save({ lng: null, lat: null });
      const { cameras, unplaced, isCut } = ok(await app.admin.call('GET', '/iot/map/list'));
      expect(cameras.map(({ deviceSerial }: { deviceSerial: string }) => deviceSerial)).not.toContain(
        'THEIRS',
      );
      expect([cameras.length > 0, unplaced, isCut]).toEqual([true, 1, false]);

      const permissions = ['iot:map:list'];
      const north = await app.signIn({ permissions, dataScope: 3, deptId: app.north });
      app.streams.push(streamOf('DEMO00001', 'live'));
      await app.db
        .updateTable('channel')
        .set({ lng: '120.5', lat: '30' })
        .where('deptId', '=', app.north)
        .execute();
      expect(ok(await north.call('GET', '/iot/map/list'))).toMatchObject({
        cameras: [
          {
            deviceSerial: 'DEMO00001',
            channelNo: 1,
            lng: '120.5',
            lat: '30',
            onlineStatus: '1',
            status: '0',
          },
        ],
        unplaced: 0,
      });
      const south = await app.signIn({ permissions, dataScope: 3, deptId: app.south });
      expect(ok(await south.call('GET', '/iot/map/list'))).toEqual({
        cameras: [],
        unplaced: 0,
        isCut: false,
      });
    });

    it('need a permission of their own', async () => {
      const viewer = await app.signIn({ permissions: ['iot:camera:list', 'iot:camera:query'] });
      expect((await viewer.call('GET', '/iot/map/list')).code).toBe(403);
      expect(ok(await viewer.call('GET', '/iot/map/settings'))).toEqual({ tiles: null, canSearch: false });
      const query = { keyword: '文三路' };
      expect((await viewer.call('GET', '/iot/map/search', { query })).code).toBe(403);
    });

    it('cannot be found by an address without a service', async () => {
      expect((await app.admin.call('GET', '/iot/map/search', { query: { keyword: '文三路' } })).code).toBe(
        404,
      );
    });
  });
});

const secret = 'k3y-that-nobody-may-see';
const parsed = parseNetwork('127.0.0.0/8');
if (!parsed.ok) throw new Error(parsed.error);
const loopback = parsed.value;

describe('a service that finds places', () => {
  let bench: DatabaseBench;
  let service: FakeGeocoder;
  let app: CameraConsole;
  const logged: string[] = [];

  beforeAll(async () => {
    bench = await engines[0].start();
    service = await fakeGeocoder();
  });
  afterAll(async () => {
    await service.close();
    await bench.stop();
  });

  async function withService(kind: GeocoderKind, allowed = [loopback], ownPorts: number[] = []) {
    service.asked.length = 0;
    logged.length = 0;
    const get = createJsonGet({ clock: systemClock, addressPolicy: { allowed, ownPorts } });
    const note = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
    const log: Logger = { debug: note, info: note, warn: note, error: note, child: () => log };
    const geocoder = createGeocoder({ kind, url: service.url, key: secret, version: '1.2.3' }, get);
    app = await cameraConsole(await bench.open(), { log, map: { tiles: null, geocoder } });
    return app;
  }
  const search = (keyword: string) => app.admin.call('GET', '/iot/map/search', { query: { keyword } });
  const address = (lng: string, lat: string) =>
    app.admin.call('GET', '/iot/map/address', { query: { lng, lat } });

  it('is asked as Nominatim is, and told who asks', async () => {
    await withService('nominatim');
    service.answer(
      [
        { lat: '30.2741', lon: '120.1551', name: '西湖', display_name: '西湖, 杭州市, 浙江省' },
        { lat: '1', lon: '2', name: '', display_name: 'Nowhere, Sea' },
      ],
      { display_name: '文三路 90 号, 杭州市' },
      { error: 'Unable to geocode' },
    );
    expect(ok(await search(' 西湖 & 断桥 '))).toEqual([
      { lng: '120.1551', lat: '30.2741', name: '西湖', address: '西湖, 杭州市, 浙江省' },
      { lng: '2', lat: '1', name: 'Nowhere', address: 'Nowhere, Sea' },
    ]);
    expect(ok(await address('120.1551', '30.2741'))).toEqual({ address: '文三路 90 号, 杭州市' });
    expect(ok(await address('0', '0'))).toEqual({ address: null });
    expect(service.asked.map(({ pathname }) => pathname)).toEqual(['/search', '/reverse', '/reverse']);
    expect(Object.fromEntries(service.asked[0]!.searchParams)).toEqual({
      ...{ q: '西湖 & 断桥', format: 'jsonv2', limit: '10', 'accept-language': 'zh-CN', key: secret },
    });
    expect(service.userAgents.at(-1)).toBe('Oriel/1.2.3');
  });

  it('is asked as AMap is, whose coordinates are those of Chinese maps', async () => {
    await withService('amap');
    service.answer(
      {
        status: '1',
        tips: [
          { name: '地铁 1 号线', district: [], address: [], location: [] },
          { name: '天安门', district: '北京市东城区', address: '长安街', location: '116.397490,39.908762' },
        ],
      },
      { status: '1', regeocode: { formatted_address: '北京市东城区天安门' } },
      { status: '1', regeocode: { formatted_address: [] } },
    );
    const [place, ...others] = ok(await search('天安门'));
    expect(others).toEqual([]);
    expect(place).toMatchObject({ name: '天安门', address: '北京市东城区长安街' });
    expect(Number(place.lng)).toBeCloseTo(116.39125, 4);
    expect(Number(place.lat)).toBeCloseTo(39.90736, 4);
    expect(ok(await address(place.lng, place.lat))).toEqual({ address: '北京市东城区天安门' });
    expect(ok(await address('0', '0'))).toEqual({ address: null });
    const [tips, reverse] = service.asked;
    expect([tips?.pathname, tips?.searchParams.get('keywords'), tips?.searchParams.get('key')]).toEqual([
      ...['/v3/assistant/inputtips', '天安门', secret],
    ]);
    expect([reverse?.pathname, reverse?.searchParams.get('location')]).toEqual([
      ...['/v3/geocode/regeo', '116.39749,39.908762'],
    ]);
  });

  it('of AMap is asked for addresses that it has no suggestion for', async () => {
    await withService('amap');
    service.answer(
      { status: '1', tips: [] },
      { status: '1', geocodes: [{ formatted_address: '浙江省杭州市文三路', location: '120.13,30.28' }] },
    );
    expect(ok(await search('文三路 90 号'))).toMatchObject([{ name: '浙江省杭州市文三路' }]);
    expect(service.asked.map(({ pathname }) => pathname)).toEqual([
      ...['/v3/assistant/inputtips', '/v3/geocode/geo'],
    ]);
  });

  it.each<[string, GeocoderKind, object | string | number, string]>([
    ['a wrong key', 'amap', { status: '0', infocode: '10001', info: secret }, '地图服务不接受密钥'],
    ['a used quota', 'amap', { status: '0', infocode: '10044' }, '地图服务的调用次数已用完'],
    ['a bad request', 'amap', { status: '0', infocode: '20000' }, '无法使用地图服务'],
    ['a denied key', 'nominatim', 403, '地图服务不接受密钥'],
    ['too many requests', 'nominatim', 429, '地图服务的调用次数已用完'],
    ['a redirect', 'nominatim', 302, '无法使用地图服务'],
    ['a failure', 'nominatim', 500, '无法使用地图服务'],
    ['no JSON', 'nominatim', '<html>', '无法使用地图服务'],
    ['other JSON', 'nominatim', { lat: 1 }, '无法使用地图服务'],
    ['a place off the earth', 'nominatim', [{ lat: '91', lon: '0', display_name: 'x' }], '无法使用地图服务'],
    ['too long an answer', 'nominatim', `[${'"x",'.repeat(200_000)}1]`, '无法使用地图服务'],
  ])(
    'that answers with %s is reported, and the key is in no answer and no log',
    async (_name, kind, answer, message) => {
      await withService(kind);
      service.answer(answer);
      const { code, message: said, text } = await search('西湖');
      expect([code, said]).toEqual(['U0200', expect.stringContaining(message)]);
      expect(service.asked.map(({ pathname }) => pathname)).not.toContain('/elsewhere');
      expect(logged.join()).toContain('the map service failed');
      expect(`${text}${logged.join()}`).not.toContain(secret);
      expect(logged.join()).not.toContain('西湖');
    },
  );

  it('is not asked at an address that is not allowed, or at a port of this server', async () => {
    await withService('nominatim', []);
    expect((await search('西湖')).message).toContain('无法使用地图服务');
    await withService('nominatim', [loopback], [service.port]);
    expect((await search('西湖')).message).toContain('无法使用地图服务');
    expect(service.asked).toEqual([]);
  });

  it('is asked at most 60 times a minute by one user', async () => {
    await withService('nominatim');
    service.answer(...Array.from({ length: 61 }, () => []));
    // Without the clock, whose steps would end the minute.
    const ask = () => app.admin.call('GET', '/iot/map/search', { query: { keyword: '西湖' }, atOnce: true });
    for (let count = 0; count < 60; count += 1) ok(await ask());
    expect(await ask()).toMatchObject({ code: 429, message: '地点查询过于频繁，请一分钟后再试' });
    expect(service.asked).toHaveLength(60);
  });

  it.each([
    ['/iot/map/search', { keyword: ' ' }],
    ['/iot/map/search', { keyword: 'x'.repeat(101) }],
    ['/iot/map/search', {}],
    ['/iot/map/address', { lng: '181', lat: '0' }],
    ['/iot/map/address', { lng: '1e1', lat: '0' }],
  ])('is not asked for what is none: %s %j', async (path, query) => {
    await withService('nominatim');
    expect((await app.admin.call('GET', path, { query })).code).toBe(40000);
    expect(service.asked).toEqual([]);
  });
});
