/** Session descriptions (RFC 8866), as far as cameras use them. */
import { err, ok, type Result } from '../../../kernel/result.ts';

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
  /** `sendonly`: a back channel, on which the client sends. */
  readonly direction: string | null;
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
}

export function parseSdp(bytes: Uint8Array): Result<Sdp, string> {
  if (bytes.length > maxSdpBytes) return err('session description longer than 64 KB');
  const text = new TextDecoder('utf-8').decode(bytes);
  let sessionControl: string | null = null;
  const open: OpenMedia[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const value = line.slice(2).trim();
    if (line.startsWith('m=')) {
      if (open.length >= maxMedia) return err(`more than ${maxMedia} media in the session description`);
      open.push(openMedia(value));
    } else if (line.startsWith('a=')) {
      const current = open.at(-1);
      if (current !== undefined) readAttribute(current, value);
      else if (value.startsWith('control:')) sessionControl = value.slice(8).trim();
    }
  }
  if (open.length === 0) return err('session description without media');
  return ok({ control: sessionControl, media: open.map(closeMedia) });
}

function openMedia(value: string): OpenMedia {
  const [kind = '', , , ...types] = value.split(/\s+/);
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
  const formats = media.payloadTypes.map((payloadType): SdpFormat => {
    const [encoding = '', clockRate = 0] = staticFormats[payloadType] ?? [];
    const named = media.rtpmap.get(payloadType) ?? { encoding, clockRate, channels: 1 };
    return { payloadType, ...named, parameters: media.fmtp.get(payloadType) ?? new Map() };
  });
  return { kind: media.kind, formats, control: media.control, direction: media.direction };
}
