import { advice } from '../../lib/error-catalogue/advice.ts';
import { inBoth } from '../../lib/error-catalogue/entry.ts';
import { type LocalText, nearestLocale } from '../../lib/i18n/translate.ts';
import { shapes } from '../../lib/protocol/frame-guards.generated.ts';
import { limits, type PlayerFailure } from '../../lib/protocol/index.ts';
import { parseShape, type Shape } from '../../lib/protocol/parse-shape.ts';
import { recordedRates } from '../engines/recorded/rates.ts';
import { type InvalidOption, isAllowed } from './option-check.ts';

/** Options and arguments of calls that have a list of values. */
const choices: Readonly<Record<string, readonly unknown[]>> = {
  scaleMode: ['fit', 'fill', 'stretch'],
  quality: ['hd', 'sd', 'auto'],
  to: ['none', 'fullscreen', 'web'],
  direction: ['forward', 'back'],
  recType: ['cloud.rec', 'rec'],
  format: ['jpeg', 'png'],
};

/** Of an argument of a call that has the type of the protocol. */
export const isAllowedArgument = (name: string, value: unknown): boolean =>
  choices[name]?.includes(value) ?? isAllowed(name, value);

const size = inBoth(
  '像素数或百分比，例如 640 或 "100%"',
  'pixels or a percentage, for example 640 or "100%"',
);
const either = (...words: readonly string[]) => inBoth(words.join('、'), words.join(', '));

/** What an option with a rule of its own may be. */
const allowed: Readonly<Record<string, LocalText>> = {
  volume: inBoth('0 到 100 的整数', 'an integer from 0 to 100'),
  language: either('zh-CN', 'en-US'),
  speedOptions: inBoth(
    `由 ${recordedRates.join('、')} 组成的数组`,
    `an array of ${recordedRates.join(', ')}`,
  ),
  companions: inBoth(
    `最多 ${limits.companions} 个摄像机地址（ezopen://…）组成的数组`,
    `an array of at most ${limits.companions} camera addresses (ezopen://…)`,
  ),
  playbackRange: inBoth(
    '不超过 24 小时的 { begin, end }，例如 20250301080000 和 20250301180000',
    '{ begin, end }, at most 24 hours apart, for example 20250301080000 and 20250301180000',
  ),
  width: size,
  height: size,
  maxDelay: inBoth('毫秒数，0 或正整数', 'milliseconds, an integer of at least 0'),
};

const choiceOf = (name: string): LocalText | undefined =>
  choices[name] && either(...choices[name].map(String));

/** The same by the type in the protocol. */
function allowedBy(shape: Shape | undefined): LocalText {
  const type = Array.isArray(shape) && shape.length === 1 ? shape[0] : shape;
  if (type === 0) return inBoth('true 或 false', 'true or false');
  if (type === 1) return inBoth('0 或正整数', 'an integer of at least 0');
  if (type === 0.5) return inBoth('0 或正数', 'a number of at least 0');
  if (type === -1) return inBoth('Blob 文件', 'a Blob');
  if (Array.isArray(type))
    return type[0] === limits.nameLength
      ? inBoth('按钮编号的数组', 'an array of icon ids')
      : inBoth(`最多 ${type[1]} 项的数组`, `an array of at most ${type[1]}`);
  if (typeof type === 'object') return inBoth('对象', 'an object');
  return inBoth(`不超过 ${Number(type)} 个字符的文本`, `text of at most ${Number(type)} characters`);
}

/** Other texts are not repeated in messages: a verification code can be part of an address. */
const plainText = /^[\w .,%+-]{0,40}$/;

function valueText(value: unknown): string | null {
  if (typeof value === 'string') return plainText.test(value) ? `"${value}"` : null;
  return typeof value === 'object' ? null : String(value);
}

function sentenceOf(option: InvalidOption, shape: Shape | undefined, locale: keyof LocalText): string {
  const { name } = option;
  const range = (allowed[name] ?? choiceOf(name) ?? allowedBy(shape))[locale];
  const value = valueText(option.value);
  if (locale === 'zh-CN') return `选项 ${name} 的值${value === null ? '' : ` ${value} `}无效，可用：${range}`;
  return `The option ${name} must be: ${range}${value === null ? '' : `; it is ${value}`}`;
}

/** The same for a call: the first argument that is missing or has another type. */
export function invalidArgument(shape: Shape, given: unknown): string {
  const values = (given ?? {}) as Record<string, unknown>;
  const isMisfit = ([name, field]: [string, Shape]) =>
    values[name] === undefined ? !Array.isArray(field) : parseShape(field, values[name]) === undefined;
  const [name, field] = Object.entries(shape as Record<string, Shape>).find(isMisfit) ?? ['arguments'];
  return sentenceOf({ name, value: values[name] }, field, nearestLocale(document.documentElement.lang));
}

/** Names each option, its value and what is allowed. */
export function invalidOptions(invalid: readonly InvalidOption[], language: string): PlayerFailure {
  const locale = nearestLocale(language);
  const shape = shapes.start0 as Readonly<Record<string, Shape>>;
  const sentences = invalid.map((option) => sentenceOf(option, shape[option.name], locale));
  return {
    code: 'option.invalid',
    message: sentences.join(locale === 'zh-CN' ? '；' : '. ').slice(0, limits.messageLength),
    source: 'player',
    retryable: false,
    detail: { solution: advice.checkPageCode[locale] },
  };
}
