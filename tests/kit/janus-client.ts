/** The package `janus-gateway` in Node, with the player's adapters. */
import type JanusClient from 'janus-gateway';
import type { JanusJS } from 'janus-gateway';
import { WebSocket } from 'ws';
import { createGatewayWire } from '../../player-frame/talk/gateway-wire.ts';

/** What the package expects of a page. */
const page = { addEventListener() {}, RTCPeerConnection: class {} };

const sockets = new Set<WebSocket>();

/** Cuts all connections, as a network does. */
export function cutConnections(): void {
  for (const ws of sockets) ws.terminate();
  sockets.clear();
}

/** Addresses of all HTTP requests. */
export const requested: string[] = [];

const wire = createGatewayWire({
  camera: { deviceSerial: 'CAM1', channelNo: 1 },
  makeSocket(url, subprotocol) {
    const ws = new WebSocket(url, subprotocol);
    sockets.add(ws);
    return ws as unknown as globalThis.WebSocket;
  },
  send: (url, init) => {
    requested.push(String(url));
    return fetch(url, init);
  },
});

/** The package constructs it. */
function AdaptedSocket(url: string) {
  return wire.socket(url);
}

/** The class, ready to use. */
export async function loadJanus(): Promise<typeof JanusClient> {
  const timeout = globalThis.setTimeout;
  Object.assign(globalThis, {
    ...{ window: page, navigator: { platform: 'Linux' } },
    // Its timers outlive its sessions.
    setTimeout: (run: () => void, ms: number) => timeout(run, ms).unref(),
  });
  const { default: Janus } = await import('janus-gateway');
  await new Promise<void>((resolve) => {
    Janus.init({
      dependencies: Janus.useDefaultDependencies({
        adapter: { browserDetails: { browser: 'chrome', version: 100 } },
        extension: { init() {} },
        WebSocket: AdaptedSocket,
        fetch: (url: string, init: RequestInit) => wire.fetch(url, init),
      } as unknown as Partial<JanusJS.DefaultDependencies>),
      callback: resolve,
    });
  });
  return Janus;
}
