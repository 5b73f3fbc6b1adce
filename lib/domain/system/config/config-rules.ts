/** Rules for the value of a setting: by its type, and those of the definition of settings that the product reads. */
import { builtInSetting } from '../../../contracts/admin/built-in-settings.ts';
import { settingProblem } from '../../../contracts/admin/setting-input.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import { invalid } from '../../errors/admin-error.ts';
import { isListed } from '../../identity/address-list.ts';
import { parseSetting } from '../../settings/settings.ts';

const texts = {
  number: { 'zh-CN': '参数键值必须是数字', 'en-US': 'The value must be a number' },
  boolean: { 'zh-CN': '参数键值必须是 true 或 false', 'en-US': 'The value must be true or false' },
  json: { 'zh-CN': '参数键值必须是 JSON', 'en-US': 'The value must be JSON' },
  empty: { 'zh-CN': '参数键值不能为空', 'en-US': 'The value is required' },
  ownAddress: {
    'zh-CN': '不能包含您当前的地址，否则您将无法再登录',
    'en-US': 'The list must not include your current address, or you will not be able to sign in again',
  },
} as const satisfies Record<string, LocalText>;

const fault = (message: LocalText) => invalid([{ path: 'configValue', message }]);

/** Throws 40000 at `configValue`. `address`: the caller's IP address, so that callers cannot lock themselves out. */
export function checkSetting(key: string, type: string, value: string, address: string): void {
  const known = builtInSetting(key);
  const isText = type === 'string' || type === 'text' || type === 'secret';
  if (value === '' && (!isText || !known)) throw fault(texts.empty);
  if (parseSetting(type, value) === undefined) {
    throw fault(type === 'number' ? texts.number : type === 'boolean' ? texts.boolean : texts.json);
  }
  const problem = known && settingProblem(known.input, value);
  if (problem) throw fault(problem);
  if (key === 'sys.login.blackIPList' && isListed(address, value)) throw fault(texts.ownAddress);
}
