/**
 * The bytes of FLV (Adobe FLV 10.1) and of the enhanced form (Veovera E-RTMP) for H.265 and FLAC.
 * A tag is a list of pieces that belong behind each other, so that picture data is not copied here:
 * whoever collects tags copies each piece once.
 */
import type { Ms } from '../../kernel/units.ts';
import type { AudioTrack, VideoTrack } from '../tracks.ts';
import { type AmfValue, encodeScriptData } from './amf0.ts';

export type FlvTag = readonly Uint8Array[];

const AUDIO_TAG = 8;
const VIDEO_TAG = 9;
const SCRIPT_TAG = 18;

const KEY_FRAME = 1;
const INTER_FRAME = 2;
const SEQUENCE_HEADER = 0;
const CODED_FRAME = 1;
const AVC_CODEC = 7;
/** AAC, and the fixed "44 kHz, 16 bit, stereo" that the format demands: the real figures are in its header. */
const AAC_SOUND = 0xaf;
/** Sound format 9 says "enhanced": the low half is the packet type, a FourCC follows. */
const ENHANCED_SOUND = 0x90;
const ENHANCED_VIDEO = 0x80;
const HVC1 = fourCcBytes('hvc1');
const FLAC = fourCcBytes('fLaC');

/** Signature, flags that promise exactly the tracks that follow, and the empty first back pointer. */
export function flvFileHeader(tracks: {
  readonly video: VideoTrack | null;
  readonly audio: AudioTrack | null;
}): Uint8Array {
  const flags = (tracks.audio ? 0x04 : 0) | (tracks.video ? 0x01 : 0);
  return Uint8Array.of(0x46, 0x4c, 0x56, 1, flags, 0, 0, 0, 9, 0, 0, 0, 0);
}

export function scriptTag(
  name: string,
  value: { readonly [key: string]: AmfValue },
  timestampMs: Ms,
): FlvTag {
  return tag(SCRIPT_TAG, timestampMs, [], encodeScriptData(name, value));
}

export function videoHeaderTag(track: VideoTrack, timestampMs: Ms): FlvTag {
  const prefix =
    track.codec === 'h264'
      ? [(KEY_FRAME << 4) | AVC_CODEC, SEQUENCE_HEADER, 0, 0, 0]
      : [ENHANCED_VIDEO | (KEY_FRAME << 4) | SEQUENCE_HEADER, ...HVC1];
  return tag(VIDEO_TAG, timestampMs, prefix, track.config);
}

/** `compositionMs` is pts - dts. `data` is NAL units with 4-byte lengths. */
export function videoTag(
  codec: VideoTrack['codec'],
  isKey: boolean,
  timestampMs: Ms,
  compositionMs: Ms,
  data: Uint8Array,
): FlvTag {
  const frame = isKey ? KEY_FRAME : INTER_FRAME;
  const offset = [(compositionMs >> 16) & 0xff, (compositionMs >> 8) & 0xff, compositionMs & 0xff];
  const prefix =
    codec === 'h264'
      ? [(frame << 4) | AVC_CODEC, CODED_FRAME, ...offset]
      : [ENHANCED_VIDEO | (frame << 4) | CODED_FRAME, ...HVC1, ...offset];
  return tag(VIDEO_TAG, timestampMs, prefix, data);
}

/** `config` is the AudioSpecificConfig for AAC, a FLAC metadata block with STREAMINFO for G.711. */
export function audioHeaderTag(codec: AudioTrack['codec'], config: Uint8Array, timestampMs: Ms): FlvTag {
  return tag(AUDIO_TAG, timestampMs, audioPrefix(codec, SEQUENCE_HEADER), config);
}

export function audioTag(codec: AudioTrack['codec'], timestampMs: Ms, data: Uint8Array): FlvTag {
  return tag(AUDIO_TAG, timestampMs, audioPrefix(codec, CODED_FRAME), data);
}

function audioPrefix(codec: AudioTrack['codec'], packetType: number): readonly number[] {
  return codec === 'aac' ? [AAC_SOUND, packetType] : [ENHANCED_SOUND | packetType, ...FLAC];
}

function tag(type: number, timestampMs: Ms, prefix: readonly number[], data: Uint8Array): FlvTag {
  const dataBytes = prefix.length + data.byteLength;
  if (dataBytes > 0xffffff) throw new RangeError('an FLV tag is limited to 16 MB');
  const head = new Uint8Array(11 + prefix.length);
  head[0] = type;
  writeU24(head, 1, dataBytes);
  writeU24(head, 4, timestampMs);
  head[7] = timestampMs >>> 24;
  // The stream id in bytes 8 to 10 is always 0.
  head.set(prefix, 11);
  const tail = new Uint8Array(4);
  new DataView(tail.buffer).setUint32(0, 11 + dataBytes);
  return [head, data, tail];
}

function writeU24(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 16;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value;
}

function fourCcBytes(text: string): readonly number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}
