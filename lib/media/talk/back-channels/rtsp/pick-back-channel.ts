/** Selects the back channel from an SDP: a medium on which the camera receives, in a codec that can be produced. */
import { aacSetup } from '../../../../codec/aac.ts';
import { opusRate } from '../../../../codec/opus.ts';
import { err, ok, type Result } from '../../../../kernel/result.ts';
import { backChannelDirection } from '../../../sources/rtsp/pick-tracks.ts';
import type { Sdp, SdpFormat } from '../../../sources/rtsp/sdp.ts';
import type { TalkRate } from '../../../talk-ports.ts';

export type BackChannelCodec =
  | { readonly codec: 'pcmu' | 'pcma' | 'opus' }
  | {
      readonly codec: 'aac';
      /** Rate and channels of the frames; the camera expects exactly these. */
      readonly sampleRate: number;
      readonly channels: number;
      readonly sizeBits: number;
      readonly indexBits: number;
    };

export type BackChannelPlan = BackChannelCodec & {
  /** Rate at which samples are written. */
  readonly rate: TalkRate;
  readonly payloadType: number;
  readonly clockRate: number;
  readonly control: string | null;
};

/** Null: no back channel. An error: one, but with no codec that is supported; the text names those that it has. */
export function pickBackChannel(sdp: Sdp): Result<BackChannelPlan | null, string> {
  const away = backChannelDirection(sdp);
  const media = sdp.media.filter(({ kind, direction }) => kind === 'audio' && direction === away);
  if (media.length === 0) return ok(null);
  const plans: BackChannelPlan[] = [];
  for (const { formats, control } of media) {
    for (const format of formats) {
      const codec = codecOf(format);
      if (codec)
        plans.push({ ...codec, payloadType: format.payloadType, clockRate: format.clockRate, control });
    }
  }
  // Every camera plays G.711 without delay; of equals, the camera's own order counts.
  const order = ['pcmu', 'pcma', 'opus', 'aac'];
  const rank = ({ codec }: BackChannelPlan) => Math.max(1, order.indexOf(codec));
  const best = plans.sort((a, b) => rank(a) - rank(b))[0];
  if (best) return ok(best);
  const names = media.flatMap(({ formats }) =>
    formats.map(({ encoding }) => printable(encoding) || 'unknown'),
  );
  return err([...new Set(names)].join(', '));
}

function codecOf(format: SdpFormat): (BackChannelCodec & { rate: TalkRate }) | null {
  const { encoding, clockRate, channels } = format;
  if ((encoding === 'PCMU' || encoding === 'PCMA') && channels === 1) {
    if (clockRate !== 8_000 && clockRate !== 16_000) return null;
    return { codec: encoding === 'PCMU' ? 'pcmu' : 'pcma', rate: clockRate };
  }
  // More than speech contains is not sent.
  if (encoding === 'OPUS' && clockRate === opusRate) return { codec: 'opus', rate: 16_000 };
  return encoding === 'MPEG4-GENERIC' ? aacCodec(format) : null;
}

function aacCodec(format: SdpFormat): (BackChannelCodec & { rate: TalkRate }) | null {
  const setup = aacSetup(new Uint8Array(Buffer.from(format.parameters.get('config') ?? '', 'hex')));
  const sizeBits = Number(format.parameters.get('sizelength') ?? 0);
  const indexBits = Number(format.parameters.get('indexlength') ?? 0);
  if (!setup.ok || !(sizeBits >= 6 && sizeBits <= 16 && indexBits >= 0 && indexBits <= 8)) return null;
  const { objectType, samplesPerFrame, track } = setup.value;
  if (objectType !== 2 || samplesPerFrame !== 1024 || track.channels > 2) return null;
  const { sampleRate, channels } = track;
  const rates = [8_000, 16_000, 24_000, 48_000] as const;
  const rate = rates.find((one) => one >= sampleRate) ?? 48_000;
  return { codec: 'aac', sampleRate, channels, sizeBits, indexBits, rate };
}

/** Names come from the camera and are shown in messages. */
const printable = (text: string): string => text.replace(/[^\x21-\x7e]/g, '').slice(0, 40);
