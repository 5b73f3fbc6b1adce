import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, silentLogger } from '../../lib/kernel/logger.ts';
import { gatewayPath } from '../../lib/kernel/rtcgw.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../lib/media/gateway/gateway.ts';
import { FakeClock } from './fake-clock.ts';
import { FakePeer, FakeTalkGate, FakeTalkPlane } from './fake-talk.ts';

/** The gateway on a real port, with a clock that tests move. */
export class GatewayServer {
  readonly clock = new FakeClock();
  readonly gate = new FakeTalkGate();
  readonly plane = new FakeTalkPlane();
  readonly peers: FakePeer[] = [];
  /** If set, peers cannot be opened. */
  peerFailure: Error | null = null;
  readonly gateway: Gateway;
  readonly http: Server;

  constructor(options: Partial<GatewayOptions> = {}, logger: Logger = silentLogger) {
    this.gateway = createGateway({
      gate: this.gate,
      plane: this.plane,
      openPeer: async () => {
        if (this.peerFailure) throw this.peerFailure;
        const peer = new FakePeer();
        this.peers.push(peer);
        return peer;
      },
      clock: this.clock,
      logger,
      ...options,
    });
    this.http = createServer((request, response) => this.gateway.handleHttp(request, response));
    this.http.on('upgrade', (request, socket, head) => this.gateway.handleUpgrade(request, socket, head));
  }

  listen(): Promise<this> {
    return new Promise((resolve) => this.http.listen(0, '127.0.0.1', () => resolve(this)));
  }

  /** Address by scheme: `ws` or `http`. */
  url(scheme: string): string {
    return `${scheme}://127.0.0.1:${(this.http.address() as AddressInfo).port}${gatewayPath}`;
  }

  async close(): Promise<void> {
    await this.gateway.stop();
    await new Promise((resolve) => {
      this.http.close(resolve);
      this.http.closeAllConnections();
    });
  }
}

/** Waits for something that real sockets cause. */
export async function until(what: string, isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen`);
    await delay(2);
  }
}
