/** Keeps secrets out of logs, by the name of a field and by the look of a value. */

const hidden = '[redacted]';
const deepestLevel = 6;

/** Names whose values are never shown. Names about a secret that are not one (`hasPassword`) stay. */
const secretName =
  /^(?:.*(?:password|passwd|secret|ticket|authorization|cookie|credential|passphrase)|(?:access|refresh|media)?_?token|.*Token|api_?key|valid_?code|setup_?code)$/i;

const patterns: readonly (readonly [RegExp, string])[] = [
  // Authorization headers in a text.
  [/\b(bearer|basic|digest)\s+[A-Za-z0-9+/_=.~-]{6,}/gi, `$1 ${hidden}`],
  // user:password@ of any URL, and the verification code before the @ of a stream address.
  [/\b([a-z][a-z0-9+.-]{1,15}:\/\/)[^\s/@"'<>]+@/gi, `$1${hidden}@`],
  // name=value of queries and forms, "name":"value" of JSON.
  [
    /(["']?\b(?:access_?token|refresh_?token|token|ticket|app_?secret|api_?secret|secret|password|passwd|pwd|valid_?code|authorization|cookie)["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s&;,"'}]+)/gi,
    `$1${hidden}`,
  ],
  // What we make ourselves: long random text. Hashes in hex and UUIDs stay readable.
  [
    /\b(?![0-9a-f-]{32,}\b)(?=[A-Za-z0-9_-]*[0-9])(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9_-]{40,}(?:\.[A-Za-z0-9_-]{10,})*/g,
    hidden,
  ],
];

/** The same text with everything that looks like a secret replaced. */
export function redactText(text: string): string {
  let result = text;
  for (const [pattern, replacement] of patterns) result = result.replace(pattern, replacement);
  return result;
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

/** A copy that is safe to log: plain data, bounded depth, bytes by their number only. */
export function redactValue(value: unknown, level = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (level >= deepestLevel) return '[deeper]';
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
