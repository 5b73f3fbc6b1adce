/** IP addresses as 16 bytes, and networks in CIDR form. IPv4 is stored as ::ffff:a.b.c.d. */
import { isIPv4, isIPv6 } from 'node:net';
import { err, ok, type Result } from '../../kernel/result.ts';

export type IpBytes = Uint8Array;

export interface Network {
  readonly bytes: IpBytes;
  /** Counted over all 128 bits: an IPv4 /8 is 104. */
  readonly prefixBits: number;
  /** As it was written. */
  readonly text: string;
}

/** Null if the text is not an address in standard form (no octal, hexadecimal or shortened IPv4). */
export function parseIp(text: string): IpBytes | null {
  if (isIPv4(text)) return ipv4Bytes(text);
  if (!isIPv6(text) || text.includes('%')) return null;
  return ipv6Bytes(text);
}

function ipv4Bytes(text: string): IpBytes {
  const bytes = new Uint8Array(16);
  bytes[10] = 0xff;
  bytes[11] = 0xff;
  bytes.set(text.split('.').map(Number), 12);
  return bytes;
}

/** `text` has already been accepted by `isIPv6`. */
function ipv6Bytes(text: string): IpBytes {
  let plain = text;
  const dotted = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1];
  if (dotted !== undefined) {
    const [a, b, c, d] = dotted.split('.').map(Number) as [number, number, number, number];
    plain = `${text.slice(0, -dotted.length)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  }
  const [head = '', tail] = plain.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const words = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  const bytes = new Uint8Array(16);
  words.forEach((word, index) => {
    const value = Number.parseInt(word, 16);
    bytes[index * 2] = value >> 8;
    bytes[index * 2 + 1] = value & 0xff;
  });
  return bytes;
}

export function parseNetwork(text: string): Result<Network, string> {
  const [address = '', prefix, ...rest] = text.trim().split('/');
  const bytes = parseIp(address);
  if (bytes === null || rest.length > 0) return err(`"${text}" is not a network such as 192.168.0.0/16`);
  const width = isIPv4(address) ? 32 : 128;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return err(`"${text}" has no valid prefix length`);
  const bits = prefix === undefined ? width : Number(prefix);
  if (bits > width) return err(`"${text}" has a prefix longer than ${width}`);
  return ok({ bytes, prefixBits: bits + 128 - width, text: text.trim() });
}

/** Comma or space separated. The error names the first invalid entry. */
export function parseNetworks(text: string): Result<readonly Network[], string> {
  const networks: Network[] = [];
  for (const part of text.split(/[\s,]+/).filter((piece) => piece !== '')) {
    const network = parseNetwork(part);
    if (!network.ok) return network;
    networks.push(network.value);
  }
  return ok(networks);
}

export function contains(network: Network, address: IpBytes): boolean {
  const whole = network.prefixBits >> 3;
  for (let i = 0; i < whole; i += 1) if (network.bytes[i] !== address[i]) return false;
  const rest = network.prefixBits & 7;
  if (rest === 0) return true;
  const mask = (0xff << (8 - rest)) & 0xff;
  return (network.bytes[whole]! & mask) === (address[whole]! & mask);
}
