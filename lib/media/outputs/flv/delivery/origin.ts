/**
 * Whether a page of this origin may open a WebSocket: the server's own origin (the host of the request) or a
 * listed one. Clients other than browsers send no origin; they need a ticket as well.
 */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
