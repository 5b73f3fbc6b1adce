import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { type ConnectOptions, safeConnect } from '../../lib/media/net/safe-connect.ts';

const networks = (text: string) => {
  const parsed = parseNetworks(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};
const options = (changes: Partial<ConnectOptions> = {}): ConnectOptions => ({
  policy: { allowed: networks('127.0.0.0/8'), ownPorts: [] },
  clock: systemClock,
  timeoutMs: 1_000,
  ...changes,
});

let sentinel: Server;
let port: number;
let hits = 0;

beforeAll(async () => {
  sentinel = createServer((socket) => {
    hits += 1;
    socket.on('error', () => {
      /* the test may close first */
    });
  });
  sentinel.listen(0, '127.0.0.1');
  await once(sentinel, 'listening');
  port = (sentinel.address() as AddressInfo).port;
});

afterAll(() => {
  sentinel.close();
});

const errorOf = async (host: string, changes: Partial<ConnectOptions>, useTls = false) => {
  const result = await safeConnect({ host, port, useTls }, options(changes));
  if (result.ok) {
    result.value.destroy();
    return null;
  }
  return result.error.code;
};

describe('safeConnect', () => {
  it('connects to a listed address', async () => {
    expect(await errorOf('127.0.0.1', {})).toBeNull();
  });

  it('never connects to a forbidden address in any spelling', async () => {
    const policy = { allowed: networks('10.0.0.0/8'), ownPorts: [] };
    const before = hits;
    for (const host of ['127.0.0.1', '::ffff:127.0.0.1', '::1', '0.0.0.0', 'localhost']) {
      expect(await errorOf(host, { policy })).toBe('refusedAddress');
    }
    for (const address of ['127.0.0.1', '::ffff:7f00:1', '169.254.169.254', '0.0.0.0', 'fe80::1%lo']) {
      expect(await errorOf('camera.example', { policy, lookup: async () => [address] })).toBe(
        'refusedAddress',
      );
    }
    expect(hits).toBe(before);
  });

  it('resolves once, so a changing DNS response has no effect', async () => {
    let requested = 0;
    const lookup = async () => {
      requested += 1;
      return [requested === 1 ? '127.0.0.2' : '127.0.0.1'];
    };
    const policy = { allowed: networks('127.0.0.2/32'), ownPorts: [] };
    const before = hits;
    // 127.0.0.2 has no listener; the second DNS answer would have one.
    expect(await errorOf('rebind.example', { policy, lookup })).toBe('unreachable');
    expect(requested).toBe(1);
    expect(hits).toBe(before);
  });

  it('uses only the allowed addresses of several', async () => {
    const policy = { allowed: networks('127.0.0.1/32'), ownPorts: [] };
    const lookup = async () => ['169.254.169.254', '127.0.0.1'];
    expect(await errorOf('two.example', { policy, lookup })).toBeNull();
  });

  it('does not connect to its own ports on this machine in any spelling', async () => {
    const policy = { allowed: networks('0.0.0.0/0,::/0'), ownPorts: [port] };
    const machine = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .filter(({ family }) => family === 'IPv4')
      .map(({ address }) => address);
    const hex = (address: string) => {
      const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    };
    const before = hits;
    for (const address of [
      ...['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::', '0:0:0:0:0:0:0:0', '0.0.0.0'],
      ...['::ffff:0.0.0.0', '::127.0.0.1', '::ffff:7f00:1', '2002:7f00:1::', '64:ff9b::7f00:1'],
      ...machine.flatMap((own) => [own, `::ffff:${own}`, `::FFFF:${hex(own)}`, `0:0:0:0:0:ffff:${hex(own)}`]),
    ]) {
      expect([address, await errorOf(address, { policy })]).toEqual([address, 'refusedAddress']);
      expect(await errorOf('camera.example', { policy, lookup: async () => [address] })).toBe(
        'refusedAddress',
      );
    }
    expect(hits).toBe(before);
  });

  it('respects a port of its own that is added later', async () => {
    const ownPorts: number[] = [];
    const policy = { allowed: networks('127.0.0.0/8'), ownPorts };
    expect(await errorOf('127.0.0.1', { policy })).toBeNull();
    ownPorts.push(port);
    expect(await errorOf('127.0.0.1', { policy })).toBe('refusedAddress');
  });

  it('times out on DNS lookups and handshakes that never end', async () => {
    const lookup = () => new Promise<string[]>(() => {});
    expect(await errorOf('slow.example', { lookup, timeoutMs: 50 })).toBe('timeout');
    expect(await errorOf('127.0.0.1', { timeoutMs: 100 }, true)).toBe('timeout');
  });

  it('can be aborted in either phase', async () => {
    const abort = new AbortController();
    const lookup = () => new Promise<string[]>(() => {});
    const naming = errorOf('slow.example', { lookup, signal: abort.signal });
    const shaking = errorOf('127.0.0.1', { signal: abort.signal }, true);
    setTimeout(() => abort.abort(), 20);
    expect([await naming, await shaking]).toEqual(['timeout', 'aborted']);
    expect(await errorOf('127.0.0.1', { signal: abort.signal })).toBe('aborted');
  });

  it('reports a name without an address', async () => {
    expect(await errorOf('none.example', { lookup: async () => [] })).toBe('unresolved');
    const lookup = async (): Promise<string[]> => {
      throw Object.assign(new Error('x'), { code: 'ENOTFOUND' });
    };
    expect(await errorOf('none.example', { lookup })).toBe('unresolved');
  });
});

describe('rtsps', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-tls-'));
  const servers: Server[] = [];

  /** A camera with a self-signed certificate for this name. */
  async function startCamera(name: string) {
    const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
    const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const subject = ['-subj', '/CN=camera', '-addext', `subjectAltName=${name}`];
    execFileSync('openssl', [...kind, '-days', '2', '-keyout', key, '-out', cert, ...subject], {
      stdio: 'ignore',
    });
    const certificate = readFileSync(cert, 'utf8');
    const server = createTlsServer({ key: readFileSync(key), cert: certificate });
    server.on('tlsClientError', () => {
      /* clients that do not trust the certificate close */
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    return { certificate, port: (server.address() as AddressInfo).port };
  }

  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const secure = async (port: number, tls: ConnectOptions['tls']) => {
    const result = await safeConnect(
      { host: '127.0.0.1', port, useTls: true },
      options(tls === undefined ? {} : { tls }),
    );
    if (result.ok) result.value.destroy();
    return result.ok ? 'connected' : result.error.code;
  };

  it('trusts only configured certificates', async () => {
    const { certificate, port } = await startCamera('IP:127.0.0.1');
    expect(await secure(port, undefined)).toBe('certificate');
    expect(await secure(port, { extraCa: [certificate] })).toBe('connected');
    expect(await secure(port, { acceptAnyCertificate: true })).toBe('connected');
  });

  it('accepts a listed camera certificate with any name, and no other certificate of that name', async () => {
    const camera = await startCamera('DNS:model-7');
    const impostor = await startCamera('DNS:model-8');
    expect(await secure(camera.port, { extraCa: [camera.certificate] })).toBe('connected');
    expect(await secure(impostor.port, { extraCa: [camera.certificate] })).toBe('certificate');
  });
});
