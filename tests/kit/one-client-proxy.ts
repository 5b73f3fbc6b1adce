/** A proxy in front of a camera that admits one connection at a time and resets all others, and counts both. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface OneClientProxy {
  readonly port: number;
  readonly admitted: number;
  readonly refused: number;
  /** True while a client is connected. */
  readonly isTaken: boolean;
  stop(): Promise<void>;
}

export async function startOneClientProxy(cameraPort: number): Promise<OneClientProxy> {
  let current: Socket | null = null;
  let admitted = 0;
  let refused = 0;
  const server = createServer((client) => {
    client.on('error', () => {
      /* the client may reset */
    });
    if (current) {
      refused += 1;
      client.resetAndDestroy();
      return;
    }
    admitted += 1;
    current = client;
    const camera = connect(cameraPort, '127.0.0.1');
    camera.on('error', () => client.destroy());
    camera.on('close', () => client.destroy());
    client.on('close', () => {
      camera.destroy();
      current = null;
    });
    client.pipe(camera);
    camera.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get admitted() {
      return admitted;
    },
    get refused() {
      return refused;
    },
    get isTaken() {
      return current !== null;
    },
    async stop() {
      current?.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
