import { z } from 'zod';
import { bothLanguages } from '../../contracts/admin/say.ts';
import type { LocalFieldError } from '../../domain/console/admin-error.ts';
import { invalid } from '../../domain/console/admin-error.ts';
import type { Locale } from '../../i18n/translate.ts';

/** What zod says where a schema has no words of its own. */
const words = { 'zh-CN': z.locales.zhCN().localeError, 'en-US': z.locales.en().localeError } as const;
const mostErrors = 50;

/** Parses for the caller's language. Throws 40000 with the fields that do not fit; never repeats a value. */
export function parseFor(schema: z.ZodType, value: unknown, locale: Locale): unknown {
  const parsed = schema.safeParse(value, { error: words[locale] });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, mostErrors).map(
    ({ path, message }): LocalFieldError => ({
      path: path.map(String).join('.'),
      message: bothLanguages(message),
    }),
  );
  const [first, ...rest] = errors;
  if (!first) throw new Error('a schema refused without a reason');
  throw invalid([first, ...rest]);
}
