/**
 * Parses the address of a camera. The user name and password are removed: `url` contains none, and error
 * messages repeat only the scheme.
 */
import { err, ok, type Result } from '../../kernel/result.ts';
import { parseIp } from './ip-address.ts';

export interface CameraUrl<Scheme extends string = 'rtsp' | 'rtsps'> {
  readonly scheme: Scheme;
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Path and query, starting with '/'. May contain secrets: never log it. */
  readonly path: string;
  /** The full address without user name and password, as used in requests. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** `rtsp://host:port`, safe for logs and messages. */
  readonly label: string;
}

export interface CameraUrlError {
  readonly code:
    | 'url.empty'
    | 'url.tooLong'
    | 'url.control'
    | 'url.scheme'
    | 'url.host'
    | 'url.port'
    | 'url.path'
    /** The user name or password has `character`, which ends them in an address unless it is encoded. */
    | 'url.login';
  readonly message: string;
  readonly character?: string;
}

/** Accepted schemes with their default ports. */
type Ports<Scheme extends string> = Readonly<Record<Scheme, number>>;

const streamPorts = { rtsp: 554, rtsps: 322 } as const;
const maxUrlLength = 2_048;
const encodeHint = 'encode / ? # @ : in the user name and password as %2F %3F %23 %40 %3A';

const bad = (code: CameraUrlError['code'], message: string) => err({ code, message });

export function parseCameraUrl(text: string): Result<CameraUrl, CameraUrlError> {
  return parseAddress(text, streamPorts);
}

/** The same for other schemes. */
export function parseAddress<Scheme extends string>(
  text: string,
  ports: Ports<Scheme>,
): Result<CameraUrl<Scheme>, CameraUrlError> {
  const schemes = Object.keys(ports).map((name) => `${name}://`);
  if (text === '') return bad('url.empty', 'the camera address is empty');
  if (text.length > maxUrlLength)
    return bad('url.tooLong', `the camera address exceeds ${maxUrlLength} characters`);
  const character = strayInLogin(text);
  if (character !== null) {
    const message = `the user name or password has "${character}": write it as ${encodeURIComponent(character)}, or give user name and password apart from the address. An "@" in the path is written as %40`;
    return err({ code: 'url.login', message, character });
  }
  if (hasControlOrSpace(text))
    return bad('url.control', 'the camera address has spaces, control characters or backslashes');
  const parts = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^#]*)(#?)/.exec(text);
  if (parts === null) {
    return bad('url.scheme', `the camera address must start with ${schemes.join(' or ')}`);
  }
  const [, rawScheme = '', authority = '', rawPath = '', fragment] = parts;
  const scheme = rawScheme.toLowerCase();
  if (!isOneOf(scheme, ports)) {
    return bad('url.scheme', `${scheme}:// is not supported: use ${schemes.join(' or ')}`);
  }
  if (fragment === '#') return bad('url.path', `the camera address has a "#": ${encodeHint}`);

  const at = authority.lastIndexOf('@');
  const credentials = splitCredentials(at < 0 ? '' : authority.slice(0, at));
  if (credentials === null)
    return bad('url.host', `the user name or password is badly encoded: ${encodeHint}`);
  const place = splitHostPort(authority.slice(at + 1), ports[scheme]);
  if (!place.ok) return place;
  const path = encodeURI(rawPath.startsWith('/') ? rawPath : `/${rawPath}`).replaceAll('%25', '%');
  const { host, port } = place.value;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const label = `${scheme}://${shownHost}:${port}`;
  const url = `${scheme}://${shownHost}${port === ports[scheme] ? '' : `:${port}`}${path}`;
  return ok({ scheme, host, port, path, url, label, ...credentials });
}

/**
 * The character that ends user name and password too early, as "?" in `rtsp://admin:P@ss?w@cam.local/`: read by the
 * rules, this is the host `ss` with a secret in its path. Null: there is none. An "@" after the host is taken for the
 * end of the login where a colon precedes it, unless the host is an IP address, which no login contains.
 */
export function strayInLogin(text: string): string | null {
  const parts = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#\\ ]*)([/?#\\ ])(.*)$/s.exec(text);
  if (parts === null) return null;
  const [, authority = '', character = '', rest = ''] = parts;
  const login = `${authority}${rest.slice(0, Math.max(0, rest.lastIndexOf('@')))}`;
  if (!rest.includes('@') || !login.includes(':')) return null;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return /^\[.*\](?::\d*)?$/.test(host) || parseIp(host.replace(/:\d*$/, '')) !== null ? null : character;
}

function isOneOf<Scheme extends string>(scheme: string, ports: Ports<Scheme>): scheme is Scheme {
  return Object.hasOwn(ports, scheme);
}

function hasControlOrSpace(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code <= 0x20 || code === 0x5c || (code >= 0x7f && code <= 0xa0)) return true;
    if (code === 0x2028 || code === 0x2029 || code === 0xfeff) return true;
    if (code >= 0xd800 && code <= 0xdfff) {
      const pair = text.codePointAt(i)!;
      if (pair < 0x10000) return true; // unpaired surrogate
      i += 1;
    }
  }
  return false;
}

function splitCredentials(userinfo: string): { username: string; password: string } | null {
  const colon = userinfo.indexOf(':');
  const [rawUser, rawPassword] =
    colon < 0 ? [userinfo, ''] : [userinfo.slice(0, colon), userinfo.slice(colon + 1)];
  const username = decodePercent(rawUser);
  const password = decodePercent(rawPassword);
  if (hasControlCharacter(username) || hasControlCharacter(password)) return null;
  return { username, password };
}

/** A "%" that is not an escape is kept. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A user name with control characters could inject header lines. */
export const hasControlCharacter = (text: string): boolean =>
  [...text].some((char) => char < ' ' || char === '\u007f');

function splitHostPort(
  text: string,
  defaultPort: number,
): Result<{ host: string; port: number }, CameraUrlError> {
  const parts = text.startsWith('[')
    ? /^\[([^\]]*)\](?::(.*))?$/.exec(text)
    : /^([^:]*)(?::(.*))?$/.exec(text);
  if (parts === null) return bad('url.host', `the host of the camera address is malformed: ${encodeHint}`);
  const [, rawHost = '', rawPort] = parts;
  const host = rawHost.toLowerCase();
  if (host === '') return bad('url.host', 'the camera address has no host');
  if (!isHost(host, text.startsWith('['))) {
    return bad('url.host', `the host of the camera address is not a name or an IP address: ${encodeHint}`);
  }
  if (rawPort === undefined || rawPort === '') return ok({ host, port: defaultPort });
  const port = /^\d{1,5}$/.test(rawPort) ? Number(rawPort) : 0;
  if (port < 1 || port > 65_535) {
    return bad('url.port', `the port of the camera address is not 1 to 65535: ${encodeHint}`);
  }
  return ok({ host, port });
}

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

function isHost(host: string, isBracketed: boolean): boolean {
  if (isBracketed) return host.includes(':') && parseIp(host) !== null;
  if (parseIp(host) !== null) return true;
  const labels = (host.endsWith('.') ? host.slice(0, -1) : host).split('.');
  if (host.length > 253 || !labels.every((part) => label.test(part))) return false;
  // 127.1, 0x7f000001 and 017700000001 are addresses for some resolvers; only the standard form is accepted.
  return !/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1)!);
}
