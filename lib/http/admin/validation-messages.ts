import type { z } from 'zod';
import { localizedTextOf } from '../../contracts/admin/localized-message.ts';
import type { LocalFieldError } from '../../domain/errors/admin-error.ts';
import { invalid } from '../../domain/errors/admin-error.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';

/** For schemas without their own messages: zod's are for programmers. */
const messages = {
  missing: { 'zh-CN': '缺少必填参数', 'en-US': 'A required parameter is missing' },
  small: { 'zh-CN': '参数过短或过小', 'en-US': 'A parameter is too short or too small' },
  big: { 'zh-CN': '参数过长或过大', 'en-US': 'A parameter is too long or too large' },
  format: { 'zh-CN': '参数格式不正确', 'en-US': 'A parameter has the wrong format' },
  other: { 'zh-CN': '参数不正确', 'en-US': 'A parameter is invalid' },
} as const satisfies Record<string, LocalText>;

function messageFor({ code, input }: z.core.$ZodRawIssue): LocalText {
  if (code === 'too_small') return messages.small;
  if (code === 'too_big') return messages.big;
  if (code === 'invalid_format') return messages.format;
  return code === 'invalid_type' && input === undefined ? messages.missing : messages.other;
}
const maxErrors = 50;
/** A name can be as long as the body; it is repeated so that its sender finds it. */
const maxNameLength = 64;

function unknownName(path: readonly PropertyKey[], key: string): LocalFieldError {
  const name = [...path.map(String), key].join('.').slice(0, maxNameLength);
  return {
    path: name,
    message: { 'zh-CN': `不支持的参数：${name}`, 'en-US': `Unknown parameter: ${name}` },
  };
}

/** Parses in the caller's language. Throws 40000 with the invalid fields; never repeats a value. */
export function parseFor(schema: z.ZodType, value: unknown, locale: Locale): unknown {
  const parsed = schema.safeParse(value, { error: (issue) => messageFor(issue)[locale] });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues
    .flatMap((issue): LocalFieldError[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => unknownName(issue.path, key))
        : [{ path: issue.path.map(String).join('.'), message: localizedTextOf(issue.message) }],
    )
    .slice(0, maxErrors);
  const [first, ...rest] = errors;
  if (!first) throw new Error('a schema failed without an issue');
  throw invalid([first, ...rest]);
}
