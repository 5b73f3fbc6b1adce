/**
 * The media gateway: sessions and handles over WebSocket and HTTP, in the protocol of Janus with `rtcgw` in place of
 * `janus`. `lib/server` passes requests and upgrades below `/rtcgw`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { gatewayMaxMessageBytes, gatewayPath, gatewaySubprotocol } from '../../kernel/rtcgw.ts';
import type { Ms } from '../../kernel/units.ts';
import { isAllowedOrigin } from '../outputs/flv/delivery/origin.ts';
import type { Answer } from '../outputs/flv/delivery/refusal.ts';
import { refuseUpgrade } from '../outputs/flv/delivery/refuse-upgrade.ts';
import type { OpenTalkPeer, TalkGate, TalkPlane } from '../talk-ports.ts';
import { createCommands } from './commands.ts';
import { createHttpTransport } from './http-transport.ts';
import { defaultGatewayLimits, type GatewayLimits } from './limits.ts';
import { AddressRates } from './rate.ts';
import { Sessions } from './sessions.ts';
import { SocketTransport } from './socket-transport.ts';
import { createTalkPlugin } from './talk-plugin.ts';

export interface GatewayOptions {
  readonly gate: TalkGate;
  readonly plane: Pick<TalkPlane, 'open'>;
  readonly openPeer: OpenTalkPeer;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Origins besides the server's own whose pages may use the gateway. */
  readonly allowedOrigins?: readonly string[];
  readonly limits?: Partial<GatewayLimits>;
  /** Added to responses to refused upgrades, for example security headers. */
  readonly refusalHeaders?: Readonly<Record<string, string>>;
  /** The client address of a request, for limits; required behind a trusted proxy. */
  readonly addressOf?: (request: IncomingMessage) => string;
}

/** What is open. All are zero when nobody talks. */
export interface GatewayStats {
  readonly sockets: number;
  readonly polls: number;
  readonly sessions: number;
  readonly handles: number;
  /** Connections for media, including those being opened or closed. */
  readonly peers: number;
  readonly calls: number;
}

export interface Gateway {
  handleHttp(request: IncomingMessage, response: ServerResponse): void;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stats(): GatewayStats;
  /** Refuses new sessions, ends the others, and resolves when their calls and sockets are closed. Safe to call twice. */
  stop(): Promise<void>;
}

const STOP_WITHIN_MS: Ms = 3_000;

const refusal = (httpStatus: number, code: string, message: string): Answer => ({
  ...{ httpStatus, code, message },
  wsCode: 1008,
});
const refusals = {
  path: refusal(404, 'path.unknown', 'Unknown path.'),
  origin: refusal(403, 'request.origin', 'This origin may not use the gateway.'),
  subprotocol: refusal(400, 'ws.subprotocol', `The subprotocol must be ${gatewaySubprotocol}.`),
  tooMany: refusal(429, 'gateway.tooMany', 'Too many connections.'),
  stopping: refusal(503, 'server.stopping', 'The server is stopping.'),
} as const;

export function createGateway(options: GatewayOptions): Gateway {
  const { gate, plane, openPeer, clock, logger, allowedOrigins = [], refusalHeaders = {} } = options;
  const addressOf = options.addressOf ?? ((request) => request.socket.remoteAddress ?? '');
  const limits = { ...defaultGatewayLimits, ...options.limits };
  const sessions = new Sessions(gate, clock, logger, limits);
  const rates = new AddressRates(clock, limits.requests);
  const talk = createTalkPlugin({ plane, openPeer, clock, logger });
  const sockets = new Set<SocketTransport>();
  let isStopping = false;
  const answer = createCommands({
    ...{ gate, sessions, rates, logger },
    plugins: [talk.plugin],
    isStopping: () => isStopping,
  });
  const http = createHttpTransport({ sessions, answer, rates, clock, allowedOrigins, addressOf });
  const webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    autoPong: false,
    maxPayload: gatewayMaxMessageBytes,
    handleProtocols: () => gatewaySubprotocol,
  });

  function refusalOf({ url = '', headers }: IncomingMessage): Answer | null {
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    if (isStopping) return refusals.stopping;
    if (url.replace(/[?#].*$/s, '').replace(/\/$/, '') !== gatewayPath) return refusals.path;
    if (!isAllowedOrigin(headers.origin, headers.host, allowedOrigins)) return refusals.origin;
    return offered.includes(gatewaySubprotocol) ? null : refusals.subprotocol;
  }

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = addressOf(request);
    const refused = refusalOf(request) ?? (rates.take(address) ? null : refusals.tooMany);
    const leave = refused ? null : sessions.connections.enter(address);
    if (!leave) {
      refuseUpgrade(socket, refused ?? refusals.tooMany, refusalHeaders);
      return;
    }
    socket.once('close', leave);
    webSockets.handleUpgrade(request, socket, head, (ws) => {
      const transport = new SocketTransport({ ws, address, clock, limits, answer });
      sockets.add(transport);
      ws.once('close', () => sockets.delete(transport));
    });
  }

  async function stop(): Promise<void> {
    isStopping = true;
    rates.close();
    await sessions.close();
    for (const socket of sockets) socket.close({ code: 1001, reason: 'server.stopping' });
    const cancel = clock.after(STOP_WITHIN_MS, () => {
      for (const socket of sockets) socket.destroy();
    });
    await Promise.all([...sockets].map((socket) => socket.whenClosed));
    cancel();
  }

  return {
    handleHttp: http.handle,
    handleUpgrade,
    stats: () => ({
      sockets: sockets.size,
      polls: http.polls(),
      sessions: sessions.size,
      handles: sessions.handles,
      ...talk.stats(),
    }),
    stop,
  };
}
