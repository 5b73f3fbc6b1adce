/** Reads what an embedded peer needs from a browser's SDP offer (RFC 8829). */
import { AppError } from '../../../kernel/app-error.ts';

/** A section of the offer, in its order; `audio` is set for the one that is answered. */
export interface OfferedSection {
  readonly mid: string | null;
  /** `audio`, `video`, `application` or what the browser wrote, with its protocol and formats: for the rejection. */
  readonly kind: string;
  readonly protocol: string;
  readonly format: string;
}

export interface Offer {
  readonly sections: readonly OfferedSection[];
  /** Index of the section with Opus. */
  readonly audioIndex: number;
  /** Payload type of Opus. */
  readonly opusPayloadType: number;
  readonly direction: 'sendrecv' | 'sendonly' | 'recvonly';
  readonly ufrag: string;
  /** At least one. `hash` is the name for `node:crypto`, `hex` is lower case without colons. */
  readonly fingerprints: readonly CertificateFingerprint[];
}

export interface CertificateFingerprint {
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  readonly hex: string;
}

export const maxOfferBytes = 65_536;
const maxSections = 32;
const hashes: Readonly<Record<string, CertificateFingerprint['hash']>> = {
  'sha-256': 'sha256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
};
const hashHexLength = { sha256: 64, sha384: 96, sha512: 128 } as const;
/** RFC 8839: letters, digits, `+` and `/`. */
const ufragForm = /^[A-Za-z0-9+/]{4,256}$/;
const midForm = /^[A-Za-z0-9!#$%&'*+.^_`{|}~-]{1,32}$/;

/** Throws `AppError` `peer.offer` if there is nothing to answer. Text of the offer is not repeated in the message. */
export function parseOffer(sdp: string): Offer {
  if (Buffer.byteLength(sdp) > maxOfferBytes) throw unusable('it is longer than 64 KB');
  const { session, parts } = splitSdp(sdp);
  if (session[0] !== 'v=0') throw unusable('it is not SDP');
  if (parts.length > maxSections) throw unusable(`it has more than ${maxSections} media sections`);
  const sections = parts.map(parseSection);
  const audioIndex = parts.findIndex((part, index) => isUsableAudio(sections[index]!, part));
  const audio = parts[audioIndex];
  if (!audio) throw unusable('it has no audio with Opus over DTLS-SRTP');
  const find = (name: string) => attribute(audio, name) ?? attribute(session, name);
  const ufrag = find('ice-ufrag') ?? '';
  if (!ufragForm.test(ufrag)) throw unusable('it has no valid ICE user name');
  if (find('setup') === 'passive') throw unusable('the browser does not start the DTLS handshake');
  const fingerprints = [...attributes(session, 'fingerprint'), ...attributes(audio, 'fingerprint')].flatMap(
    parseFingerprint,
  );
  if (fingerprints.length === 0) throw unusable('it has no fingerprint with SHA-256 or better');
  return {
    sections,
    audioIndex,
    opusPayloadType: opusPayloadType(audio)!,
    direction: parseDirection(audio, session),
    ufrag,
    fingerprints,
  };
}

/** The lines before the first media section, and those of each section. */
export function splitSdp(sdp: string): { readonly session: string[]; readonly parts: string[][] } {
  const lines = sdp.split(/\r\n|\n/).filter((line) => line !== '');
  const starts = lines.flatMap((line, index) => (line.startsWith('m=') ? [index] : []));
  return {
    session: lines.slice(0, starts[0] ?? lines.length),
    parts: starts.map((start, index) => lines.slice(start, starts[index + 1])),
  };
}

function unusable(why: string): AppError {
  return new AppError('peer.offer', `The offer cannot be answered: ${why}`);
}

function parseSection(part: readonly string[]): OfferedSection {
  const [kind = '', , protocol = '', format = ''] = part[0]!.slice(2).split(' ');
  if (![kind, protocol, format].every((word) => /^[A-Za-z0-9/_-]{1,64}$/.test(word))) {
    throw unusable('a media section is malformed');
  }
  const mid = attribute(part, 'mid');
  if (mid !== null && !midForm.test(mid)) throw unusable('the name of a media section is malformed');
  return { mid, kind, protocol, format };
}

function isUsableAudio(section: OfferedSection, part: readonly string[]): boolean {
  const isSecure = section.protocol === 'UDP/TLS/RTP/SAVPF' || section.protocol === 'UDP/TLS/RTP/SAVP';
  if (section.kind !== 'audio' || !isSecure || opusPayloadType(part) === null) return false;
  // Port 0 rejects a section, except for one that shares the ports of another.
  const isOffered = part[0]!.split(' ')[1] !== '0' || part.includes('a=bundle-only');
  return isOffered && part.includes('a=rtcp-mux') && !part.includes('a=inactive');
}

function opusPayloadType(part: readonly string[]): number | null {
  for (const value of attributes(part, 'rtpmap')) {
    const type = /^(\d{1,3}) opus\/48000\/2$/i.exec(value)?.[1];
    if (type !== undefined && Number(type) <= 127) return Number(type);
  }
  return null;
}

function parseDirection(audio: readonly string[], session: readonly string[]): Offer['direction'] {
  const named = (part: readonly string[]) =>
    (['sendrecv', 'sendonly', 'recvonly'] as const).find((name) => part.includes(`a=${name}`));
  return named(audio) ?? named(session) ?? 'sendrecv';
}

function parseFingerprint(value: string): CertificateFingerprint[] {
  const [name = '', digest = ''] = value.split(' ');
  const hash = hashes[name.toLowerCase()];
  const hex = digest.replaceAll(':', '').toLowerCase();
  const isWhole = hash !== undefined && hex.length === hashHexLength[hash] && /^[0-9a-f]+$/.test(hex);
  return isWhole ? [{ hash, hex }] : [];
}

function attribute(part: readonly string[], name: string): string | null {
  return attributes(part, name)[0] ?? null;
}

function attributes(part: readonly string[], name: string): string[] {
  const start = `a=${name}:`;
  return part.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length).trim());
}
