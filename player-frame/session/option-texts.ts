import { advice } from '../../lib/error-catalogue/advice.ts';
import { inBoth } from '../../lib/error-catalogue/entry.ts';
import { type LocalText, nearestLocale } from '../../lib/i18n/translate.ts';
import { shapes } from '../../lib/protocol/frame-guards.generated.ts';
import { limits, type PlayerFailure } from '../../lib/protocol/index.ts';
import { parseShape, type Shape } from '../../lib/protocol/parse-shape.ts';
import type { InvalidOption } from './option-check.ts';
import { isAllowed, optionRules, type Rule } from './option-rules.ts';

/** Options whose type is all that is checked, and arguments of calls that are no options. */
const furtherRules: Readonly<Record<string, Rule>> = {
  themeData: ['theme'],
  header: ['iconIds'],
  footer: ['iconIds'],
  controls: ['iconIds'],
  // Read by the rules of recordings (state/feature-machine.ts).
  playbackRange: ['range'],
  maxDelay: ['milliseconds'],
  seekFrequency: ['milliseconds'],
  quality: ['words', ['hd', 'sd', 'auto']],
  to: ['words', ['none', 'fullscreen', 'web']],
  direction: ['words', ['forward', 'back']],
  recType: ['words', ['cloud.rec', 'rec']],
  format: ['words', ['jpeg', 'png']],
};

const ruleOf = (name: string): Rule | undefined => furtherRules[name] ?? optionRules[name];

/** Of an argument of a call that has the type of the protocol. */
export function isAllowedArgument(name: string, value: unknown): boolean {
  const rule = ruleOf(name);
  return !rule || isAllowed(rule, value);
}

function allowedByRule([kind, limit]: Rule): LocalText {
  switch (kind) {
    case 'max':
      return inBoth(`0 到 ${limit} 的整数`, `an integer from 0 to ${limit}`);
    case 'words':
      return inBoth(limit.join('、'), limit.join(', '));
    case 'items':
      return inBoth(`由 ${limit.join('、')} 组成的数组`, `an array of ${limit.join(', ')}`);
    case 'language':
      return inBoth('zh-CN、en-US', 'zh-CN, en-US');
    case 'addresses':
      return inBoth(
        `最多 ${limits.companions} 个摄像机地址（ezopen://…）组成的数组`,
        `an array of at most ${limits.companions} camera addresses (ezopen://…)`,
      );
    case 'range':
      return inBoth(
        '不超过 24 小时的 { begin, end }，例如 20250301080000 和 20250301180000',
        '{ begin, end }, at most 24 hours apart, for example 20250301080000 and 20250301180000',
      );
    case 'size':
      return inBoth(
        '像素数或百分比，例如 640 或 "100%"',
        'pixels or a percentage, for example 640 or "100%"',
      );
    case 'milliseconds':
      return inBoth('毫秒数，0 或正整数', 'milliseconds, an integer of at least 0');
    case 'iconIds':
      return inBoth('按钮编号的数组', 'an array of icon ids');
    case 'theme':
      return inBoth(
        '主题对象、其 JSON 文本或已保存主题的编号',
        'a theme as an object or JSON text, or the id of a stored one',
      );
  }
}

/** The same by the type in the protocol. */
function allowedByShape(shape: Shape | undefined): LocalText {
  const type = Array.isArray(shape) && shape.length === 1 ? shape[0] : shape;
  if (type === 0) return inBoth('true 或 false', 'true or false');
  if (type === 1) return inBoth('0 或正整数', 'an integer of at least 0');
  if (type === 0.5) return inBoth('0 或正数', 'a number of at least 0');
  if (type === -1) return inBoth('Blob 文件', 'a Blob');
  if (Array.isArray(type)) return inBoth(`最多 ${type[1]} 项的数组`, `an array of at most ${type[1]}`);
  if (typeof type === 'object') return inBoth('对象', 'an object');
  return inBoth(`不超过 ${Number(type)} 个字符的文本`, `text of at most ${Number(type)} characters`);
}

/** What an option or argument with this type may be. */
export function allowedText(name: string, shape: Shape | undefined): LocalText {
  const rule = ruleOf(name);
  return rule ? allowedByRule(rule) : allowedByShape(shape);
}

/** Other texts are not repeated in messages: a verification code can be part of an address. */
const plainText = /^[\w .,%+-]{0,40}$/;

function valueText(value: unknown): string | null {
  if (typeof value === 'string') return plainText.test(value) ? `"${value}"` : null;
  return typeof value === 'object' ? null : String(value);
}

function sentenceOf(option: InvalidOption, shape: Shape | undefined, locale: keyof LocalText): string {
  const { name } = option;
  const range = allowedText(name, shape)[locale];
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
