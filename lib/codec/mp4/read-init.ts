/** Reads the head of the files that `init-segment.ts` writes. Never throws. */
import type { AudioConfig, VideoConfig } from '../decoder-config.ts';
import {
  readAacConfig,
  readAvcConfig,
  readFlacConfig,
  readHevcConfig,
  readOpusConfig,
} from '../decoder-config.ts';
import { opusHead } from '../opus.ts';
import { findBox, readBoxes, viewOf } from './boxes.ts';
import { formatOf } from './encryption.ts';
import type { Mp4Track } from './init-segment.ts';

/** `bytes` begin with `ftyp` and contain `moov`. Null if there is no track that can be read. */
export function readInit(bytes: Uint8Array): readonly Mp4Track[] | null {
  const movie = findBox(bytes, 'moov');
  if (movie === null) return null;
  const tracks: Mp4Track[] = [];
  for (const { type, body } of readBoxes(movie)) {
    const track = type === 'trak' ? readTrack(body) : null;
    if (track) tracks.push(track);
  }
  return tracks.length === 0 ? null : tracks;
}

function readTrack(track: Uint8Array): Mp4Track | null {
  const header = findBox(track, 'tkhd');
  const media = findBox(track, 'mdia', 'mdhd');
  const description = findBox(track, 'mdia', 'minf', 'stbl', 'stsd');
  if (!header || !media || !description || header.length < 16 || media.length < 16) return null;
  const id = viewOf(header).getUint32(12);
  const entry = readBoxes(description.subarray(8))[0];
  if (!entry) return null;
  const format = formatOf(entry);
  const video = readVideoEntry(format, entry.body);
  if (video) return { id, kind: 'video', timeScale: viewOf(media).getUint32(12), config: video };
  const audio = readAudioEntry(format, entry.body);
  return audio && { id, kind: 'audio', config: audio };
}

const videoEntryBytes = 78;
const audioEntryBytes = 28;

function readVideoEntry(type: string, body: Uint8Array) {
  if (body.length < videoEntryBytes) return null;
  const boxes = body.subarray(videoEntryBytes);
  let config: VideoConfig | null = null;
  if (type === 'avc1') config = readAvcConfig(findBox(boxes, 'avcC') ?? new Uint8Array());
  if (type === 'hvc1') config = readHevcConfig(findBox(boxes, 'hvcC') ?? new Uint8Array());
  const view = viewOf(body);
  return config && { ...config, width: view.getUint16(24), height: view.getUint16(26) };
}

function readAudioEntry(type: string, body: Uint8Array): AudioConfig | null {
  if (body.length < audioEntryBytes) return null;
  const boxes = body.subarray(audioEntryBytes);
  if (type === 'Opus') return readOpusConfig(opusHead(findBox(boxes, 'dOps')?.[1] ?? 0));
  if (type === 'fLaC') return readFlacConfig(findBox(boxes, 'dfLa')?.subarray(4) ?? new Uint8Array());
  const stream = type === 'mp4a' ? findBox(boxes, 'esds') : null;
  return stream && readAacConfig(decoderConfigOf(stream));
}

/** The AudioSpecificConfig in the descriptors of `esds`; empty if there is none. Lengths are below 128. */
function decoderConfigOf(stream: Uint8Array): Uint8Array {
  // Version and flags; header and 3 bytes of the stream's descriptor; header and 13 bytes of the decoder's.
  const at = 4 + 2 + 3 + 2 + 13;
  if (stream[at] !== 5) return new Uint8Array();
  return stream.subarray(at + 2, at + 2 + (stream[at + 1] ?? 0));
}
