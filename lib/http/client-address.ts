/** The address of the socket. Our own HTTP server sets it on every request and overwrites what the client sent. */
export const clientAddressHeader = 'x-oriel-client-address';

/** The client, or the proxy in front of us. */
export function socketAddress(request: Request): string {
  return request.headers.get(clientAddressHeader) ?? 'unknown';
}
