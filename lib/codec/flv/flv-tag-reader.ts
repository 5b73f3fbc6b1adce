/** Bodies of FLV video and audio tags, classic and enhanced (Enhanced RTMP v1 and v2). Nothing here throws. */
import { readAacConfig, readAvcConfig, readFlacConfig, readHevcConfig } from './codec-config.ts';
import type { FlvEvent } from './flv-events.ts';

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
  if (first & 0x80) return readEnhancedVideo(body, dtsMs);
  const frameType = first >> 4;
  if (frameType === 5) return skipped('video command');
  if ((first & 15) !== 7) return unknownCodec;
  return videoPayload('h264', body[1]!, frameType === 1, body, 5, dtsMs + composition(body, 2), dtsMs);
}

function readEnhancedVideo(body: Uint8Array, dtsMs: number): FlvEvent {
  const frameType = (body[0]! >> 4) & 7;
  const packetType = body[0]! & 15;
  if (frameType === 5) return skipped('video command');
  const codec = { avc1: 'h264' as const, hvc1: 'h265' as const }[fourCc(body, 1)];
  if (!codec) return unknownCodec;
  if (packetType === 3) return videoPayload(codec, 1, frameType === 1, body, 5, dtsMs, dtsMs);
  if (packetType === 1) {
    if (body.length < 8) return skipped('video tag too short');
    return videoPayload(codec, 1, frameType === 1, body, 8, dtsMs + composition(body, 5), dtsMs);
  }
  return videoPayload(codec, packetType, frameType === 1, body, 5, dtsMs, dtsMs);
}

/** `packetType` 0 is the configuration, 1 a picture, 2 the end of a sequence. */
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
  if (packetType === 0) {
    const config = codec === 'h264' ? readAvcConfig(data) : readHevcConfig(data);
    return config ? { type: 'videoConfig', config } : badConfig;
  }
  if (packetType !== 1) return skipped(`video packet type ${packetType}`);
  if (data.length === 0) return skipped('empty picture');
  return { type: 'video', unit: { dtsMs, ptsMs, isKey, data } };
}

export function readAudioTag(body: Uint8Array, ptsMs: number): FlvEvent {
  if (body.length < 2) return skipped('audio tag too short');
  const format = body[0]! >> 4;
  if (format === 9) return readEnhancedAudio(body, ptsMs);
  // Sound in a codec we do not know must not cost the viewer the picture.
  if (format !== 10) return skipped(`audio format ${format}`);
  const data = body.subarray(2);
  if (body[1] === 1) return audioUnit(data, ptsMs);
  const config = readAacConfig(data);
  return config ? { type: 'audioConfig', config } : skipped('audio configuration');
}

function readEnhancedAudio(body: Uint8Array, ptsMs: number): FlvEvent {
  if (body.length < 5) return skipped('audio tag too short');
  const codec = fourCc(body, 1);
  if (codec !== 'fLaC' && codec !== 'mp4a') return skipped('audio codec');
  const data = body.subarray(5);
  const packetType = body[0]! & 15;
  if (packetType === 1) return audioUnit(data, ptsMs);
  if (packetType !== 0) return skipped(`audio packet type ${packetType}`);
  const config = codec === 'fLaC' ? readFlacConfig(data) : readAacConfig(data);
  return config ? { type: 'audioConfig', config } : skipped('audio configuration');
}

function audioUnit(data: Uint8Array, ptsMs: number): FlvEvent {
  return data.length === 0 ? skipped('empty sound') : { type: 'audio', unit: { ptsMs, data } };
}
