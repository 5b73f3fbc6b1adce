/**
 * Writes docs/ref/error-codes.md, the error catalogue as a page, and the type of its codes for the SDK:
 *   npx tsx scripts/generate-error-codes.ts
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ErrorEntry, errorCatalogue } from '../lib/error-catalogue/catalogue.ts';
import { advice } from '../lib/error-catalogue/platform/advice.ts';

export const errorCodesFile = resolve(import.meta.dirname, '../docs/ref/error-codes.md');

const introduction = `# Error codes

Written by \`scripts/generate-error-codes.ts\` from \`lib/error-catalogue\`. Change the tables there, then run it again.

Every failure that reaches a page or a viewer has a code. Programs compare the code, which never changes its meaning; people read the cause and the advice, in Chinese and English. Codes with words are Oriel's own. The numbers are those that camera platforms use, so that pages written for them keep working.

- **From**: where the error occurred: \`device\`, \`service\`, or \`player\` (the browser, its network, the page).
- **Retry**: whether a retry can succeed by itself. With \`no\`, something has to be changed first.
- **Offers**: the action that the player offers with the message: \`askCode\` asks the viewer for the verification code, \`getToken\` gets a new access token from the page, \`retry\` tries again.
- **Try**: the name of an advice text; see the table below.

A code is looked up as it is. In the media families 361, 391, 395, 396, 397 and 399 the last four digits are sufficient if they are unambiguous: 5404 is 395404. Codes of the families 10, 20, 30 and 60 have a six-digit form with a leading 1; both forms are accepted. For any other code the player shows the server's message, otherwise 获取播放地址失败 or 播放失败，请检查设备及客户端网络.

Codes marked ° were seen in the field but are documented nowhere: their text only names the family, and the server's message is shown instead if there is one. The numbers from -999 to -1202 are network errors on Apple systems. A code documented in only one of its two forms has the text of that form: 10008 that of 110008, 1152677 that of 1052677.
`;

/** The expected content of the page. */
export function errorCodesPage(): string {
  const names = new Map(Object.entries(advice).map(([name, text]) => [text, name]));
  const rows = [...errorCatalogue].sort(byCode).map((entry) => {
    const { code, isVague, source, isRetryable, action, cause } = entry;
    const offers = action === 'none' ? '–' : action;
    return cells(
      `${code}${isVague ? '°' : ''}`,
      cause['zh-CN'],
      cause['en-US'],
      source,
      isRetryable,
      offers,
      names.get(entry.advice) ?? '',
    );
  });
  const used = new Set(errorCatalogue.map((entry) => entry.advice));
  const advices = [...names].filter(([text]) => used.has(text));
  return [
    introduction,
    '## Codes\n',
    cells('Code', 'Cause, Chinese', 'Cause, English', 'From', 'Retry', 'Offers', 'Try'),
    cells(...Array<string>(7).fill('---')),
    ...rows,
    '\n## Advice\n',
    cells('Name', 'Chinese', 'English'),
    cells(...Array<string>(3).fill('---')),
    ...advices.map(([text, name]) => cells(name, text['zh-CN'], text['en-US'])),
    '',
  ].join('\n');
}

function cells(...texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`;
}

/** Numbers in ascending order, then negative numbers and words. */
function byCode({ code: a }: ErrorEntry, { code: b }: ErrorEntry): number {
  return kindOf(a) - kindOf(b) || Math.abs(Number(a)) - Math.abs(Number(b)) || (a < b ? -1 : 1);
}

function kindOf(code: string): number {
  if (/^\d+$/.test(code)) return 0;
  return /^-\d+$/.test(code) ? 1 : 2;
}

/** Codes that are in no table, because the SDK or the protocol between SDK and player makes them. */
const protocolCodes = {
  'handshake-timeout': 'there is no player at this address',
  version: 'player and SDK have no protocol version in common',
  timeout: 'no response in time',
  destroyed: 'the player was removed',
  'frame-reloaded': 'the player frame reloaded; the player continues, the call does not',
  uncloneable: 'an argument cannot be sent',
  'bad-reply': 'the response is invalid',
  unsupported: 'this player does not have the call',
  busy: 'too many calls at once',
  internal: 'the player failed at the call',
} as const;

export const errorCodeTypeFile = resolve(import.meta.dirname, '../host-sdk/error-codes.generated.ts');

/** The expected content of the type. */
export function errorCodeType(): string {
  const words = errorCatalogue.filter(({ code }) => kindOf(code) === 2);
  const rows = [...words]
    .sort(byCode)
    .map(({ code, cause }) => `  /** ${cause['en-US']}. */\n  | '${code}'\n`);
  const own = Object.entries(protocolCodes).map(([code, cause]) => `  /** ${cause}. */\n  | '${code}'\n`);
  return `// Generated from lib/error-catalogue by scripts/generate-error-codes.ts. Change the tables there, then run it again.

/** Codes of the player and of the SDK. The server and cameras also have numbers, as text: \`10002\`. */
export type ErrorCode =
${[...rows, ...own].join('')}  /** Of the server or the camera. */
  | \`\${number}\`;
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(errorCodesFile, errorCodesPage());
  writeFileSync(errorCodeTypeFile, errorCodeType());
}
