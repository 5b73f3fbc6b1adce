/** The SDP of plain RTP that Janus's NoSIP plugin makes from a browser's offer, and our answer to it. */
import { isIP } from 'node:net';
import { rejected } from './sdp-answer.ts';
import { type Offer, splitSdp } from './sdp-offer.ts';

/** The offer with its audio only: the plugin refuses data channels. */
export function audioOfOffer(sdp: string, offer: Offer): string {
  const { session, parts } = splitSdp(sdp);
  const { mid } = offer.sections[offer.audioIndex]!;
  const ours = session.flatMap((line) => {
    if (!line.startsWith('a=group:')) return [line];
    return mid === null ? [] : [`a=group:BUNDLE ${mid}`];
  });
  return join([...ours, ...parts[offer.audioIndex]!]);
}

/** Adds the rejected sections of the whole offer to an answer to its audio. */
export function answerToWhole(sdp: string, offer: Offer): string {
  const { session, parts } = splitSdp(sdp);
  const sections = offer.sections.map((section, index) =>
    index === offer.audioIndex ? (parts[0] ?? []) : rejected(section),
  );
  return join([...session, ...sections.flat()]);
}

const join = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

export interface BareOffer {
  /** Where Janus expects RTP. */
  readonly address: string;
  readonly port: number;
  /** The `m=` lines, in their order. */
  readonly media: readonly string[];
  /** Index of the first audio in `media`. */
  readonly audioIndex: number;
}

/** Null: it has no audio. */
export function parseBareOffer(sdp: string): BareOffer | null {
  const lines = sdp.split(/\r\n|\n/);
  const media = lines.filter((line) => line.startsWith('m='));
  const audioIndex = media.findIndex((line) => line.startsWith('m=audio '));
  const port = Number(media[audioIndex]?.split(' ')[1] ?? 0);
  const addresses = lines.flatMap((line) => /^c=IN IP[46] (\S+)$/.exec(line)?.[1] ?? []);
  const address = addresses.find((one) => isIP(one) !== 0);
  if (audioIndex < 0 || !(port > 0) || address === undefined) return null;
  return { address, port, media, audioIndex };
}

/** Accepts the audio with Opus, rejects everything else. */
export function writeBareAnswer(
  offer: BareOffer,
  ours: {
    readonly address: string;
    readonly port: number;
    readonly payloadType: number;
    readonly direction: string;
  },
): string {
  const family = isIP(ours.address);
  const type = ours.payloadType;
  const lines = [
    'v=0',
    `o=- 1 1 IN IP${family} ${ours.address}`,
    's=-',
    `c=IN IP${family} ${ours.address}`,
    't=0 0',
    ...offer.media.flatMap((line, index) => {
      const [kind, , protocol, format] = line.split(' ');
      if (index !== offer.audioIndex) return [`${kind} 0 ${protocol} ${format}`];
      return [
        `${kind} ${ours.port} ${protocol} ${type}`,
        `a=rtpmap:${type} opus/48000/2`,
        `a=fmtp:${type} minptime=10;useinbandfec=1;stereo=0`,
        `a=${ours.direction}`,
      ];
    }),
  ];
  return join(lines);
}
