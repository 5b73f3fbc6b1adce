/**
 * FLV tags (Adobe FLV 10.1) and their enhanced form (Veovera E-RTMP v1 and v2) for H.265, FLAC and Opus: written by
 * the server, read by the player and from ffmpeg's output.
 */
import type { Ms } from '../../kernel/units.ts';
import {
  readAacConfig,
  readAvcConfig,
  readFlacConfig,
  readHevcConfig,
  readOpusConfig,
} from '../decoder-config.ts';
import type { AudioTrack, VideoTrack } from '../tracks.ts';
import { type AmfObject, encodeScriptData } from './amf0.ts';
import type { FlvEvent } from './flv-events.ts';

export const AUDIO_TAG = 8;
export const VIDEO_TAG = 9;
export const SCRIPT_TAG = 18;

/** Frame types. A command frame contains no video. */
const KEY_FRAME = 1;
const INTER_FRAME = 2;
const COMMAND_FRAME = 5;
/** Packet types. The last is a coded frame without composition time in the enhanced form. */
const SEQUENCE_HEADER = 0;
const CODED_FRAME = 1;
const CODED_FRAME_X = 3;
const AVC_CODEC = 7;
const AAC_FORMAT = 10;
/**
 * AAC with the fixed "44 kHz, 16 bit, stereo" that the format requires; the actual values are in its header.
 */
const AAC_SOUND = 0xaf;
/** Sound format 9 is the enhanced form: the low half is the packet type, a FourCC follows. */
const ENHANCED_FORMAT = 9;
const ENHANCED_SOUND = 0x90;
const ENHANCED_VIDEO = 0x80;
const AVC1 = 'avc1';
const HVC1 = 'hvc1';
const FLAC = 'fLaC';
const OPUS = 'Opus';
const MP4A = 'mp4a';
/** Bit of the tag type: the payload after the prefix is encrypted. */
const FILTERED = 0x20;
/** One filter, its name, and the length of its parameters (FLV 10.1, annex F), which are the IV. */
const filterHead = [1, ...fourCcBytes('CTR'), 0, 0, 0, 16];
const ivBytes = 16;
/** Configuration records by FourCC. */
const readConfig = { [FLAC]: readFlacConfig, [OPUS]: readOpusConfig, [MP4A]: readAacConfig };

// ---- writing -----------------------------------------------------------------------------------

/** Consecutive pieces of a tag, so that coded frames are copied only once, when tags are joined. */
export type FlvTag = readonly Uint8Array[];

/** Signature, flags of the tracks that follow, and the empty first previous-tag size. */
export function flvFileHeader(tracks: {
  readonly video: object | null;
  readonly audio: object | null;
}): Uint8Array {
  const flags = (tracks.audio ? 0x04 : 0) | (tracks.video ? 0x01 : 0);
  return Uint8Array.of(0x46, 0x4c, 0x56, 1, flags, 0, 0, 0, 9, 0, 0, 0, 0);
}

export function scriptTag(name: string, value: AmfObject, timestampMs: Ms): FlvTag {
  return tag(SCRIPT_TAG, timestampMs, [], encodeScriptData(name, value));
}

export function videoHeaderTag(track: VideoTrack, timestampMs: Ms): FlvTag {
  const prefix =
    track.codec === 'h264'
      ? [(KEY_FRAME << 4) | AVC_CODEC, SEQUENCE_HEADER, 0, 0, 0]
      : [ENHANCED_VIDEO | (KEY_FRAME << 4) | SEQUENCE_HEADER, ...fourCcBytes(HVC1)];
  return tag(VIDEO_TAG, timestampMs, prefix, track.config);
}

/** Encrypted by AES-128-CTR with an IV of 16 bytes, the first counter block. */
export interface EncryptedData {
  readonly iv: Uint8Array;
  readonly data: Uint8Array;
}

/** `compositionMs` is pts - dts. `data` is NAL units with 4-byte lengths. */
export function videoTag(
  codec: VideoTrack['codec'],
  isKey: boolean,
  timestampMs: Ms,
  compositionMs: Ms,
  data: Uint8Array | EncryptedData,
): FlvTag {
  const frame = isKey ? KEY_FRAME : INTER_FRAME;
  const offset = [(compositionMs >> 16) & 0xff, (compositionMs >> 8) & 0xff, compositionMs & 0xff];
  const prefix =
    codec === 'h264'
      ? [(frame << 4) | AVC_CODEC, CODED_FRAME, ...offset]
      : [ENHANCED_VIDEO | (frame << 4) | CODED_FRAME, ...fourCcBytes(HVC1), ...offset];
  return mediaTag(VIDEO_TAG, timestampMs, prefix, data);
}

/** `config` is the AudioSpecificConfig for AAC, a FLAC metadata block with STREAMINFO for G.711, `OpusHead` for Opus. */
export function audioHeaderTag(codec: AudioTrack['codec'], config: Uint8Array, timestampMs: Ms): FlvTag {
  return tag(AUDIO_TAG, timestampMs, audioPrefix(codec, SEQUENCE_HEADER), config);
}

export function audioTag(
  codec: AudioTrack['codec'],
  timestampMs: Ms,
  data: Uint8Array | EncryptedData,
): FlvTag {
  return mediaTag(AUDIO_TAG, timestampMs, audioPrefix(codec, CODED_FRAME), data);
}

function mediaTag(
  type: number,
  timestampMs: Ms,
  prefix: readonly number[],
  data: Uint8Array | EncryptedData,
): FlvTag {
  if (data instanceof Uint8Array) return tag(type, timestampMs, prefix, data);
  return tag(type | FILTERED, timestampMs, [...prefix, ...filterHead, ...data.iv], data.data);
}

/** The payload of a tag with `FILTERED`; null if it is encrypted in another way. */
export function readEncrypted(payload: Uint8Array): EncryptedData | null {
  const from = filterHead.length + ivBytes;
  if (payload.length < from || filterHead.some((byte, at) => payload[at] !== byte)) return null;
  return { iv: payload.subarray(filterHead.length, from), data: payload.subarray(from) };
}

function audioPrefix(codec: AudioTrack['codec'], packetType: number): readonly number[] {
  if (codec === 'aac') return [AAC_SOUND, packetType];
  return [ENHANCED_SOUND | packetType, ...fourCcBytes(codec === 'opus' ? OPUS : FLAC)];
}

function tag(type: number, timestampMs: Ms, prefix: readonly number[], data: Uint8Array): FlvTag {
  const dataBytes = prefix.length + data.byteLength;
  if (dataBytes > 0xffffff) throw new RangeError('an FLV tag is limited to 16 MB');
  const header = new Uint8Array(11 + prefix.length);
  header[0] = type;
  writeU24(header, 1, dataBytes);
  writeU24(header, 4, timestampMs);
  header[7] = timestampMs >>> 24;
  // The stream id in bytes 8 to 10 is always 0.
  header.set(prefix, 11);
  const tail = new Uint8Array(4);
  new DataView(tail.buffer).setUint32(0, 11 + dataBytes);
  return [header, data, tail];
}

function writeU24(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 16;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value;
}

function fourCcBytes(text: string): readonly number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

// ---- reading: bodies of tags; nothing here throws ----------------------------------------------

const skipped = (reason: string): FlvEvent => ({ type: 'skipped', reason });
const badConfig: FlvEvent = { type: 'failed', code: 'flv.config' };
const unknownCodec: FlvEvent = { type: 'failed', code: 'flv.codec' };

const fourCc = (body: Uint8Array, at: number): string =>
  String.fromCharCode(body[at]!, body[at + 1]!, body[at + 2]!, body[at + 3]!);

/** Signed 24 bits. */
const composition = (body: Uint8Array, at: number): number =>
  (((body[at]! << 16) | (body[at + 1]! << 8) | body[at + 2]!) << 8) >> 8;

export function readVideoTag(body: Uint8Array, dtsMs: number): FlvEvent {
  if (body.length < 5) return skipped('video tag too short');
  const first = body[0]!;
  if (first & ENHANCED_VIDEO) return readEnhancedVideo(body, dtsMs);
  const frameType = first >> 4;
  if (frameType === COMMAND_FRAME) return skipped('video command');
  if ((first & 15) !== AVC_CODEC) return unknownCodec;
  return videoPayload(
    'h264',
    body[1]!,
    frameType === KEY_FRAME,
    body,
    5,
    dtsMs + composition(body, 2),
    dtsMs,
  );
}

function readEnhancedVideo(body: Uint8Array, dtsMs: number): FlvEvent {
  const frameType = (body[0]! >> 4) & 7;
  const packetType = body[0]! & 15;
  if (frameType === COMMAND_FRAME) return skipped('video command');
  const codec = ({ [AVC1]: 'h264', [HVC1]: 'h265' } as const)[fourCc(body, 1)];
  if (!codec) return unknownCodec;
  if (packetType === CODED_FRAME_X)
    return videoPayload(codec, CODED_FRAME, frameType === KEY_FRAME, body, 5, dtsMs, dtsMs);
  if (packetType === CODED_FRAME) {
    if (body.length < 8) return skipped('video tag too short');
    return videoPayload(
      codec,
      CODED_FRAME,
      frameType === KEY_FRAME,
      body,
      8,
      dtsMs + composition(body, 5),
      dtsMs,
    );
  }
  return videoPayload(codec, packetType, frameType === KEY_FRAME, body, 5, dtsMs, dtsMs);
}

function videoPayload(
  codec: 'h264' | 'h265',
  packetType: number,
  isKey: boolean,
  body: Uint8Array,
  from: number,
  ptsMs: number,
  dtsMs: number,
): FlvEvent {
  const data = body.subarray(from);
  if (packetType === SEQUENCE_HEADER) {
    const config = codec === 'h264' ? readAvcConfig(data) : readHevcConfig(data);
    return config ? { type: 'videoConfig', config } : badConfig;
  }
  if (packetType !== CODED_FRAME) return skipped(`video packet type ${packetType}`);
  if (data.length === 0) return skipped('empty frame');
  return { type: 'video', unit: { dtsMs, ptsMs, isKey, data } };
}

export function readAudioTag(body: Uint8Array, ptsMs: number): FlvEvent {
  if (body.length < 2) return skipped('audio tag too short');
  const format = body[0]! >> 4;
  if (format === ENHANCED_FORMAT) return readEnhancedAudio(body, ptsMs);
  // Unsupported audio must not prevent video playback.
  if (format !== AAC_FORMAT) return skipped(`audio format ${format}`);
  const data = body.subarray(2);
  if (body[1] === CODED_FRAME) return audioUnit(data, ptsMs);
  const config = readAacConfig(data);
  return config ? { type: 'audioConfig', config } : skipped('audio configuration');
}

function readEnhancedAudio(body: Uint8Array, ptsMs: number): FlvEvent {
  if (body.length < 5) return skipped('audio tag too short');
  const codec = fourCc(body, 1);
  if (codec !== FLAC && codec !== OPUS && codec !== MP4A) return skipped('audio codec');
  const data = body.subarray(5);
  const packetType = body[0]! & 15;
  if (packetType === CODED_FRAME) return audioUnit(data, ptsMs);
  if (packetType !== SEQUENCE_HEADER) return skipped(`audio packet type ${packetType}`);
  const config = readConfig[codec](data);
  return config ? { type: 'audioConfig', config } : skipped('audio configuration');
}

function audioUnit(data: Uint8Array, ptsMs: number): FlvEvent {
  return data.length === 0 ? skipped('empty sound') : { type: 'audio', unit: { ptsMs, data } };
}
