/** Places of cameras: in their form, on the map, and found by an address. */
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

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
});
