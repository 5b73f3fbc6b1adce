/**
 * Makes values fit for the operation log: no secrets, bounded length, no characters that a database stores differently.
 */
const secretNames =
  /pass(word|wd)?$|^pwd$|pwd$|token|secret|signature|id_?card|bank_?card|captcha|totp|^code$|^pin$|(sms|valid|verification|share|draft)code$/i;
const maxJsonLength = 2_000;
const redacted = '******';

export function redactedJson(value: unknown): string {
  const seen = (_: string, each: unknown) => (typeof each === 'bigint' ? String(each) : each);
  return logText(JSON.stringify(redact(value, 0), seen) ?? '', maxJsonLength);
}

export function redact(value: unknown, depth = 0): unknown {
  if (depth > 8) return '…';
  if (Array.isArray(value)) return value.slice(0, 100).map((each) => redact(each, depth + 1));
  if (typeof value === 'string')
    return value.length > maxJsonLength ? `${value.slice(0, maxJsonLength)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      secretNames.test(name) && each !== null && each !== '' ? redacted : redact(each, depth + 1),
    ]),
  );
}

/** Truncated, well formed and without NUL characters, because the hash is verified on what the database returns. */
export function logText(text: string, max: number): string {
  const cut = text.length > max ? `${text.slice(0, max - 1)}…` : text;
  return Buffer.from(cut.replaceAll('\0', ''), 'utf8').toString('utf8');
}
