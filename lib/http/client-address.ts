/** The address of the socket, set on every request by our own HTTP server in place of what the caller wrote there. */
export const clientAddressHeader = 'x-oriel-client-address';

/** Whoever holds the connection: the caller, or a proxy in front of us. */
export function socketAddress(request: Request): string {
  return request.headers.get(clientAddressHeader) ?? 'unknown';
}
