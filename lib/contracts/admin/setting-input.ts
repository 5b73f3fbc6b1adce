/** How the value of a known setting is edited and checked. Values are stored as text. */
import { type Locale, type LocalText, locales } from '../../i18n/translate.ts';
import { brandColour } from '../brand.ts';
import { pathOfUpload } from './upload-address.ts';

export type SettingInput =
  /** Empty, or what matches `pattern`. */
  | { readonly kind: 'text'; readonly pattern?: RegExp; readonly message?: LocalText }
  /** `true` or `false`. */
  | { readonly kind: 'switch' }
  /** An integer. `zero`: 0 is valid as well, with this meaning. */
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly unit?: LocalText;
      readonly zero?: LocalText;
    }
  /** One of fixed values. */
  | {
      readonly kind: 'choice';
      readonly options: readonly { readonly value: string; readonly label: LocalText }[];
    }
  /** Entries of one text. `message` is shown for entries that do not match. */
  | {
      readonly kind: 'list';
      readonly separator: string;
      readonly entry: RegExp;
      readonly message: LocalText;
    }
  /** A JSON list of languages, at least one. */
  | { readonly kind: 'languages' }
  /** An IANA time zone. */
  | { readonly kind: 'timeZone' }
  /** Empty, or the address of an uploaded image. */
  | { readonly kind: 'image' }
  /** Empty, or `#rrggbb`. */
  | { readonly kind: 'colour' };

const texts = {
  boolean: { 'zh-CN': '参数键值必须是 true 或 false', 'en-US': 'The value must be true or false' },
  number: { 'zh-CN': '参数键值必须是数字', 'en-US': 'The value must be a number' },
  text: { 'zh-CN': '参数键值格式不正确', 'en-US': 'The value has a wrong format' },
  integer: { 'zh-CN': '参数键值必须是整数', 'en-US': 'The value must be a whole number' },
  choice: { 'zh-CN': '参数键值不在可选范围内', 'en-US': 'The value is not one of the options' },
  json: { 'zh-CN': '参数键值必须是 JSON', 'en-US': 'The value must be JSON' },
  locales: { 'zh-CN': '语言不在可选范围内', 'en-US': 'Unsupported language' },
  image: { 'zh-CN': '请上传图片', 'en-US': 'Upload an image' },
  colour: { 'zh-CN': '颜色应为 #RRGGBB', 'en-US': 'The colour must have the form #RRGGBB' },
  zone: { 'zh-CN': '时区不存在', 'en-US': 'Unknown time zone' },
} as const satisfies Record<string, LocalText>;

/** Why the value is invalid; null if it is valid. */
export function settingProblem(input: SettingInput, value: string): LocalText | null {
  switch (input.kind) {
    case 'text':
      return value === '' || (input.pattern?.test(value) ?? true) ? null : (input.message ?? texts.text);
    case 'switch':
      return value === 'true' || value === 'false' ? null : texts.boolean;
    case 'number':
      return numberProblem(input, value);
    case 'choice':
      return input.options.some((option) => option.value === value) ? null : texts.choice;
    case 'list':
      return listEntries(input, value).every((entry) => input.entry.test(entry)) ? null : input.message;
    case 'languages':
      return languagesProblem(value);
    case 'timeZone':
      return isTimeZone(value) ? null : texts.zone;
    case 'image':
      return value === '' || pathOfUpload(value) !== null ? null : texts.image;
    case 'colour':
      return value === '' || brandColour.test(value) ? null : texts.colour;
  }
}

export function listEntries({ separator }: { readonly separator: string }, value: string): string[] {
  return value
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** The valid languages of a value, in the order of the product. */
export function languagesOf(value: string): Locale[] {
  const listed = parsedJson(value);
  return Array.isArray(listed) ? locales.filter((locale) => listed.includes(locale)) : [];
}

/** The valid range, for people. */
export function numberBounds({ min, max, zero }: SettingInput & { readonly kind: 'number' }): LocalText {
  return {
    'zh-CN': `${min} 到 ${max}${zero ? `，0 表示${zero['zh-CN']}` : ''}`,
    'en-US': `${min} to ${max}${zero ? `; 0: ${zero['en-US']}` : ''}`,
  };
}

function numberProblem(
  { min, max, zero }: SettingInput & { readonly kind: 'number' },
  value: string,
): LocalText | null {
  if (!/^-?\d{1,15}(\.\d{1,6})?$/.test(value.trim())) return texts.number;
  const number = Number(value);
  if (zero && number === 0) return null;
  if (number < min || number > max) {
    return {
      'zh-CN': `参数键值应在 ${min} 到 ${max} 之间${zero ? '，或为 0' : ''}`,
      'en-US': `The value must be between ${min} and ${max}${zero ? ', or 0' : ''}`,
    };
  }
  return Number.isInteger(number) ? null : texts.integer;
}

function languagesProblem(value: string): LocalText | null {
  const listed = parsedJson(value);
  if (listed === undefined) return texts.json;
  if (!Array.isArray(listed) || listed.length === 0) return texts.locales;
  return languagesOf(value).length === listed.length ? null : texts.locales;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false; // An unknown time zone.
  }
}

function parsedJson(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined; // Invalid JSON.
  }
}
