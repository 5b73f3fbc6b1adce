/**
 * Writes lib/i18n/console/city-names.json, the English names of the cities in areas.json: their Pinyin without what
 * kind of area they are, and for names from other languages the spelling that English maps use:
 *   npx tsx scripts/generate-city-names.ts && npx biome format --write lib/i18n/console/city-names.json
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pinyin } from 'pinyin-pro';
import { provinceRows } from './generate-areas.ts';

export const cityNamesFile = resolve(import.meta.dirname, '../lib/i18n/console/city-names.json');

/** Of Mongolian, Tibetan, Uyghur and other languages, of Taiwan, Hong Kong and Macao, and characters read otherwise. */
const spelled: Readonly<Record<number, string>> = {
  150100: 'Hohhot',
  150600: 'Ordos',
  150700: 'Hulunbuir',
  150800: 'Bayannur',
  150900: 'Ulanqab',
  152200: 'Hinggan',
  152500: 'Xilingol',
  152900: 'Alxa',
  222400: 'Yanbian',
  230100: 'Harbin',
  230200: 'Qiqihar',
  513200: 'Ngawa',
  513300: 'Garze',
  532800: 'Xishuangbanna',
  540100: 'Lhasa',
  540200: 'Shigatse',
  540300: 'Qamdo',
  540400: 'Nyingchi',
  540600: 'Nagqu',
  542500: 'Ngari',
  632600: 'Golog',
  650100: 'Urumqi',
  650200: 'Karamay',
  650400: 'Turpan',
  652700: 'Bortala',
  652800: 'Bayingolin',
  652900: 'Aksu',
  653000: 'Kizilsu',
  653100: 'Kashgar',
  653200: 'Hotan',
  654000: 'Ili',
  654300: 'Altay',
  659002: 'Aral',
  659003: 'Tumxuk',
  659008: 'Kokdala',
  710100: 'Taiwan',
  810100: 'Hong Kong',
  820100: 'Macao',
};

/** `自治州` and `自治县` follow the names of the peoples, each of which ends in `族` or is one of these. */
const peoples = '(?:布依|土家|哈尼|傣|景颇|傈僳|朝鲜|蒙古|哈萨克|柯尔克孜|壮|苗|侗|彝|白|藏|羌|回|黎)';
const autonomous = new RegExp(`(?:${peoples}族?)+自治[州县]$`);
const kind = /(?:市|地区|盟|林区|县)$/;

function englishName([code, name]: readonly [number, string]): string {
  const short = name.replace(autonomous, '').replace(kind, '');
  const text = pinyin(short, { toneType: 'none', type: 'array' })
    // An apostrophe separates a syllable that begins with a vowel.
    .map((syllable, at) => (at > 0 && /^[aoe]/.test(syllable) ? `'${syllable}` : syllable))
    .join('');
  return spelled[code] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

/** By code. */
export const cityNames = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    provinceRows().flatMap(([, , cities]) => cities.map((city) => [String(city[0]), englishName(city)])),
  );

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(cityNamesFile, JSON.stringify(cityNames()));
}
