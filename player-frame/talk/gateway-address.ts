import { gatewayPath } from '../../lib/kernel/rtcgw.ts';

/**
 * Addresses of the gateway, in the order of attempts: WebSocket, then HTTP for networks that block it. An address
 * without a ws scheme is rewritten to the secure WebSocket of its host (specification, document 2, section 7). Null:
 * not our own server, the only one that receives tickets and audio.
 *
 * @param origin of the frame; on a page without TLS the WebSocket has none either
 */
export function gatewayServers(rtcUrl: string, origin: string): readonly [ws: string, http: string] | null {
  const page = new URL(origin);
  const withScheme = /^wss?:\/\//i.test(rtcUrl) ? rtcUrl : `wss://${rtcUrl.replace(/^https?:\/\//i, '')}`;
  if (!URL.canParse(withScheme)) return null;
  const { host, username, password } = new URL(withScheme.replace(/^wss?:/i, page.protocol));
  if (host !== page.host || username !== '' || password !== '') return null;
  const http = `${origin}${gatewayPath}`;
  return [http.replace(/^http/, 'ws'), http];
}
