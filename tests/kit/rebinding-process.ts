/**
 * Runs in a network namespace whose only name server it is: the address of a name changes between two questions. Every
 * address has a listener that counts connections. Sends its results over the IPC channel; see
 * `tests/media/dns-rebinding.test.ts`.
 */
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, createServer, isIPv6 } from 'node:net';
import { systemClock } from '../../lib/kernel/clock.ts';
import { postSoap } from '../../lib/media/control/soap-post.ts';
import { judgeAddress } from '../../lib/media/net/address-policy.ts';
import { parseIp } from '../../lib/media/net/ip-address.ts';
import { openRtsp } from '../../lib/media/sources/rtsp/open-rtsp.ts';

export interface RebindingResult {
  readonly client: string;
  readonly target: string;
  /** Of the attempt whose question was answered with the public address, and of the next one. */
  readonly outcomes: readonly [string, string];
  /** Connections that arrived at the public address, and at all others. */
  readonly hits: { readonly public: number; readonly forbidden: number };
  /** Questions for the IPv4 address of the name. */
  readonly questions: number;
}

const [publicAddress = '', ...forbidden] = process.argv.slice(2);
const port = 8_554;
const policy = { allowed: [], ownPorts: [] };

/** Addresses to answer with, per question for the name; the last one is repeated. */
let answers: readonly (readonly string[])[] = [];
const asked = { a: 0, aaaa: 0 };

async function startNameServer(): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port: from, address }) => {
    const end = question.indexOf(0, 12) + 5;
    const isA = question.readUInt16BE(end - 4) === 1;
    const count = isA ? asked.a : asked.aaaa;
    if (isA) asked.a += 1;
    else asked.aaaa += 1;
    const found = (answers[count] ?? answers.at(-1) ?? []).filter((each) => isIPv6(each) !== isA);
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(found.length, 6);
    head.writeUInt32BE(0, 8);
    const records = found.map((each) => {
      const bytes = parseIp(each)!;
      const data = isA ? bytes.subarray(12) : bytes;
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(isA ? 1 : 28, 2);
      record.writeUInt16BE(1, 4);
      // May not be kept: time to live 0.
      record.writeUInt16BE(data.length, 10);
      return Buffer.concat([record, data]);
    });
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), from, address);
  });
  socket.bind(53, '127.0.0.1');
  await once(socket, 'listening');
}

const hits = new Map<string, number>();
async function startListeners(): Promise<void> {
  for (const address of [publicAddress, ...forbidden]) {
    const server = createServer((socket) => {
      hits.set(address, (hits.get(address) ?? 0) + 1);
      socket.on('error', () => {
        /* the client closes */
      });
      socket.once('data', () => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'));
    });
    server.listen(port, address);
    await once(server, 'listening');
  }
}

const clients: Readonly<Record<string, (host: string) => Promise<string>>> = {
  async RTSP(host) {
    const opened = await openRtsp(
      { kind: 'rtsp', url: `rtsp://${host}:${port}/stream`, username: '', password: '' },
      {
        clock: systemClock,
        addressPolicy: policy,
        connectMs: 5_000,
        requestMs: 5_000,
        signal: new AbortController().signal,
        onPacket() {},
        onEnd() {},
      },
    );
    if (!opened.ok) return opened.error.code;
    opened.value.connection.close();
    return 'connected';
  },
  async ONVIF(host) {
    const target = { host, port, useTls: false, path: '/onvif', headers: {} };
    try {
      await postSoap(target, '<a/>', { clock: systemClock, addressPolicy: policy }, { timeoutMs: 5_000 });
      return 'connected';
    } catch (error) {
      return (error as { code: string }).code;
    }
  },
  /** The control: checks the address of a name, then connects to the name. */
  async 'a client that resolves twice'(host) {
    const { address } = await lookup(host);
    if (!judgeAddress(policy, address).allowed) return 'refused';
    const socket = connect({ host, port });
    await once(socket, 'connect');
    socket.destroy();
    return 'connected';
  },
};

await startNameServer();
await startListeners();
const results: RebindingResult[] = [];
let made = 0;
for (const [client, open] of Object.entries(clients)) {
  for (const target of forbidden) {
    made += 1;
    const host = `camera${made}.rebind.test`;
    answers = [[publicAddress], [target]];
    Object.assign(asked, { a: 0, aaaa: 0 });
    hits.clear();
    const outcomes = [await open(host), await open(host)] as const;
    // Both addresses in one answer, whatever their order.
    answers = [[target, publicAddress]];
    if (client !== 'a client that resolves twice') await open(host);
    const all = [...hits.values()].reduce((sum, count) => sum + count, 0);
    const reached = hits.get(publicAddress) ?? 0;
    results.push({
      client,
      target,
      outcomes,
      hits: { public: reached, forbidden: all - reached },
      questions: asked.a,
    });
  }
}
process.send?.(results, () => process.exit());
