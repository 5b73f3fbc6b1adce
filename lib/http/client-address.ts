/**
 * The caller's address, set on every request by our own HTTP server from the socket (or from the proxy it
 * was told to trust), replacing whatever the caller wrote there.
 */
export const clientAddressHeader = 'x-oriel-client-address';

export function clientAddress(request: Request): string {
  return request.headers.get(clientAddressHeader) ?? 'unknown';
}
