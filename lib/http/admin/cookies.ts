/** Cookies of a request, by name. The first of two with the same name counts, as in proxies before us. */
export function readCookies(header: string | null): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const pair of (header ?? '').split(';').slice(0, 64)) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim();
    if (name && !found.has(name)) found.set(name, pair.slice(at + 1).trim());
  }
  return Object.assign(Object.create(null) as Record<string, string>, Object.fromEntries(found));
}
