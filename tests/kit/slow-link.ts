/**
 * A TCP proxy that reads from the server as fast as it can and passes the data on at a limited rate, as a reverse proxy
 * with a large buffer does: the server never sees that the viewer is slow.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SlowLink {
  readonly port: number;
  /** Bits per second of all connections together, from now on. */
  setRate(bitsPerSecond: number): void;
  /** Bytes in the buffer of the proxy. */
  readonly bufferedBytes: number;
  /** Bytes passed on to clients. */
  readonly sentBytes: number;
  close(): Promise<void>;
}

const everyMs = 20;

export async function startSlowLink(serverPort: number, bitsPerSecond: number): Promise<SlowLink> {
  let rate = bitsPerSecond;
  let sentBytes = 0;
  const lines = new Set<{ readonly client: Socket; waiting: Buffer[]; bytes: number; isEnded: boolean }>();
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1');
    const line = { client, waiting: [] as Buffer[], bytes: 0, isEnded: false };
    lines.add(line);
    const close = (): void => {
      lines.delete(line);
      client.destroy();
      upstream.destroy();
    };
    // Otherwise the kernel would buffer what this proxy has already sent.
    client.setNoDelay(true);
    client.on('error', close).on('close', close);
    upstream.on('error', close).on('end', () => {
      line.isEnded = true;
    });
    client.pipe(upstream);
    upstream.on('data', (data: Buffer) => {
      line.waiting.push(data);
      line.bytes += data.length;
    });
  });

  let credit = 0;
  const timer = setInterval(() => {
    credit = Math.min(credit + (rate * everyMs) / 8_000, rate / 8);
    for (const line of [...lines]) {
      while (credit > 0 && line.waiting.length > 0) {
        const [first] = line.waiting;
        const part = first!.subarray(0, Math.max(1, Math.floor(credit)));
        line.client.write(part);
        credit -= part.length;
        sentBytes += part.length;
        line.bytes -= part.length;
        if (part.length === first!.length) line.waiting.shift();
        else line.waiting[0] = first!.subarray(part.length);
      }
      if (line.isEnded && line.waiting.length === 0) line.client.end();
    }
  }, everyMs);

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setRate(next) {
      rate = next;
      credit = 0;
    },
    get bufferedBytes() {
      return [...lines].reduce((sum, line) => sum + line.bytes, 0);
    },
    get sentBytes() {
      return sentBytes;
    },
    async close() {
      clearInterval(timer);
      for (const line of lines) line.client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
