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

/** Parses in the caller's language. Throws 40000 with the invalid fields; never repeats a value. */
export function parseFor(schema: z.ZodType, value: unknown, locale: Locale): unknown {
  const parsed = schema.safeParse(value, { error: (issue) => messageFor(issue)[locale] });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, maxErrors).map(
    ({ path, message }): LocalFieldError => ({
      path: path.map(String).join('.'),
      message: localizedTextOf(message),
    }),
  );
  const [first, ...rest] = errors;
  if (!first) throw new Error('a schema failed without an issue');
  throw invalid([first, ...rest]);
}
