/**
 * Schemas for the values of one field. Used by forms in the browser, hence `zod/mini`, and by every write on the
 * server.
 */
import * as z from 'zod/mini';
import { formatMessage } from '../../i18n/format-message.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { FieldDef } from './field.ts';
import { localizedMessage } from './localized-message.ts';

const texts = {
  required: { 'zh-CN': '{label}不能为空', 'en-US': '{label} is required' },
  short: {
    'zh-CN': '{label}不能少于 {count} 个字符',
    'en-US': '{label} must have at least {count, plural, one {# character} other {# characters}}',
  },
  long: {
    'zh-CN': '{label}不能超过 {count} 个字符',
    'en-US': '{label} must have at most {count, plural, one {# character} other {# characters}}',
  },
  pattern: { 'zh-CN': '{label}格式不正确', 'en-US': '{label} has the wrong format' },
  whole: { 'zh-CN': '{label}必须是整数', 'en-US': '{label} must be a whole number' },
  low: { 'zh-CN': '{label}不能小于 {count}', 'en-US': '{label} must be at least {count}' },
  high: { 'zh-CN': '{label}不能大于 {count}', 'en-US': '{label} must be at most {count}' },
  option: { 'zh-CN': '{label}不在可选范围内', 'en-US': '{label}: choose one of the options' },
  tooFew: { 'zh-CN': '{label}不能少于 {count} 项', 'en-US': '{label}: select at least {count}' },
  many: { 'zh-CN': '{label}不能超过 {count} 项', 'en-US': '{label}: select at most {count}' },
  time: {
    'zh-CN': '{label}的格式应为 yyyy-MM-dd HH:mm:ss',
    'en-US': '{label} must have the format yyyy-MM-dd HH:mm:ss',
  },
  wrong: { 'zh-CN': '{label}的类型不正确', 'en-US': '{label} has the wrong type' },
  hint: { 'zh-CN': '{label}格式不正确，{hint}', 'en-US': '{label} has the wrong format: {hint}' },
} as const satisfies Record<string, LocalText>;
type Text = keyof typeof texts;

/** For errors that only the server can detect. */
export function fieldText(field: FieldDef, text: Text, count = 0, hint?: LocalText): LocalText {
  const fill = (locale: keyof LocalText) =>
    formatMessage(locale, texts[text][locale], {
      label: field.label[locale],
      count,
      hint: hint?.[locale] ?? '',
    });
  return { 'zh-CN': fill('zh-CN'), 'en-US': fill('en-US') };
}

const message = (field: FieldDef, text: Text, count?: number) =>
  localizedMessage(fieldText(field, text, count));

/** Maximum of the database's `integer` columns. */
export const maxInteger = 2_147_483_647;
/** Maximum number of characters if the definition gives none. */
const defaultLength = { string: 255, text: 2_000, html: 65_536, image: 500, icon: 100, secret: 500 } as const;
const defaultEntries = 200;
export const timePattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

export type FieldSchema = z.ZodMiniType;

/** Schema of a value that is present. */
export function valueSchema(field: FieldDef): FieldSchema {
  switch (field.kind) {
    case 'string':
    case 'text':
    case 'html':
    case 'secret':
    case 'image':
    case 'icon':
      return textSchema(field, field.kind);
    case 'integer':
    case 'money':
      return numberSchema(field);
    case 'flag':
      return z.enum(['0', '1'], message(field, 'option'));
    case 'boolean':
      return z.boolean(message(field, 'wrong'));
    case 'enum':
      return z.enum((field.options ?? []).map(({ value }) => value) as [string], message(field, 'option'));
    case 'dict':
      return oneLine(field, 100);
    case 'time':
      return z.string(message(field, 'time')).check(z.refine(isTime, { error: message(field, 'time') }));
    case 'relation':
      return field.relation?.multiple ? listOf(field, idSchema(field)) : idSchema(field);
    case 'strings':
      return listOf(field, z.pipe(asName(field), oneLine(field, 500)));
    case 'json':
      return z.json();
  }
}

function textSchema(field: FieldDef, kind: keyof typeof defaultLength): FieldSchema {
  const isOneLine = kind === 'string' || kind === 'image' || kind === 'icon';
  const checks = textChecks(field, field.max ?? defaultLength[kind]);
  const plain = z.string(message(field, 'wrong')).check(...checks, characters(field, isOneLine));
  // Spaces around a name are removed; in a secret or a document they may be intended.
  return isOneLine ? z.pipe(asName(field), plain) : plain;
}

/** Names that look equal are one name: ü is one character, however it was typed. */
const asName = (field: FieldDef) =>
  z.pipe(
    z.string(message(field, 'wrong')),
    z.transform((text: string) => text.trim().normalize('NFC')),
  );

function textChecks(field: FieldDef, max: number) {
  const hint = field.patternHint;
  const pattern = field.pattern === undefined ? null : new RegExp(`^(?:${field.pattern})$`, 'u');
  return [
    z.minLength(field.min ?? 0, message(field, 'short', field.min)),
    // Checked first, and aborts: a pattern can take time quadratic in the length.
    z.maxLength(max, { error: message(field, 'long', max), abort: true }),
    ...(pattern
      ? [
          z.regex(
            pattern,
            hint ? localizedMessage(fieldText(field, 'hint', 0, hint)) : message(field, 'pattern'),
          ),
        ]
      : []),
  ];
}

/**
 * Characters that are invisible or change the direction of the text around them: names that contain them can look
 * identical. Variation selectors and the zero-width joiner of emoji are allowed.
 */
export const unseen =
  /(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)\u200d)[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;

/** Characters that databases, terminals or spreadsheets cannot handle. */
function characters(field: FieldDef, isOneLine: boolean) {
  const refused = isOneLine
    ? // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
      /[\u0000-\u001f\u007f\u2028\u2029]/
    : // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;
  return z.refine<string>(
    (text) => !refused.test(text) && !/\p{Cs}/u.test(text) && !(isOneLine && unseen.test(text)),
    { error: message(field, 'pattern') },
  );
}

function oneLine(field: FieldDef, max: number) {
  return z
    .string(message(field, 'wrong'))
    .check(z.minLength(1, message(field, 'required')), z.maxLength(max, message(field, 'long', max)))
    .check(characters(field, true));
}

function numberSchema(field: FieldDef): FieldSchema {
  const min = field.min ?? (field.kind === 'money' ? 0 : -maxInteger);
  const max = field.max ?? maxInteger;
  return z
    .int(message(field, 'whole'))
    .check(z.gte(min, message(field, 'low', min)), z.lte(max, message(field, 'high', max)));
}

function idSchema(field: FieldDef): FieldSchema {
  const wrong = message(field, 'wrong');
  const whole = z.int(wrong).check(z.gte(0, wrong), z.lte(maxInteger, wrong));
  return z.union([whole, z.string(wrong).check(z.regex(/^[0-9a-f]{32}$/, wrong))], wrong);
}

function listOf(field: FieldDef, entry: FieldSchema): FieldSchema {
  const max = field.max ?? defaultEntries;
  return z
    .array(entry, message(field, 'wrong'))
    .check(
      z.minLength(field.min ?? 0, message(field, 'tooFew', field.min)),
      z.maxLength(max, message(field, 'many', max)),
    );
}

/** True for an existing date with a valid time. */
export function isTime(text: string): boolean {
  if (!timePattern.test(text)) return false;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year!, month! - 1, day)).getUTCDate() === day;
}

const isNothing = (value: unknown) => value === '' || value === null || value === undefined;

/**
 * A field of a body. A required value must be present; otherwise null and the empty text mean "no value". An absent
 * secret stays unchanged. The API document describes the output of these schemas, because their input is lenient.
 */
export function bodySchema(field: FieldDef, kind: 'create' | 'update'): FieldSchema {
  const value = kind === 'update' && field.mask ? orMasked(field) : valueSchema(field);
  const isNeeded =
    field.required === true &&
    !(kind === 'update' && field.kind === 'secret') &&
    // Whether it is visible, and so required, depends on the whole body.
    (field.form === false || field.form?.visibleWhen === undefined);
  if (!isNeeded) {
    const emptied = z.transform((given) => (given === '' ? null : given));
    return z.optional(z.pipe(emptied, z.nullable(value)));
  }
  const filled = z.unknown().check(
    z.refine((given) => !isNothing(given) && !(Array.isArray(given) && given.length === 0), {
      error: message(field, 'required'),
      abort: true,
    }),
  );
  const whole = z.pipe(filled, value);
  return kind === 'update' || field.default !== undefined ? z.optional(whole) : whole;
}

export function requiredText(field: FieldDef): string {
  return message(field, 'required');
}

/**
 * A user who sees a masked value sends the mask back, which means "unchanged". The server checks that it is the right
 * mask.
 */
function orMasked(field: FieldDef): FieldSchema {
  const value = valueSchema(field);
  const either = z.transform<unknown, unknown>((given, context) => {
    if (typeof given === 'string' && given.includes('*') && given.length <= 500) return given;
    const parsed = z.safeParse(value, given);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      context.issues.push({ code: 'custom', message: issue.message, input: given });
    return given;
  });
  return z.pipe(either, z.string());
}
