/**
 * The ONVIF side of a camera over real HTTP: it verifies logins, turns in real time and stops at its limits. Written
 * from the ONVIF specifications (core, media, PTZ), independently of any client. A mood makes it behave as a broken or
 * hostile device.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventServices } from './onvif-events.ts';
import type { RecordingServices } from './onvif-recordings.ts';

export type OnvifBehaviour =
  | 'normal'
  | 'noPtz'
  | 'noVideo' // profiles without encoder configuration
  | 'oldServices' // GetCapabilities instead of GetServices
  | 'noPosition' // GetStatus is not implemented
  | 'brokenXml'
  | 'html'
  | 'entityBomb'
  | 'huge'
  | 'namespaceBomb'
  | 'deep'
  | 'drip'
  | 'cut'
  | 'mute'
  | 'redirect';

export interface OnvifDeviceOptions {
  readonly username?: string;
  readonly password?: string;
  /** Authentication scheme. */
  readonly login?: 'wsse' | 'digest';
  /** Of the digest; sent as UTF-8. */
  readonly realm?: string;
  /** How far the device's clock is ahead of ours, ms. */
  readonly clockAheadMs?: number;
  /** Time from the centre to a limit at full speed, ms. */
  readonly halfTurnMs?: number;
  /** No movement on the tilt axis. */
  readonly noTilt?: boolean;
  /** Pans without limits: the position wraps around. */
  readonly isEndless?: boolean;
  /** Host in the addresses of its services; the device's own address by default. */
  readonly serviceHost?: string;
  /** Recording search and replay (profile G). */
  readonly recordings?: RecordingServices;
  /** Events over pull points. */
  readonly events?: EventServices;
  /** Video sources of a recorder with several channels, instead of one. */
  readonly videoSources?: readonly string[];
  /** PEM; then the device uses https. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface OnvifDevice {
  /** URL of the device service. */
  readonly url: string;
  behaviour: OnvifBehaviour;
  /** Delay before each response, ms. */
  slowMs: number;
  /** If set, modifies each response. */
  mutate: ((xml: string) => string) | null;
  /** Names of the authenticated requests, in order; `ContinuousMove 0.6,0 PT3S` with its velocity and timeout. */
  readonly received: readonly string[];
  /** Bytes of all requests, to check for secrets. */
  readonly raw: string;
  readonly refusedLogins: number;
  /** Profiles that were asked for a key frame, in order. */
  readonly synchronized: readonly string[];
  readonly position: { readonly x: number; readonly y: number };
  readonly isMoving: boolean;
  setPassword(password: string): void;
  stop(): Promise<void>;
}

interface Motion {
  readonly x: number;
  readonly y: number;
  readonly since: number;
  readonly until: number;
}

/** Headers are read and written as latin1: one character for each byte. */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1');
const clamp = (value: number) => Math.max(-1, Math.min(1, value));
const wrap = (value: number) => ((((value + 1) % 2) + 2) % 2) - 1;

export async function startOnvifDevice(options: OnvifDeviceOptions = {}): Promise<OnvifDevice> {
  const {
    username = 'admin',
    login = 'wsse',
    realm = 'onvif',
    clockAheadMs = 0,
    halfTurnMs = 2_000,
  } = options;
  let { password = 'one <two> & "three"' } = options;
  const received: string[] = [];
  const synchronized: string[] = [];
  let raw = '';
  let refusedLogins = 0;
  let at = { x: 0, y: 0 };
  let motion: Motion | null = null;
  const nonces = new Set<string>();
  const state = {
    behaviour: 'normal' as OnvifBehaviour,
    slowMs: 0,
    mutate: null as OnvifDevice['mutate'],
  };

  function settle(): void {
    if (motion === null) return;
    const passed = Math.min(performance.now(), motion.until) - motion.since;
    const way = (speed: number) => (speed * passed) / halfTurnMs;
    const held = options.isEndless ? wrap : clamp;
    at = { x: held(at.x + way(motion.x)), y: clamp(at.y + way(motion.y)) };
    const isOver = performance.now() >= motion.until || (isHeld(at.x, motion.x) && isHeld(at.y, motion.y));
    motion = isOver ? null : { ...motion, since: performance.now() };
  }
  const isHeld = (place: number, speed: number) =>
    speed === 0 || (!options.isEndless && place === Math.sign(speed));

  /**
   * True for a UsernameToken with a correct digest, created within five minutes of the device's time, and not used
   * before.
   */
  function isKnownToken(xml: string): boolean {
    const part = (name: string) => new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>([^<]*)<`).exec(xml)?.[1] ?? '';
    const nonce = part('Nonce');
    const created = part('Created');
    const age = Date.now() + clockAheadMs - Date.parse(created);
    if (part('Username') !== xmlText(username) || !(Math.abs(age) < 300_000) || nonces.has(nonce))
      return false;
    nonces.add(nonce);
    const hash = createHash('sha1');
    hash.update(Buffer.from(nonce, 'base64')).update(created).update(password);
    return isEqual(hash.digest('base64'), part('Password'));
  }

  const challenge = () =>
    `Digest realm="${bytesOf(realm)}", qop="auth", nonce="${randomBytes(8).toString('hex')}", algorithm=MD5`;

  function isKnownDigest(header: string, path: string): boolean {
    const part = (name: string) => new RegExp(`\\b${name}="?([^",]*)"?`).exec(header)?.[1] ?? '';
    const md5 = (bytes: string) => createHash('md5').update(bytes, 'latin1').digest('hex');
    const secret = md5(bytesOf(`${username}:${realm}:${password}`));
    const action = md5(`POST:${path}`);
    const proof = [secret, part('nonce'), part('nc'), part('cnonce'), part('qop'), action].join(':');
    if (part('uri') !== path || part('username') !== bytesOf(username)) return false;
    return part('realm') === bytesOf(realm) && isEqual(md5(proof), part('response'));
  }

  async function onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const xml = Buffer.concat(chunks).toString();
    raw += `${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${xml}\n`;
    if (state.slowMs > 0) await delay(state.slowMs);
    if (await answerWithFault(state.behaviour, response)) return;
    const name = /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(xml)?.[1] ?? '';
    const isLetIn =
      name === 'GetSystemDateAndTime' ||
      (login === 'digest'
        ? isKnownDigest(request.headers.authorization ?? '', request.url ?? '')
        : isKnownToken(xml));
    if (!isLetIn) {
      refusedLogins += 1;
      if (login === 'digest') response.setHeader('WWW-Authenticate', challenge());
      send(response, login === 'digest' ? 401 : 400, fault('ter:NotAuthorized', 'Sender not Authorized'));
      return;
    }
    const origin = `http://${options.serviceHost ?? request.headers.host}`;
    const event = options.events?.serve(name, xml, request.url ?? '', origin) ?? null;
    if (event !== null) received.push(name);
    const answer = event === null ? serve(name, xml, origin) : await event;
    if (state.mutate !== null && answer !== null) sendRaw(response, 200, state.mutate(envelope(answer)));
    else if (answer === null)
      send(response, 500, fault('ter:ActionNotSupported', 'Optional Action Not Implemented'));
    else send(response, 200, answer);
  }

  function serve(name: string, xml: string, origin: string): string | null {
    settle();
    const { behaviour } = state;
    if (name !== 'ContinuousMove') received.push(name);
    switch (name) {
      case 'GetSystemDateAndTime':
        return dateAndTime(new Date(Date.now() + clockAheadMs));
      case 'GetServices':
        return behaviour === 'oldServices'
          ? null
          : services(origin, behaviour !== 'noPtz', [
              ...(options.recordings?.namespaces ?? []),
              ...(options.events?.namespaces ?? []),
            ]);
      case 'GetCapabilities':
        return capabilities(origin);
      case 'GetDeviceInformation':
        return `<tds:GetDeviceInformationResponse><tds:Manufacturer>Oriel</tds:Manufacturer><tds:Model>Test</tds:Model><tds:FirmwareVersion>1</tds:FirmwareVersion><tds:SerialNumber>1</tds:SerialNumber><tds:HardwareId>1</tds:HardwareId></tds:GetDeviceInformationResponse>`;
      case 'GetProfiles':
        return options.videoSources
          ? sourceProfiles(options.videoSources)
          : profiles(behaviour !== 'noVideo');
      case 'GetNodes':
        return nodes(options.noTilt ?? false);
      case 'SetSynchronizationPoint':
        synchronized.push(/<(?:\w+:)?ProfileToken>([^<]*)</.exec(xml)?.[1] ?? '');
        return '<trt:SetSynchronizationPointResponse/>';
      case 'GetStatus':
        return behaviour === 'noPosition' ? null : status(at, motion !== null);
      case 'ContinuousMove': {
        const [, x = '0', y = '0'] = /PanTilt x="([^"]*)" y="([^"]*)"/.exec(xml) ?? [];
        const timeout = /<(?:\w+:)?Timeout>PT([\d.]+)S</.exec(xml)?.[1];
        received.push(`ContinuousMove ${x},${y}${timeout === undefined ? '' : ` PT${timeout}S`}`);
        const now = performance.now();
        const until = timeout === undefined ? Number.POSITIVE_INFINITY : now + Number(timeout) * 1_000;
        motion = { x: Number(x), y: Number(y), since: now, until };
        return '<tptz:ContinuousMoveResponse/>';
      }
      case 'Stop':
        motion = null;
        return '<tptz:StopResponse/>';
      default:
        return options.recordings?.serve(name, xml) ?? null;
    }
  }

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    onRequest(request, response).catch(() => response.destroy());
  };
  const server: Server = options.tls ? createSecureServer(options.tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}/onvif/device_service`,
    received,
    synchronized,
    get behaviour() {
      return state.behaviour;
    },
    set behaviour(behaviour) {
      state.behaviour = behaviour;
    },
    get slowMs() {
      return state.slowMs;
    },
    set slowMs(ms) {
      state.slowMs = ms;
    },
    get mutate() {
      return state.mutate;
    },
    set mutate(mutate) {
      state.mutate = mutate;
    },
    get raw() {
      return raw;
    },
    get refusedLogins() {
      return refusedLogins;
    },
    get position() {
      settle();
      return at;
    },
    get isMoving() {
      settle();
      return motion !== null;
    },
    setPassword(text) {
      password = text;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const xmlText = (text: string) =>
  text.replace(
    /[<>&"']/g,
    (sign) => `&${{ '<': 'lt', '>': 'gt', '&': 'amp', '"': 'quot', "'": 'apos' }[sign]};`,
  );

const namespaces = [
  'xmlns:env="http://www.w3.org/2003/05/soap-envelope"',
  'xmlns:tds="http://www.onvif.org/ver10/device/wsdl"',
  'xmlns:trt="http://www.onvif.org/ver10/media/wsdl"',
  'xmlns:tptz="http://www.onvif.org/ver20/ptz/wsdl"',
  'xmlns:tse="http://www.onvif.org/ver10/search/wsdl"',
  'xmlns:trp="http://www.onvif.org/ver10/replay/wsdl"',
  'xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2"',
  'xmlns:wsa="http://www.w3.org/2005/08/addressing"',
  'xmlns:tev="http://www.onvif.org/ver10/events/wsdl"',
  'xmlns:tns1="http://www.onvif.org/ver10/topics"',
  'xmlns:tt="http://www.onvif.org/ver10/schema"',
  'xmlns:ter="http://www.onvif.org/ver10/error"',
].join(' ');

const envelope = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope ${namespaces}><env:Body>${body}</env:Body></env:Envelope>`;

const fault = (code: string, reason: string) =>
  `<env:Fault><env:Code><env:Value>env:Sender</env:Value><env:Subcode><env:Value>${code}</env:Value></env:Subcode></env:Code><env:Reason><env:Text xml:lang="en">${reason}</env:Text></env:Reason></env:Fault>`;

function send(response: ServerResponse, code: number, body: string): void {
  sendRaw(response, code, envelope(body));
}

function sendRaw(response: ServerResponse, code: number, xml: string): void {
  response.writeHead(code, { 'Content-Type': 'application/soap+xml; charset=utf-8' });
  // As bytes: Node writes the headers in front of a text as UTF-8.
  response.end(Buffer.from(xml));
}

function dateAndTime(now: Date): string {
  return `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings><tt:UTCDateTime><tt:Time><tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day></tt:Date></tt:UTCDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`;
}

function services(origin: string, hasPtz: boolean, more: readonly string[]): string {
  const all = [
    ['ver10/device/wsdl', 'device_service'],
    ['ver10/media/wsdl', 'media_service'],
    ...(hasPtz ? [['ver20/ptz/wsdl', 'ptz_service']] : []),
    ...more.map((space) => [space, `${space.split('/')[1]}_service`]),
  ];
  const one = ([space, path]: string[]) =>
    `<tds:Service><tds:Namespace>http://www.onvif.org/${space}</tds:Namespace><tds:XAddr>${origin}/onvif/${path}</tds:XAddr><tds:Version><tt:Major>2</tt:Major><tt:Minor>42</tt:Minor></tds:Version></tds:Service>`;
  return `<tds:GetServicesResponse>${all.map(one).join('')}</tds:GetServicesResponse>`;
}

function capabilities(origin: string): string {
  const one = (name: string, path: string) =>
    `<tt:${name}><tt:XAddr>${origin}/onvif/${path}</tt:XAddr></tt:${name}>`;
  return `<tds:GetCapabilitiesResponse><tds:Capabilities>${one('Device', 'device_service')}${one('Media', 'media_service')}${one('PTZ', 'ptz_service')}</tds:Capabilities></tds:GetCapabilitiesResponse>`;
}

function profiles(hasEncoder: boolean): string {
  const encoder =
    '<tt:VideoEncoderConfiguration token="VE1"><tt:Name>VE1</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>H264</tt:Encoding><tt:Resolution><tt:Width>1280</tt:Width><tt:Height>720</tt:Height></tt:Resolution><tt:Quality>5</tt:Quality></tt:VideoEncoderConfiguration>';
  const one = (token: string, head: string) =>
    `<trt:Profiles token="${token}" fixed="true"><tt:Name>${token}</tt:Name><tt:VideoSourceConfiguration token="VSC1"><tt:Name>VSC1</tt:Name><tt:UseCount>2</tt:UseCount><tt:SourceToken>VS1</tt:SourceToken></tt:VideoSourceConfiguration>${hasEncoder ? encoder : ''}${head}</trt:Profiles>`;
  const head =
    '<tt:PTZConfiguration token="PTZ1"><tt:Name>PTZ1</tt:Name><tt:UseCount>1</tt:UseCount><tt:NodeToken>NODE1</tt:NodeToken><tt:DefaultPTZTimeout>PT5S</tt:DefaultPTZTimeout></tt:PTZConfiguration>';
  return `<trt:GetProfilesResponse>${one('plain', '')}${one('turning&amp;co', head)}</trt:GetProfilesResponse>`;
}

/** One profile for each video source. */
function sourceProfiles(sources: readonly string[]): string {
  const one = (source: string) =>
    `<trt:Profiles token="P-${source}"><tt:Name>${source}</tt:Name><tt:VideoSourceConfiguration token="C-${source}"><tt:Name>${source}</tt:Name><tt:SourceToken>${source}</tt:SourceToken></tt:VideoSourceConfiguration></trt:Profiles>`;
  return `<trt:GetProfilesResponse>${sources.map(one).join('')}</trt:GetProfilesResponse>`;
}

function nodes(noTilt: boolean): string {
  const range = (name: string, reach: number) =>
    `<tt:${name}><tt:Min>${-reach}</tt:Min><tt:Max>${reach}</tt:Max></tt:${name}>`;
  const space = (name: string, kind: string) =>
    `<tt:${name}><tt:URI>http://www.onvif.org/ver10/tptz/PanTiltSpaces/${kind}GenericSpace</tt:URI>${range('XRange', 1)}${range('YRange', noTilt ? 0 : 1)}</tt:${name}>`;
  return `<tptz:GetNodesResponse><tptz:PTZNode token="NODE1" FixedHomePosition="false"><tt:Name>NODE1</tt:Name><tt:SupportedPTZSpaces>${space('AbsolutePanTiltPositionSpace', 'Position')}${space('ContinuousPanTiltVelocitySpace', 'Velocity')}</tt:SupportedPTZSpaces><tt:MaximumNumberOfPresets>0</tt:MaximumNumberOfPresets><tt:HomeSupported>false</tt:HomeSupported></tptz:PTZNode></tptz:GetNodesResponse>`;
}

function status({ x, y }: { x: number; y: number }, isMoving: boolean): string {
  return `<tptz:GetStatusResponse><tptz:PTZStatus><tt:Position><tt:PanTilt x="${x}" y="${y}" space="http://www.onvif.org/ver10/tptz/PanTiltSpaces/PositionGenericSpace"/></tt:Position><tt:MoveStatus><tt:PanTilt>${isMoving ? 'MOVING' : 'IDLE'}</tt:PanTilt></tt:MoveStatus><tt:UtcTime>${new Date().toISOString()}</tt:UtcTime></tptz:PTZStatus></tptz:GetStatusResponse>`;
}

/** True if the mood has sent a response, or never will. */
async function answerWithFault(behaviour: OnvifBehaviour, response: ServerResponse): Promise<boolean> {
  const xml = { 'Content-Type': 'application/soap+xml; charset=utf-8' };
  switch (behaviour) {
    case 'brokenXml':
      response.writeHead(200, xml).end('<env:Envelope><env:Body><oops></env:Body>');
      return true;
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Login</title>');
      return true;
    case 'entityBomb': {
      const levels = Array.from({ length: 9 }, (_, level) => {
        const below = level === 0 ? 'ha' : `&l${level - 1};`.repeat(10);
        return `<!ENTITY l${level} "${below}">`;
      });
      response.writeHead(200, xml).end(`<!DOCTYPE b [${levels.join('')}]>${envelope('<b>&l8;</b>')}`);
      return true;
    }
    case 'huge': {
      response.writeHead(200, xml);
      const piece = Buffer.alloc(64 * 1024, ' ');
      for (let sent = 0; sent < 10 * 1024 * 1024 && !response.destroyed; sent += piece.length) {
        if (!response.write(piece)) await delay(1);
      }
      response.end(envelope('<b/>'));
      return true;
    }
    case 'namespaceBomb':
      response.writeHead(200, xml).end('xmlns'.repeat(100_000));
      return true;
    case 'deep':
      response.writeHead(200, xml).end(envelope(`${'<a>'.repeat(9_000)}${'</a>'.repeat(9_000)}`));
      return true;
    case 'drip':
      response.writeHead(200, xml);
      for (let sent = 0; sent < 1_000 && !response.destroyed; sent += 1) {
        response.write('<');
        await delay(50);
      }
      return true;
    case 'cut':
      response.writeHead(200, { ...xml, 'Content-Length': 1_000 });
      response.write('<env:Envelope>');
      await delay(20);
      response.destroy();
      return true;
    case 'mute':
      return true;
    case 'redirect':
      response.writeHead(307, { Location: 'http://127.0.0.1:1/onvif/device_service' }).end();
      return true;
    default:
      return false;
  }
}
