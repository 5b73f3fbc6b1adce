/** Session descriptions (RFC 8866), as far as cameras use them. */
import { err, ok, type Result } from '../../../kernel/result.ts';
import type { KeyFrameRequest } from './rtcp-writer.ts';
import { type MulticastGroup, multicastGroup } from './udp/multicast-group.ts';

export interface SdpFormat {
  readonly payloadType: number;
  /** Upper case; empty if a dynamic type has no rtpmap. */
  readonly encoding: string;
  readonly clockRate: number;
  readonly channels: number;
  /** fmtp parameters, names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

export interface SdpMedia {
  readonly kind: string;
  readonly formats: readonly SdpFormat[];
  readonly control: string | null;
  /** As described, mostly from the view of the client: `sendonly` is a back channel, on which the client sends. */
  readonly direction: string | null;
  /** RTP/AVPF: the receiver may send feedback at once. */
  readonly hasFeedback: boolean;
  /** Requests for a key frame that the camera accepts. */
  readonly feedback: readonly KeyFrameRequest[];
  readonly group: MulticastGroup | null;
}

export interface Sdp {
  readonly control: string | null;
  readonly media: readonly SdpMedia[];
}

const maxSdpBytes = 65_536;
const maxMedia = 32;
const maxFormats = 32;

/** Static payload types (RFC 3551, tables 4 and 5). */
const staticFormats: Readonly<Record<number, readonly [string, number]>> = {
  0: ['PCMU', 8_000],
  8: ['PCMA', 8_000],
  26: ['JPEG', 90_000],
  32: ['MPV', 90_000],
};

interface OpenMedia {
  kind: string;
  payloadTypes: number[];
  rtpmap: Map<number, { encoding: string; clockRate: number; channels: number }>;
  fmtp: Map<number, Map<string, string>>;
  control: string | null;
  direction: string | null;
  port: number;
  /** Of its own or the session's `c=` line. */
  address: string | null;
  hasFeedback: boolean;
  feedback: KeyFrameRequest[];
}

export function parseSdp(bytes: Uint8Array): Result<Sdp, string> {
  if (bytes.length > maxSdpBytes) return err('session description longer than 64 KB');
  const text = new TextDecoder('utf-8').decode(bytes);
  let sessionControl: string | null = null;
  let sessionAddress: string | null = null;
  const open: OpenMedia[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const value = line.slice(2).trim();
    if (line.startsWith('m=')) {
      if (open.length >= maxMedia) return err(`more than ${maxMedia} media in the session description`);
      open.push(openMedia(value, sessionAddress));
    } else if (line.startsWith('c=')) {
      const address = /^IN\s+IP4\s+([0-9.]{7,15})/i.exec(value)?.[1] ?? null;
      const current = open.at(-1);
      if (current === undefined) sessionAddress = address;
      else current.address = address;
    } else if (line.startsWith('a=')) {
      const current = open.at(-1);
      if (current !== undefined) readAttribute(current, value);
      else if (value.startsWith('control:')) sessionControl = value.slice(8).trim();
    }
  }
  if (open.length === 0) return err('session description without media');
  return ok({ control: sessionControl, media: open.map(closeMedia) });
}

function openMedia(value: string, address: string | null): OpenMedia {
  const [kind = '', port = '', protocol = '', ...types] = value.split(/\s+/);
  const payloadTypes = types
    .slice(0, maxFormats)
    .filter((type) => /^\d{1,3}$/.test(type) && Number(type) < 128)
    .map(Number);
  return {
    kind: kind.toLowerCase(),
    payloadTypes,
    rtpmap: new Map(),
    fmtp: new Map(),
    control: null,
    direction: null,
    port: /^\d{1,5}/.test(port) ? Number.parseInt(port, 10) : 0,
    address,
    hasFeedback: /^RTP\/AVPF$/i.test(protocol),
    feedback: [],
  };
}

function readAttribute(media: OpenMedia, value: string): void {
  const rtpmap = /^rtpmap:(\d{1,3})\s+([^/\s]+)\/(\d{1,7})(?:\/(\d{1,2}))?/.exec(value);
  if (rtpmap !== null) {
    const [, type, encoding = '', rate, channels] = rtpmap;
    media.rtpmap.set(Number(type), {
      encoding: encoding.toUpperCase(),
      clockRate: Number(rate),
      channels: channels === undefined ? 1 : Number(channels),
    });
    return;
  }
  const fmtp = /^fmtp:(\d{1,3})\s+(.*)$/.exec(value);
  if (fmtp !== null) {
    media.fmtp.set(Number(fmtp[1]), parseParameters(fmtp[2] ?? ''));
    return;
  }
  const feedback = /^rtcp-fb:(?:\d{1,3}|\*)\s+(nack\s+pli|ccm\s+fir)\b/i.exec(value)?.[1];
  if (feedback !== undefined) {
    if (media.feedback.length < maxFormats) media.feedback.push(/pli/i.test(feedback) ? 'pli' : 'fir');
    return;
  }
  if (value.startsWith('control:')) media.control = value.slice(8).trim();
  else if (/^(?:sendonly|recvonly|sendrecv|inactive)$/.test(value)) media.direction = value;
}

function parseParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const part of text.split(';').slice(0, 64)) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    parameters.set(part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim());
  }
  return parameters;
}

function closeMedia(media: OpenMedia): SdpMedia {
  const { kind, control, direction, hasFeedback, feedback, address, port, payloadTypes } = media;
  const strayMap = onlyStray(media.rtpmap, payloadTypes);
  const strayParameters = onlyStray(media.fmtp, payloadTypes);
  const formats = payloadTypes.map((payloadType): SdpFormat => {
    const fixed = staticFormats[payloadType];
    const [encoding, clockRate] = fixed ?? ['', 0];
    const named = media.rtpmap.get(payloadType) ?? (fixed === undefined ? strayMap : undefined);
    const parameters = media.fmtp.get(payloadType) ?? strayParameters ?? new Map();
    return { payloadType, ...(named ?? { encoding, clockRate, channels: 1 }), parameters };
  });
  const group = address === null ? null : multicastGroup(address, port);
  return { kind, formats, control, direction, hasFeedback, feedback, group };
}

/**
 * Some cameras number `rtpmap` or `fmtp` otherwise than the medium. One whose type the medium does not list is meant
 * for those without their own, if it is the only one.
 */
function onlyStray<T>(given: ReadonlyMap<number, T>, payloadTypes: readonly number[]): T | undefined {
  const stray = [...given].filter(([type]) => !payloadTypes.includes(type));
  return stray.length === 1 ? stray[0]![1] : undefined;
}
