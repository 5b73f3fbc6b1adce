/**
 * Whether a page of our own asks. Pages cannot set either header: browsers do, and say `null` or another origin
 * for everybody else's. A request that says neither is nobody's page, so what rests on a cookie refuses it.
 * `ownOrigin`: scheme, host and port under which the caller reached us. A proxy that ends TLS may leave us
 * thinking of http, so the scheme counts only where the browser does not vouch for the page itself.
 */
export function isFromOwnPage(headers: Headers, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin === null) return site === 'same-origin';
  if (origin === ownOrigin) return true;
  return site === 'same-origin' && hostOf(origin) !== null && hostOf(origin) === hostOf(ownOrigin);
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
