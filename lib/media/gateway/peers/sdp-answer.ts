import type { Offer, OfferedSection } from './sdp-offer.ts';

/** This end of the connection, as the answer describes it. */
export interface AnswerTerms {
  readonly ufrag: string;
  readonly password: string;
  /** SHA-256 of our certificate, as upper-case pairs with colons. */
  readonly fingerprint: string;
  readonly ssrc: number;
  /** Without `candidate:`. */
  readonly candidates: readonly string[];
}

/** Names this end in the answer and in reports. */
export const cname = 'oriel';

/** Direction of an answer. */
export const reverse = { sendrecv: 'sendrecv', sendonly: 'recvonly', recvonly: 'sendonly' } as const;

/** Accepts the audio of the offer and rejects its other sections, with port 0. */
export function writeAnswer(offer: Offer, terms: AnswerTerms): string {
  const audioMid = offer.sections[offer.audioIndex]!.mid;
  const lines = [
    'v=0',
    `o=- ${terms.ssrc} 1 IN IP4 0.0.0.0`,
    's=-',
    't=0 0',
    'a=ice-lite',
    ...(audioMid === null ? [] : [`a=group:BUNDLE ${audioMid}`]),
    'a=msid-semantic: WMS oriel',
  ];
  offer.sections.forEach((section, index) => {
    const isAccepted = index === offer.audioIndex;
    lines.push(...(isAccepted ? audioLines(offer, terms) : rejected(section)));
  });
  return `${lines.join('\r\n')}\r\n`;
}

/** A section of the answer that rejects one of the offer. */
export function rejected({ kind, protocol, format, mid }: OfferedSection): string[] {
  return [
    `m=${kind} 0 ${protocol} ${format}`,
    'c=IN IP4 0.0.0.0',
    ...(mid === null ? [] : [`a=mid:${mid}`]),
    'a=inactive',
  ];
}

function audioLines(offer: Offer, terms: AnswerTerms): string[] {
  const type = offer.opusPayloadType;
  const direction = reverse[offer.direction];
  const { kind, protocol, mid } = offer.sections[offer.audioIndex]!;
  return [
    `m=${kind} 9 ${protocol} ${type}`,
    'c=IN IP4 0.0.0.0',
    ...(mid === null ? [] : [`a=mid:${mid}`]),
    `a=${direction}`,
    'a=rtcp-mux',
    `a=ice-ufrag:${terms.ufrag}`,
    `a=ice-pwd:${terms.password}`,
    `a=fingerprint:sha-256 ${terms.fingerprint}`,
    'a=setup:passive',
    `a=rtpmap:${type} opus/48000/2`,
    `a=fmtp:${type} minptime=10;useinbandfec=1;stereo=0`,
    'a=ptime:20',
    ...(direction === 'recvonly'
      ? []
      : ['a=msid:oriel talk', `a=ssrc:${terms.ssrc} cname:${cname}`, `a=ssrc:${terms.ssrc} msid:oriel talk`]),
    ...terms.candidates.map((candidate) => `a=candidate:${candidate}`),
    'a=end-of-candidates',
  ];
}
