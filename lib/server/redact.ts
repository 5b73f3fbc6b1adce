/** Removes secrets from logs, by field name and by value pattern. */

const hidden = '[redacted]';
const maxLevel = 6;

/** Fields whose values are hidden. Fields that only describe a secret (`hasPassword`) are kept. */
const secretName =
  /^(?:.*(?:password|passwd|pwd|psw|secret|ticket|authorization|cookie|credential|passphrase)|pass|(?:access|refresh|media)?_?token|.*Token|api_?key|valid_?code|setup_?code|share_?code|pin)$/i;

/** Longer texts are cut, because each pattern below scans the whole text. */
const maxTextLength = 4_096;
const cutMark = '… [cut]';

/** A replacement in linear time for any input. */
type Rule = (text: string) => string;

const rules: readonly Rule[] = [
  // Headers: the value is the rest of the line, for any scheme.
  (text) =>
    text.replace(
      /((?:authorization|cookie)["']?\s{0,4}[=:]\s{0,4})("[^"\r\n]*"|'[^'\r\n]*'|[^\r\n]+)/gi,
      `$1${hidden}`,
    ),
  // The same values without a header name.
  (text) => text.replace(/\b(bearer|basic|digest)\s{1,4}[A-Za-z0-9+/_=.~-]{6,}/gi, `$1 ${hidden}`),
  (text) => text.replace(/\b([a-z][a-z0-9+.-]{1,15}:\/\/)([^\s"'<>]+)/gi, withoutCredentials),
  // name=value of paths, queries and forms, "name":"value" of JSON.
  (text) =>
    text.replace(
      /((?:(?<![a-z])pass|password|passwd|passphrase|pwd|psw|secret|token|ticket|credentials?|api[_-]?key|(?:valid|verify|verification|setup)[_ -]?code)["']?\s{0,4}[=:]\s{0,4})("[^"]*"|'[^']*'|[^\s&;,"'}]+)/gi,
      `$1${hidden}`,
    ),
  // Addresses of links whose path has a code.
  (text) => text.replace(/\/(s|e|t)\/[^\s/?#"'<>]{8,}/gi, `/$1/${hidden}`),
  // Setup codes.
  (text) => text.replace(/\b[2-9A-HJKMNP-TV-Z]{4}(?:-[2-9A-HJKMNP-TV-Z]{4}){4}\b/gi, hidden),
  // Generated tokens: long random text. Hexadecimal hashes and UUIDs are kept.
  (text) =>
    text.replace(/[A-Za-z0-9_-]{40,}(?:\.[A-Za-z0-9_-]{10,})*/g, (found) =>
      isRandom(found) ? hidden : found,
    ),
];

/**
 * Hides user:password@ of any URL, and the verification code before the @ of a stream address. Passwords
 * often contain an unencoded @ or slash, so after a colon the last @ counts.
 */
function withoutCredentials(_: string, scheme: string, rest: string): string {
  const last = rest.lastIndexOf('@');
  const at = rest.slice(0, last).includes(':') ? last : rest.slice(0, endOfHost(rest)).lastIndexOf('@');
  return at < 0 ? scheme + rest : `${scheme}${hidden}${rest.slice(at)}`;
}

function endOfHost(rest: string): number {
  const end = rest.search(/[/?#]/);
  return end < 0 ? rest.length : end;
}

function isRandom(text: string): boolean {
  const [first = ''] = text.split('.');
  return !/^[0-9a-f-]+$/.test(first) && /[0-9]/.test(first) && /[A-Za-z]/.test(first);
}

/** Cuts at white space: a partial secret would not match the patterns. */
function cut(text: string): string {
  if (text.length <= maxTextLength) return text;
  let end = maxTextLength;
  while (end > 0 && !/\s/.test(text[end] as string)) end -= 1;
  return text.slice(0, end) + cutMark;
}

/** Replaces everything that looks like a secret, and cuts the text to 4 KB. */
export function redactText(text: string): string {
  return rules.reduce((result, rule) => rule(result), cut(text));
}

function redactError(error: Error, level: number): Record<string, unknown> {
  const { code, details } = error as { code?: unknown; details?: unknown };
  return {
    type: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...(code === undefined ? {} : { code }),
    ...(details === undefined ? {} : { details: redactValue(details, level + 1) }),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, level + 1) }),
  };
}

/** A copy that is safe to log: plain data of bounded depth, with byte arrays replaced by their length. */
export function redactValue(value: unknown, level = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (level >= maxLevel) return '[deeper]';
  if (value instanceof Error) return redactError(value, level);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Date) return value;
  if (value instanceof Map || value instanceof Set) return redactValue([...value], level);
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redactValue(item, level + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretName.test(name) && typeof item !== 'boolean' && item !== null && item !== undefined
        ? hidden
        : redactValue(item, level + 1),
    ]),
  );
}
