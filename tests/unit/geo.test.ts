/** Places of cameras, and the coordinates of Chinese maps. */
import { readFileSync } from 'node:fs';
import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { fromGcj02, toGcj02 } from '../../lib/kernel/geo/gcj02.ts';
import { degreesText, positionIn } from '../../lib/kernel/geo/position.ts';
import { areaPlaces, areaPlacesFile } from '../../scripts/generate-area-places.ts';
import { allAreas, city } from '../kit/freight.ts';
import { propertyRun } from '../kit/mutation.ts';

/** Metres between two places that are near each other. */
function metres(one: { lng: number; lat: number }, other: { lng: number; lat: number }): number {
  const degree = 111_320;
  return Math.hypot(
    (one.lng - other.lng) * degree * Math.cos((one.lat * Math.PI) / 180),
    (one.lat - other.lat) * degree,
  );
}

describe('a place', () => {
  it.each([
    ['120.15507', '30.274085'],
    ['-180', '-90'],
    ['180.000000', '90.0'],
    ['0', '0'],
  ])('is %s, %s', (lng, lat) => {
    expect(positionIn({ lng, lat })).toEqual({ lng: Number(lng), lat: Number(lat) });
  });

  it.each([
    ['180.1', '0'],
    ['0', '90.000001'],
    ['1e2', '0'],
    ['+1', '0'],
    ['01', '0'],
    ['1.', '0'],
    ['1.1234567', '0'],
    ['１', '0'],
    [' 1', '0'],
    ['', ''],
    ['1', null],
    [1, 2],
  ])('is not %j, %j', (lng, lat) => {
    expect(positionIn({ lng, lat })).toBe(null);
  });

  it('is written so that it can be read again, to six digits', () => {
    const degrees = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
    );
    propertyRun('degrees as text', 5_000, degrees, ([lng, lat]) => {
      const read = positionIn({ lng: degreesText(lng), lat: degreesText(lat) });
      expect(read?.lng).toBeCloseTo(lng, 6);
      expect(read?.lat).toBeCloseTo(lat, 6);
    });
    expect([120, 0.0000004, -0, 1.5].map(degreesText)).toEqual(['120', '0', '0', '1.5']);
  });
});

describe('GCJ-02', () => {
  // 天安门 as satellites report it, and as maps in China show it.
  const [satellite, map] = [
    { lng: 116.391_248, lat: 39.907_359 },
    { lng: 116.397_49, lat: 39.908_762 },
  ];

  it('is where maps in China show a place', () => {
    expect(metres(toGcj02(satellite), map)).toBeLessThan(5);
    expect(metres(satellite, map)).toBeGreaterThan(400);
  });

  it('is undone to less than a centimetre, everywhere in China', () => {
    const place = fc.record({
      lng: fc.double({ min: 73, max: 136, noNaN: true }),
      lat: fc.double({ min: 3, max: 54, noNaN: true }),
    });
    propertyRun('GCJ-02 and back', 5_000, place, (real) => {
      expect(metres(fromGcj02(toGcj02(real)), real)).toBeLessThan(0.01);
    });
  });

  it.each([
    ['Berlin', { lng: 13.4, lat: 52.5 }],
    ['Sydney', { lng: 151.2, lat: -33.9 }],
  ])('leaves %s where it is', (_name, place) => {
    expect(toGcj02(place)).toEqual(place);
    expect(fromGcj02(place)).toEqual(place);
  });
});

describe('the places of cities', () => {
  const places = JSON.parse(readFileSync(areaPlacesFile, 'utf8')) as Record<string, [number, number]>;

  it('equal the output of the script', () => {
    expect(places).toEqual(areaPlaces());
  });

  it('are known of all 372, and each within China', () => {
    const ids = allAreas.nodes.flatMap(({ children }) => children.map(({ id }) => String(id)));
    expect(Object.keys(places).sort()).toEqual(ids.sort());
    for (const [lng, lat] of Object.values(places)) {
      expect(lng > 73 && lng < 136 && lat > 16 && lat < 54).toBe(true);
    }
  });

  it.each([
    ['北京市', 116.4, 39.91],
    ['杭州市', 120.16, 30.29],
    ['喀什地区', 75.99, 39.47],
    ['大兴安岭地区', 124.12, 50.42],
    ['台湾省', 121.53, 25.05],
  ])('has %s at %d, %d', (name, lng, lat) => {
    const [east = 0, north = 0] = places[city(name)] ?? [];
    expect(metres({ lng: east, lat: north }, { lng, lat })).toBeLessThan(10_000);
  });
});
