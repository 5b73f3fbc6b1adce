/**
 * The only way to connect to a camera: resolve once, filter the addresses by policy, and connect to one of
 * them. A second DNS response can therefore have no effect (DNS rebinding).
 */
import { X509Certificate } from 'node:crypto';
import { lookup as dnsLookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { checkServerIdentity, connect as connectTls, type PeerCertificate, rootCertificates } from 'node:tls';
import type { Clock } from '../../kernel/clock.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { Ms } from '../../kernel/units.ts';
import { type AddressPolicy, embeddedForms, judgeAddress } from './address-policy.ts';
import { contains, type IpBytes, parseIp, parseNetwork } from './ip-address.ts';

export interface ConnectTarget {
  readonly host: string;
  readonly port: number;
  readonly useTls: boolean;
}

export interface TlsTrust {
  /**
   * PEM certificates trusted besides public ones, one per entry: private authorities or camera certificates.
   * For a listed camera certificate the host name is not checked: most contain a model name or nothing.
   */
  readonly extraCa?: readonly string[];
  /** Accept any certificate: protects against eavesdropping, not against impersonation. */
  readonly acceptAnyCertificate?: boolean;
}

export interface ConnectOptions {
  readonly policy: AddressPolicy;
  readonly clock: Clock;
  readonly timeoutMs: Ms;
  readonly tls?: TlsTrust;
  /** Aborting closes open sockets; the promise then resolves to `aborted`. */
  readonly signal?: AbortSignal;
  /** For tests: replaces the system's resolver. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
}

export interface ConnectFailure {
  readonly code: 'refusedAddress' | 'unresolved' | 'unreachable' | 'timeout' | 'certificate' | 'aborted';
  readonly message: string;
}

const fail = (code: ConnectFailure['code'], message: string) => err({ code, message });

/** Never rejects. The socket is returned paused and without listeners. */
export async function safeConnect(
  target: ConnectTarget,
  options: ConnectOptions,
): Promise<Result<Socket, ConnectFailure>> {
  const deadline = options.clock.monotonic() + options.timeoutMs;
  const resolved = await resolveOnce(target.host, options);
  if (!resolved.ok) return resolved;
  if (options.signal?.aborted) return fail('aborted', 'stopped while connecting');

  const allowed: string[] = [];
  let reason = '';
  for (const address of resolved.value) {
    const verdict = judge(options.policy, address, target.port);
    if (verdict === null) allowed.push(address);
    else reason = verdict;
  }
  if (allowed.length === 0) return fail('refusedAddress', `the address is not allowed: ${reason}`);

  let last: Result<Socket, ConnectFailure> = fail('timeout', 'no connection in time');
  for (const [index, address] of allowed.slice(0, 4).entries()) {
    const left = deadline - options.clock.monotonic();
    if (left <= 0) break;
    const attemptsLeft = Math.min(allowed.length, 4) - index;
    last = await connectOne(address, target, options, left / attemptsLeft);
    if (last.ok || last.error.code === 'aborted' || last.error.code === 'certificate') return last;
  }
  return last;
}

/**
 * The same for an address that is not used yet. Host names are checked when they are resolved: null. Only names of this
 * machine are known before.
 */
export function literalRefusal(
  policy: AddressPolicy,
  { host, port }: Pick<ConnectTarget, 'host' | 'port'>,
): string | null {
  if (isIP(host) !== 0) return judge(policy, host, port);
  if (!isLoopbackName(host)) return null;
  const verdicts = ['127.0.0.1', '::1'].map((address) => judge(policy, address, port));
  return verdicts.includes(null) ? null : verdicts[0]!;
}

/** RFC 6761, and the names in the hosts file of most systems. */
function isLoopbackName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return /(?:^|\.)localhost$/.test(name) || loopbackNames.has(name);
}

const loopbackNames: ReadonlySet<string> = new Set([
  'localhost.localdomain',
  'ip6-localhost',
  'ip6-loopback',
]);

/** Why this address may not be used, or null. */
function judge(policy: AddressPolicy, address: string, port: number): string | null {
  const verdict = judgeAddress(policy, address);
  if (!verdict.allowed) return verdict.reason;
  if (policy.ownPorts.includes(port) && isThisMachine(address)) return 'it is a port of this server';
  return null;
}

/** Loopback, and the unspecified addresses: connecting to those reaches this machine too. */
const alwaysHere = ['127.0.0.0/8', '::1/128', '0.0.0.0/8', '::/128'].map((text) => {
  const network = parseNetwork(text);
  if (!network.ok) throw new Error(network.error);
  return network.value;
});

function isThisMachine(address: string): boolean {
  const bytes = parseIp(address);
  if (bytes === null) return true;
  const own = ownAddresses();
  return [bytes, ...embeddedForms(bytes)].some(
    (form) =>
      alwaysHere.some((network) => contains(network, form)) ||
      own.some((each) => each.every((byte, index) => byte === form[index])),
  );
}

/** Read each time, because addresses change. Compared as bytes, because an address has several spellings. */
function ownAddresses(): readonly IpBytes[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .map((entry) => parseIp(entry.address.split('%')[0]!))
    .filter((bytes) => bytes !== null);
}

async function resolveOnce(
  host: string,
  options: ConnectOptions,
): Promise<Result<readonly string[], ConnectFailure>> {
  if (isIP(host) !== 0) return ok([host]);
  const resolve =
    options.lookup ??
    (async (name: string) => (await dnsLookup(name, { all: true, verbatim: true })).map((e) => e.address));
  let cancel: () => void = () => {};
  const late = new Promise<null>((done) => {
    const cancelTimer = options.clock.after(options.timeoutMs, () => done(null));
    const onAbort = () => done(null);
    options.signal?.addEventListener('abort', onAbort, { once: true });
    cancel = () => {
      cancelTimer();
      options.signal?.removeEventListener('abort', onAbort);
    };
  });
  try {
    const addresses = await Promise.race([resolve(host), late]);
    if (addresses === null) return fail('timeout', 'the name server did not answer in time');
    if (addresses.length === 0) return fail('unresolved', 'the name has no address');
    return ok(addresses);
  } catch (cause) {
    return fail('unresolved', `the name could not be resolved (${errorCode(cause)})`);
  } finally {
    cancel();
  }
}

function connectOne(
  address: string,
  target: ConnectTarget,
  options: ConnectOptions,
  timeoutMs: Ms,
): Promise<Result<Socket, ConnectFailure>> {
  return new Promise((resolve) => {
    const socket = target.useTls
      ? connectTls({
          host: address,
          port: target.port,
          rejectUnauthorized: options.tls?.acceptAnyCertificate !== true,
          ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
          ...(options.tls?.extraCa === undefined
            ? {}
            : {
                ca: [...rootCertificates, ...options.tls.extraCa],
                checkServerIdentity: nameCheck(options.tls.extraCa),
              }),
        })
      : connectTcp({ host: address, port: target.port });
    const settle = (result: Result<Socket, ConnectFailure>) => {
      cancelTimer();
      options.signal?.removeEventListener('abort', onAbort);
      socket.removeListener('error', onError);
      socket.removeListener(readyEvent, onReady);
      if (!result.ok) {
        socket.on('error', () => {
          /* the attempt is over: ignore later errors */
        });
        socket.destroy();
      }
      resolve(result);
    };
    const readyEvent = target.useTls ? 'secureConnect' : 'connect';
    const onReady = () => settle(ok(socket));
    const onError = (cause: Error) => settle(describe(cause));
    const onAbort = () => settle(fail('aborted', 'stopped while connecting'));
    const cancelTimer = options.clock.after(timeoutMs, () =>
      settle(fail('timeout', 'no connection in time')),
    );
    socket.on('error', onError);
    socket.on(readyEvent, onReady);
    options.signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function nameCheck(listed: readonly string[]): typeof checkServerIdentity {
  const prints = new Set(listed.map((pem) => new X509Certificate(pem).fingerprint256));
  return (host: string, shown: PeerCertificate) =>
    prints.has(shown.fingerprint256) ? undefined : checkServerIdentity(host, shown);
}

function describe(cause: Error): Result<Socket, ConnectFailure> {
  const code = errorCode(cause);
  if (/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/.test(code)) {
    return fail('certificate', `the camera's certificate is not trusted (${code})`);
  }
  return fail('unreachable', `no connection (${code})`);
}

/** Only Node's error code: its messages contain addresses. */
function errorCode(cause: unknown): string {
  const code = (cause as { code?: unknown }).code;
  return typeof code === 'string' ? code : 'unknown';
}
