/** Rules for the value of a setting: by its type, and further ones for settings that the product reads. */
import { type LocalText, locales } from '../../../i18n/translate.ts';
import { invalid } from '../../errors/admin-error.ts';
import { isListed } from '../../identity/address-list.ts';
import { zoneOf } from '../../resource/zone-time.ts';
import { builtInSettings, type SeedSetting, type SettingKey } from '../../settings/built-in-settings.ts';
import { parseSetting } from '../../settings/settings.ts';

const texts = {
  number: { 'zh-CN': '参数键值必须是数字', 'en-US': 'The value must be a number' },
  boolean: { 'zh-CN': '参数键值必须是 true 或 false', 'en-US': 'The value must be true or false' },
  json: { 'zh-CN': '参数键值必须是 JSON', 'en-US': 'The value must be JSON' },
  empty: { 'zh-CN': '参数键值不能为空', 'en-US': 'The value is required' },
  zone: { 'zh-CN': '时区不存在', 'en-US': 'Unknown time zone' },
  locales: { 'zh-CN': '语言不在可选范围内', 'en-US': 'Unsupported language' },
  addresses: { 'zh-CN': '地址格式不正确', 'en-US': 'Invalid address format' },
  ownAddress: {
    'zh-CN': '不能包含您当前的地址，否则您将无法再登录',
    'en-US': 'The list must not include your current address, or you will not be able to sign in again',
  },
  presence: {
    'zh-CN': '参数键值应在 60 到 86400 之间，或为 0',
    'en-US': 'The value must be between 60 and 86400, or 0',
  },
} as const satisfies Record<string, LocalText>;

/** A camera that rejected the login is not contacted for the same time. */
const minPresenceSeconds = 60;

const fault = (message: LocalText) => invalid([{ path: 'configValue', message }]);

/** `address`: the caller's IP address. */
const own: Partial<Record<SettingKey, (value: string, address: string) => LocalText | null>> = {
  'site.timeZone': (value) => (isZone(value) ? null : texts.zone),
  'site.locales': (value) => (isLocales(JSON.parse(value)) ? null : texts.locales),
  'iot.presence.seconds': (value) =>
    Number(value) === 0 || Number(value) >= minPresenceSeconds ? null : texts.presence,
  'sys.login.blackIPList': (value, address) => {
    const isWritten = value
      .split(';')
      .every((part) => part.trim() === '' || /^[\da-fA-F.:*/]{1,49}$/.test(part.trim()));
    if (!isWritten) return texts.addresses;
    return isListed(address, value) ? texts.ownAddress : null;
  },
};

/** Throws 40000 at `configValue`. `address`: the caller's IP address, so that callers cannot lock themselves out. */
export function checkSetting(key: string, type: string, value: string, address: string): void {
  const seed: SeedSetting | undefined = isBuiltInKey(key) ? builtInSettings[key] : undefined;
  const isText = type === 'string' || type === 'text' || type === 'secret';
  if (value === '' && (!isText || !seed)) throw fault(texts.empty);
  if (parseSetting(type, value) === undefined) {
    throw fault(type === 'number' ? texts.number : type === 'boolean' ? texts.boolean : texts.json);
  }
  const [min, max] = seed?.range ?? [];
  if (seed?.range && parseSetting(type, value, seed.range) === undefined) {
    throw fault({
      'zh-CN': `参数键值应在 ${min} 到 ${max} 之间`,
      'en-US': `The value must be between ${min} and ${max}`,
    });
  }
  const message = isBuiltInKey(key) ? own[key]?.(value, address) : null;
  if (message) throw fault(message);
}

export function isBuiltInKey(key: string): key is SettingKey {
  return Object.hasOwn(builtInSettings, key);
}

function isZone(name: string): boolean {
  try {
    zoneOf(name);
    return true;
  } catch {
    return false; // An unknown time zone.
  }
}

function isLocales(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => locales.some((locale) => locale === one)) &&
    new Set(value).size === value.length
  );
}
