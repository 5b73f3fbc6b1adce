/**
 * True when one of our own pages sends the request. Pages cannot set either header; browsers set them, to `null` or
 * another origin for all other pages. A request with neither is rejected wherever a cookie authenticates. `ownOrigin`:
 * scheme, host and port that the caller used. Behind a TLS proxy we may see http, so the scheme is compared only if the
 * browser has not confirmed the page itself.
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
