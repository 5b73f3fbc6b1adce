/**
 * Matroska for a pipe: one H.265 track, one cluster per frame. ffmpeg processes each block immediately, while
 * raw H.265 would wait for the next frame and has no timestamps.
 */

import type { VideoTrack } from '../../../codec/tracks.ts';
import type { Ms } from '../../../kernel/units.ts';

const id = {
  ebml: [0x1a, 0x45, 0xdf, 0xa3],
  docType: [0x42, 0x82],
  docTypeVersion: [0x42, 0x87],
  docTypeReadVersion: [0x42, 0x85],
  segment: [0x18, 0x53, 0x80, 0x67],
  info: [0x15, 0x49, 0xa9, 0x66],
  timestampScale: [0x2a, 0xd7, 0xb1],
  muxingApp: [0x4d, 0x80],
  writingApp: [0x57, 0x41],
  tracks: [0x16, 0x54, 0xae, 0x6b],
  trackEntry: [0xae],
  trackNumber: [0xd7],
  trackUid: [0x73, 0xc5],
  trackType: [0x83],
  lacing: [0x9c],
  codecId: [0x86],
  codecPrivate: [0x63, 0xa2],
  video: [0xe0],
  width: [0xb0],
  height: [0xba],
  cluster: [0x1f, 0x43, 0xb6, 0x75],
  timestamp: [0xe7],
  simpleBlock: [0xa3],
} as const;

const nanosecondsPerMs = 1_000_000;

/** Everything before the first frame. */
export function matroskaHeader(track: VideoTrack): Buffer {
  const name = Buffer.from('Oriel');
  return Buffer.concat([
    element(id.ebml, [
      element(id.docType, [Buffer.from('matroska')]),
      element(id.docTypeVersion, [unsigned(4)]),
      element(id.docTypeReadVersion, [unsigned(2)]),
    ]),
    Buffer.from([...id.segment, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), // unknown size
    element(id.info, [
      element(id.timestampScale, [unsigned(nanosecondsPerMs)]),
      element(id.muxingApp, [name]),
      element(id.writingApp, [name]),
    ]),
    element(id.tracks, [
      element(id.trackEntry, [
        element(id.trackNumber, [unsigned(1)]),
        element(id.trackUid, [unsigned(1)]),
        element(id.trackType, [unsigned(1)]),
        element(id.lacing, [unsigned(0)]),
        element(id.codecId, [Buffer.from('V_MPEGH/ISO/HEVC')]),
        element(id.codecPrivate, [track.config]),
        element(id.video, [
          element(id.width, [unsigned(track.width)]),
          element(id.height, [unsigned(track.height)]),
        ]),
      ]),
    ]),
  ]);
}

/** `ptsMs` is a non-negative integer; `data` has 4-byte NAL lengths. */
export function matroskaFrame(ptsMs: Ms, isKey: boolean, data: Uint8Array): Buffer {
  const blockHeader = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0x00]);
  return element(id.cluster, [
    element(id.timestamp, [unsigned(ptsMs)]),
    element(id.simpleBlock, [blockHeader, data]),
  ]);
}

function element(name: readonly number[], parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(length));
  size[0] = 0x01; // eight-byte size
  return Buffer.concat([Buffer.from(name), size, ...parts]);
}

function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
