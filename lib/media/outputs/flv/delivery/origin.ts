/**
 * Whether a page of this origin may open a WebSocket here: our own (its host is the one the request was sent to)
 * or a listed one. Programs that are not browsers send no origin; they need a ticket like everybody.
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
