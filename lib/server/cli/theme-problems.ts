import { z } from 'zod';
import type { ThemeProblem } from '../../contracts/theme/theme.ts';
import type { Locale } from '../../i18n/translate.ts';

const problemList = z.array(
  z.object({ path: z.string(), messages: z.object({ 'zh-CN': z.string(), 'en-US': z.string() }) }),
);

/** `footer.btnList[3].part must be left or right`. */
export function problemLine(
  { path, messages }: Pick<ThemeProblem, 'path' | 'messages'>,
  locale: Locale,
): string {
  return `${path === '' ? 'the theme' : path} ${messages[locale]}`;
}

/** Each problem of an error's details on a line of its own; null when there are none. */
export function problemLines(details: Readonly<Record<string, unknown>>, locale: Locale): string | null {
  const problems = problemList.safeParse(details.problems);
  if (!problems.success || problems.data.length === 0) return null;
  return problems.data.map((problem) => `\n  ${problemLine(problem, locale)}`).join('');
}
