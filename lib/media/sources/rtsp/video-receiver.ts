/** Converts RTP packets of the video track to access units, starting at key frames only. */
import { h264Nal, h264NalType, isH264BSlice, isH264Vcl } from '../../../codec/h264.ts';
import { areOfOnePicture, type H264Counting } from '../../../codec/h264-counting.ts';
import { h265Nal, h265NalType, isH265RandomAccess, isH265Vcl } from '../../../codec/h265.ts';
import { joinLengthPrefixed } from '../../../codec/nal.ts';
import { ParameterSets } from '../../../codec/parameter-sets.ts';
import type { VideoTrack } from '../../../codec/tracks.ts';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { AccessUnit } from '../../ports.ts';
import { DecodeOrder } from './decode-order.ts';
import {
  depacketizeH264,
  depacketizeH265,
  type SliceInPayload,
  type VideoDepacketizer,
} from './depacketize-video.ts';
import { type CodedFrame, FrameAssembler } from './frame-assembler.ts';
import { LostKeyFrame } from './lost-key-frame.ts';
import type { VideoPlan } from './pick-tracks.ts';
import { type PacketStart, PictureEnd } from './picture-end.ts';
import type { RtpPacket } from './rtp-packet.ts';
import { SequenceTracker } from './sequence-tracker.ts';
import type { MediaTime } from './track-clock.ts';

/** How long a picture waits for proof that it has ended. Slices of one picture follow each other closely. */
const proofMs: Ms = 30;

export interface VideoReceiverPorts {
  readonly clock: Clock;
  readonly timeOf: (timestamp: number) => MediaTime;
  readonly track: (track: VideoTrack) => void;
  readonly unit: (unit: AccessUnit) => void;
  /** Data is missing, so the picture is damaged until the next key frame. */
  readonly damaged: () => void;
}

/** Codec-specific rules for NAL units. */
interface CodecRules {
  readonly depacketize: VideoDepacketizer;
  isVclUnit(nal: Uint8Array): boolean;
  /** For a slice, of which nothing is missing in front. */
  isFirstSlice(nal: Uint8Array): boolean;
  /** Whether a slice belongs to another picture than one that arrived before it. */
  isOfOther(slice: Uint8Array, earlier: Uint8Array, counting: H264Counting | null): boolean;
  isKey(nal: Uint8Array): boolean;
  /** Delimiters, end marks and filler, which decoders do not need. */
  isNoise(nal: Uint8Array): boolean;
}

const h264Noise = new Set<number>([
  h264Nal.delimiter,
  h264Nal.endOfSequence,
  h264Nal.endOfStream,
  h264Nal.filler,
  h264Nal.spsExtension,
]);
const h265Noise = new Set<number>([
  h265Nal.delimiter,
  h265Nal.endOfSequence,
  h265Nal.endOfStream,
  h265Nal.filler,
]);

/** first_slice_segment_in_pic_flag is the bit after the two-byte header. */
const isH265FirstSlice = (nal: Uint8Array): boolean => ((nal[2] ?? 0) & 0x80) !== 0;

const rules: Readonly<Record<VideoPlan['codec'], CodecRules>> = {
  h264: {
    depacketize: depacketizeH264,
    isVclUnit: (nal) => isH264Vcl(h264NalType(nal)),
    // first_mb_in_slice 0 is a single 1 bit after the header.
    isFirstSlice: (nal) => ((nal[1] ?? 0) & 0x80) !== 0,
    // Redundant slices and second fields, too, are first slices.
    isOfOther: (slice, earlier, counting) => counting !== null && !areOfOnePicture(slice, earlier, counting),
    isKey: (nal) => h264NalType(nal) === h264Nal.idr,
    isNoise: (nal) => h264Noise.has(h264NalType(nal)),
  },
  h265: {
    depacketize: depacketizeH265,
    isVclUnit: (nal) => isH265Vcl(h265NalType(nal)),
    isFirstSlice: isH265FirstSlice,
    isOfOther: isH265FirstSlice,
    isKey: (nal) => isH265RandomAccess(h265NalType(nal)),
    isNoise: (nal) => h265Noise.has(h265NalType(nal)),
  },
};

export class VideoReceiver {
  readonly sets: ParameterSets;
  /** Frames of which nothing can be decoded, and those before the first key frame. */
  droppedFrames = 0;
  #rules: CodecRules;
  #ports: VideoReceiverPorts;
  #sequence = new SequenceTracker();
  #assembler: FrameAssembler;
  #end = new PictureEnd();
  /** The first slice of the newest picture that has one. */
  #slice: { readonly timestamp: number; readonly head: Uint8Array } | null = null;
  #time: MediaTime | null = null;
  #cancelProof: Cancel = () => {};
  #counting: H264Counting | null = null;
  #order = new DecodeOrder();
  #lostKey = new LostKeyFrame();
  #hasTrack = false;
  #isReorderUnknown = false;
  #waitsForKey = true;
  #hasOtherFrames = false;
  #hasKeyFrame = false;

  constructor(plan: VideoPlan, ports: VideoReceiverPorts) {
    this.#rules = rules[plan.codec];
    this.#ports = ports;
    this.sets = new ParameterSets(plan.codec);
    this.sets.offer(plan.parameterSets.filter((nal) => this.sets.isParameterSet(nal)));
    this.#assembler = new FrameAssembler(this.#rules.isVclUnit, (frame) => this.#frame(frame));
  }

  /** Whole frames arrive, and no key frame has, nor the parts of one: the camera has not sent it yet. */
  get awaitsKey(): boolean {
    return this.#waitsForKey && this.#hasOtherFrames && !this.#hasKeyFrame;
  }

  push(packet: RtpPacket): void {
    const step = this.#sequence.step(packet.sequence, packet.ssrc);
    if (step === 'repeated') return;
    this.#cancelProof();
    const { depacketize, isFirstSlice } = this.#rules;
    const { timestamp, payload } = packet;
    const slice = depacketize.sliceIn(payload);
    const starts = this.#startOf(timestamp, slice);
    const before = this.#end.before(timestamp, starts);
    if (before === 'whole') this.#assembler.finish();
    if (step === 'restart') this.#awaitKey();
    if (step === 'gap' || step === 'restart') this.#damaged();
    if (before === 'late') {
      this.#ports.damaged();
      return;
    }
    if (before === 'next') this.#assembler.next();
    this.#assembler.at(timestamp);
    // By the first packet, whenever the last one is known to be that.
    if (slice !== null) this.#time ??= this.#ports.timeOf(timestamp);
    const isMiddle = slice === 'within' || (slice !== null && !isFirstSlice(slice));
    if (step !== 'next' && isMiddle) this.#assembler.lost();
    depacketize.unpack(payload, this.#assembler);
    const after = this.#end.after(packet.isMarked, starts, depacketize.endsUnit(payload));
    if (after === 'ended') this.#assembler.finish();
    if (after === 'held') this.#awaitProof();
  }

  #startOf(timestamp: number, slice: SliceInPayload): PacketStart {
    if (slice === null) return 'other';
    if (slice === 'within') return 'slice';
    const earlier = this.#slice;
    const isSameTime = earlier?.timestamp === timestamp;
    if (isSameTime && !this.#rules.isOfOther(slice, earlier.head, this.#counting)) return 'slice';
    this.#slice = { timestamp, head: slice };
    return isSameTime ? 'picture' : 'slice';
  }

  #damaged(): void {
    this.#assembler.lost();
    this.#lostKey.gap();
    this.#ports.damaged();
  }

  #awaitProof(): void {
    this.#cancelProof = this.#ports.clock.after(proofMs, () => {
      this.#end.release();
      this.#assembler.finish();
    });
  }

  #frame(frame: CodedFrame): void {
    const placed = this.#time;
    this.#time = null;
    const parameterSets = frame.nals.filter((nal) => this.sets.isParameterSet(nal));
    if (parameterSets.length > 0) this.sets.offer(parameterSets);
    const nals = frame.nals.filter((nal) => !this.sets.isParameterSet(nal) && !this.#rules.isNoise(nal));
    const isKey = [...nals, ...frame.broken].some((nal) => this.#rules.isKey(nal));
    this.#hasKeyFrame ||= isKey;
    if (frame.isDamaged && !this.#isUsable(nals, isKey)) {
      if (isKey) this.#lostKey.lost();
      this.droppedFrames += 1;
      return;
    }
    if (!nals.some((nal) => this.#rules.isVclUnit(nal))) return;
    this.#announce();
    const time = placed ?? this.#ports.timeOf(frame.timestamp);
    if (!this.#hasTrack || (this.#waitsForKey && !isKey)) {
      this.#hasOtherFrames ||= !isKey;
      this.droppedFrames += 1;
      return;
    }
    this.#waitsForKey = false;
    const hasBSlice = this.#isReorderUnknown && nals.some(isH264BSlice);
    const continued = this.#lostKey.continued(nals);
    const { dtsMs, ptsMs } = this.#order.times(time.ms, hasBSlice);
    this.#ports.unit({
      kind: 'video',
      dtsMs,
      ptsMs,
      wallMs: time.wallMs,
      isKey,
      data: joinLengthPrefixed(continued),
    });
  }

  #awaitKey(): void {
    this.#waitsForKey = true;
    this.#hasOtherFrames = false;
    this.#hasKeyFrame = false;
  }

  /** Whether a decoder can conceal what is missing in a frame: a slice, but not in a key frame. */
  #isUsable(nals: readonly Uint8Array[], isKey: boolean): boolean {
    return !isKey && nals.some((nal) => this.#rules.isVclUnit(nal));
  }

  #announce(): void {
    const setup = this.sets.takeChange();
    if (setup === null) return;
    this.#hasTrack = true;
    this.#isReorderUnknown = setup.reorderDepth === null;
    this.#order.configure(setup.reorderDepth, setup.fps);
    this.#counting = setup.counting;
    this.#lostKey.configure(setup.counting);
    this.#ports.track(setup.track);
  }
}
