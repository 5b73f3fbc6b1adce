import { advice } from '../../lib/error-catalogue/advice.ts';
import { inBoth } from '../../lib/error-catalogue/entry.ts';
import { type LocalText, nearestLocale } from '../../lib/i18n/translate.ts';
import { shapes } from '../../lib/protocol/frame-guards.generated.ts';
import { limits, type PlayerFailure } from '../../lib/protocol/index.ts';
import type { Shape } from '../../lib/protocol/parse-shape.ts';
import type { InvalidOption } from './option-check.ts';

const size = inBoth(
  '像素数或百分比，例如 640 或 "100%"',
  'pixels or a percentage, for example 640 or "100%"',
);
const either = (...words: readonly string[]) => inBoth(words.join('、'), words.join(', '));

/** What an option with a rule of its own may be. */
const allowed: Readonly<Record<string, LocalText>> = {
  volume: inBoth('0 到 100 的整数', 'an integer from 0 to 100'),
  language: either('zh-CN', 'en-US'),
  scaleMode: either('fit', 'fill', 'stretch'),
  quality: either('hd', 'sd', 'auto'),
  to: either('none', 'fullscreen', 'web'),
  direction: either('forward', 'back'),
  recType: either('cloud.rec', 'rec'),
  playbackRange: inBoth(
    '不超过 24 小时的 { begin, end }，例如 20250301080000 和 20250301180000',
    '{ begin, end }, at most 24 hours apart, for example 20250301080000 and 20250301180000',
  ),
  width: size,
  height: size,
  maxDelay: inBoth('毫秒数，0 或正整数', 'milliseconds, an integer of at least 0'),
};

/** The same by the type in the protocol. */
function allowedBy(shape: Shape | undefined): LocalText {
  const type = Array.isArray(shape) && shape.length === 1 ? shape[0] : shape;
  if (type === 0) return inBoth('true 或 false', 'true or false');
  if (Array.isArray(type)) return inBoth('按钮编号的数组', 'an array of icon ids');
  return inBoth(`不超过 ${Number(type)} 个字符的文本`, `text of at most ${Number(type)} characters`);
}

/** Other texts are not repeated in messages: a verification code can be part of an address. */
const plainText = /^[\w .,%+-]{0,40}$/;

function valueText(value: unknown): string | null {
  if (typeof value === 'string') return plainText.test(value) ? `"${value}"` : null;
  return typeof value === 'object' ? null : String(value);
}

/** Names each option, its value and what is allowed. */
export function invalidOptions(invalid: readonly InvalidOption[], language: string): PlayerFailure {
  const locale = nearestLocale(language);
  const shape = shapes.start0 as Readonly<Record<string, Shape>>;
  const sentences = invalid.map((option) => {
    const { name } = option;
    const range = (allowed[name] ?? allowedBy(shape[name]))[locale];
    const value = valueText(option.value);
    if (locale === 'zh-CN')
      return `选项 ${name} 的值${value === null ? '' : ` ${value} `}无效，可用：${range}`;
    return `The option ${name} must be: ${range}${value === null ? '' : `; it is ${value}`}`;
  });
  return {
    code: 'option.invalid',
    message: sentences.join(locale === 'zh-CN' ? '；' : '. ').slice(0, limits.messageLength),
    source: 'player',
    retryable: false,
    detail: { solution: advice.checkPageCode[locale] },
  };
}
