import { z } from 'zod';
import { isLappCode, lappMessage } from '../../domain/lapp-errors.ts';

/** What the domain tells about an input that does not fit. */
const issueList = z.array(z.object({ path: z.string(), message: z.string() }));

/** One sentence for the terminal, with the fields that were wrong, if any. */
export function describeError(
  code: string,
  message: string,
  details: Readonly<Record<string, unknown>>,
): string {
  // Codes of the open platform come with their Chinese text.
  const words = isLappCode(code) ? lappMessage(code, 'en-US') : message;
  const issues = issueList.safeParse(details['issues']);
  if (!issues.success) return words;
  return `${words}: ${issues.data.map((issue) => `${issue.path}: ${issue.message}`).join('; ')}`;
}
