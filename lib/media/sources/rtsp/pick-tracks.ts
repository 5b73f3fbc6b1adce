/** Selects the tracks to receive from an SDP, and records which are skipped and why. */
import { aacSetup } from '../../../codec/aac.ts';
import { splitAtStartCodes } from '../../../codec/nal.ts';
import { opusRate } from '../../../codec/opus.ts';
import type { AudioTrack } from '../../../codec/tracks.ts';
import { parseStreamMuxConfig } from './latm.ts';
import type { KeyFrameRequest } from './rtcp-writer.ts';
import type { Sdp, SdpFormat, SdpMedia } from './sdp.ts';
import type { MulticastGroup } from './udp/multicast-group.ts';

interface BasePlan {
  readonly payloadType: number;
  readonly clockRate: number;
  readonly control: string | null;
  /** Described as RTP/AVPF (RFC 4585). */
  readonly hasFeedback: boolean;
  /** Multicast group in the description. */
  readonly group: MulticastGroup | null;
}

export interface VideoPlan extends BasePlan {
  readonly codec: 'h264' | 'h265';
  /** How the camera can be asked for a key frame; null: it does not offer that. */
  readonly keyFrameRequest: KeyFrameRequest | null;
  /** Parameter sets from the SDP, not yet validated. */
  readonly parameterSets: readonly Uint8Array[];
}

export interface AudioPlan extends BasePlan {
  readonly packing: 'mpeg4Generic' | 'latm' | 'g711' | 'opus';
  readonly track: AudioTrack;
  /** RTP ticks per frame; 0 for G.711 and Opus. */
  readonly samplesPerFrame: number;
  /** mpeg4-generic: bits of the size and index fields before each frame. */
  readonly sizeBits: number;
  readonly indexBits: number;
}

export interface SkippedMedia {
  readonly kind: string;
  readonly encoding: string;
  readonly reason: string;
}

export interface TrackPlan {
  readonly video: VideoPlan | null;
  readonly audio: AudioPlan | null;
  readonly skipped: readonly SkippedMedia[];
}

export interface DescribedTracks extends TrackPlan {
  /** Further audio that can be received; the next one is tried where the camera refuses `audio`. */
  readonly otherAudio: readonly AudioPlan[];
}

/** Reasons that are no fault of the codec. */
export const skipReasons = {
  backChannel: 'back channel',
  secondTrack: 'second track',
  refused: 'refused by the camera',
  interleaved: 'interleaved packetization is not supported',
} as const;

export function pickTracks(sdp: Sdp): DescribedTracks {
  const videos: VideoPlan[] = [];
  const audios: { readonly plan: AudioPlan; readonly direction: string | null }[] = [];
  const skipped: SkippedMedia[] = [];
  const away = backChannelDirection(sdp);
  for (const media of sdp.media) {
    const { kind, direction } = media;
    if (kind !== 'video' && kind !== 'audio') continue;
    const plan =
      direction === away ? skipReasons.backChannel : kind === 'video' ? planVideo(media) : planAudio(media);
    if (typeof plan === 'string') {
      skipped.push({ kind, encoding: printable(media.formats[0]?.encoding ?? ''), reason: plan });
    } else if ('parameterSets' in plan) videos.push(plan);
    else audios.push({ plan, direction });
  }
  // Cameras list back channels without saying so. What is described as the video is, comes from the camera.
  const likely = sdp.media.find(({ kind }) => kind === 'video')?.direction ?? null;
  const rank = (direction: string | null) => (direction === likely ? 0 : direction === 'inactive' ? 2 : 1);
  const [audio = null, ...otherAudio] = audios
    .sort((one, other) => rank(one.direction) - rank(other.direction))
    .map(({ plan }) => plan);
  const [video = null, ...otherVideo] = videos;
  for (const { codec } of otherVideo) skipped.push(skippedTrack('video', codec, skipReasons.secondTrack));
  return { video, audio, otherAudio, skipped };
}

/** The plan after SETUP. `refused`: those that were tried before `audio`. */
export function withAudio(
  { video, skipped, audio: first, otherAudio }: DescribedTracks,
  audio: AudioPlan | null,
  refused: readonly AudioPlan[],
): TrackPlan {
  const all = first === null ? [] : [first, ...otherAudio];
  const left = all
    .filter((each) => each !== audio)
    .map((each) => {
      const reason = refused.includes(each) ? skipReasons.refused : skipReasons.secondTrack;
      return skippedTrack('audio', each.track.codec, reason);
    });
  return { video, audio, skipped: [...skipped, ...left] };
}

const skippedTrack = (kind: 'video' | 'audio', codec: string, reason: string): SkippedMedia => ({
  kind,
  encoding: codec.toUpperCase(),
  reason,
});

/**
 * The direction of media that go to the camera. Directions are those of the client (ONVIF streaming specification, 5.3);
 * some cameras describe their own, which shows in their video.
 */
export function backChannelDirection(sdp: Sdp): 'sendonly' | 'recvonly' {
  const isOwnView = sdp.media.some(({ kind, direction }) => kind === 'video' && direction === 'sendonly');
  return isOwnView ? 'recvonly' : 'sendonly';
}

/** Names come from the camera and are shown in messages. */
const printable = (text: string): string => text.replace(/[^\x21-\x7e]/g, '').slice(0, 40);

const basePlan = (media: SdpMedia, { payloadType, clockRate }: SdpFormat): BasePlan => ({
  payloadType,
  clockRate,
  control: media.control,
  hasFeedback: media.hasFeedback,
  group: media.group,
});

function planVideo(media: SdpMedia): VideoPlan | string {
  let reason: string = 'codec not supported';
  for (const format of media.formats) {
    const codec = { H264: 'h264', H265: 'h265', HEVC: 'h265' }[format.encoding] as
      | 'h264'
      | 'h265'
      | undefined;
    if (codec === undefined || format.clockRate < 1_000) continue;
    if (format.parameters.get('packetization-mode') === '2' || isReordered(format)) {
      reason = skipReasons.interleaved;
      continue;
    }
    const names = codec === 'h264' ? ['sprop-parameter-sets'] : ['sprop-vps', 'sprop-sps', 'sprop-pps'];
    return {
      codec,
      ...basePlan(media, format),
      keyFrameRequest: media.feedback[0] ?? null,
      parameterSets: names.flatMap((name) => unitList(format.parameters.get(name))),
    };
  }
  return reason;
}

const isReordered = (format: SdpFormat): boolean =>
  Number(format.parameters.get('sprop-max-don-diff') ?? 0) > 0;

/** Base64, separated by commas. Some cameras leave start codes in it, also several units in one value. */
function unitList(text: string | undefined): Uint8Array[] {
  return (text ?? '')
    .split(',')
    .slice(0, 16)
    .flatMap((part) => splitAtStartCodes(new Uint8Array(Buffer.from(part, 'base64'))));
}

function planAudio(media: SdpMedia): AudioPlan | string {
  let reason = 'codec not supported';
  for (const format of media.formats) {
    const base = basePlan(media, format);
    if (format.encoding === 'PCMA' || format.encoding === 'PCMU') {
      const codec = format.encoding === 'PCMA' ? 'pcma' : 'pcmu';
      if (format.clockRate < 1_000 || format.channels < 1) continue;
      const track = { codec, sampleRate: format.clockRate, channels: format.channels } as const;
      return { ...base, packing: 'g711', track, samplesPerFrame: 0, sizeBits: 0, indexBits: 0 };
    }
    if (format.encoding === 'OPUS' && format.clockRate === opusRate) {
      // Always described as stereo (RFC 7587, 7); packets say how many channels they have.
      const track = { codec: 'opus', sampleRate: opusRate, channels: 2 } as const;
      return { ...base, packing: 'opus', track, samplesPerFrame: 0, sizeBits: 0, indexBits: 0 };
    }
    const planned = planAac(format, base);
    if (typeof planned !== 'string') return planned;
    if (format.encoding.startsWith('MPEG4-') || format.encoding.startsWith('MP4A')) reason = planned;
  }
  return reason;
}

function planAac(format: SdpFormat, base: BasePlan): AudioPlan | string {
  if (format.clockRate < 1_000) return 'no clock rate';
  const config = new Uint8Array(Buffer.from(format.parameters.get('config') ?? '', 'hex'));
  if (format.encoding === 'MPEG4-GENERIC') {
    const setup = aacSetup(config);
    if (!setup.ok) return setup.error.message;
    const sizeBits = Number(format.parameters.get('sizelength') ?? 0);
    const indexBits = Number(format.parameters.get('indexlength') ?? 0);
    if (!(sizeBits >= 1 && sizeBits <= 16 && indexBits >= 0 && indexBits <= 8))
      return 'AAC packing not supported';
    const { track, samplesPerFrame } = setup.value;
    return { ...base, packing: 'mpeg4Generic', track, samplesPerFrame, sizeBits, indexBits };
  }
  if (format.encoding !== 'MP4A-LATM') return 'codec not supported';
  if (format.parameters.get('cpresent') !== '0')
    return 'AAC with configuration inside the packets is not supported';
  const setup = parseStreamMuxConfig(config);
  if (!setup.ok) return setup.error.message;
  const { track, samplesPerFrame } = setup.value;
  return { ...base, packing: 'latm', track, samplesPerFrame, sizeBits: 0, indexBits: 0 };
}
