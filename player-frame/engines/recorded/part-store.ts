import type { AudioConfig } from '../../../lib/codec/decoder-config.ts';
import type { RecordedPart } from '../../../lib/codec/hls/recorded-part.ts';
import { readBoxes } from '../../../lib/codec/mp4/boxes.ts';
import type { SizedVideoConfig } from '../../../lib/codec/mp4/init-segment.ts';
import { readFragment } from '../../../lib/codec/mp4/read-fragment.ts';
import { readInit } from '../../../lib/codec/mp4/read-init.ts';
import type { Decryption } from '../../../lib/kernel/decryption.ts';
import type { EpochMs } from '../../../lib/kernel/units.ts';
import { EngineError } from '../engine.ts';
import { badStream } from '../failures.ts';
import { clearMedia } from './clear-media.ts';
import { fetchRecorded } from './fetch-playlist.ts';

/** One coded frame or audio packet, in order of decoding. */
export interface StoredSample {
  /** When it is shown or played. */
  readonly wallMs: EpochMs;
  /** When it is decoded, by the same clock: earlier where frames are reordered. */
  readonly decodeMs: EpochMs;
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

export interface LoadedPart {
  readonly video: SizedVideoConfig | null;
  readonly audio: AudioConfig | null;
  readonly frames: readonly StoredSample[];
  readonly packets: readonly StoredSample[];
}

interface Head {
  readonly video: {
    readonly id: number;
    readonly timeScale: number;
    readonly config: SizedVideoConfig;
  } | null;
  readonly audio: { readonly id: number; readonly config: AudioConfig } | null;
}

/** About half a minute, so that single steps and short seeks need no request. */
const usualParts = 8;

/** Loads parts of a recording, and keeps the last ones. */
export class PartStore {
  private readonly parts = new Map<number, Promise<LoadedPart>>();
  private readonly heads = new Map<string, Promise<Head>>();
  private readonly abort = new AbortController();
  ticket = '';
  /** Received in total. */
  bytes = 0;

  constructor(
    private readonly list: readonly RecordedPart[],
    private readonly playlistUrl: string,
    /** Of an encrypted camera. */
    private readonly decryption: Decryption | null = null,
    private readonly maxParts = usualParts,
  ) {}

  /** Rejects with an `EngineError`. */
  load(index: number): Promise<LoadedPart> {
    const part = this.list[index];
    if (!part) return Promise.reject(new EngineError(badStream('no such part')));
    return this.keep(index, this.parts.get(index) ?? this.fetchPart(part));
  }

  private keep(index: number, loading: Promise<LoadedPart>): Promise<LoadedPart> {
    // Inserted again, so that the first one is the least recently used.
    this.parts.delete(index);
    this.parts.set(index, loading);
    loading.catch(() => this.parts.delete(index));
    const [oldest] = this.parts.keys();
    if (this.parts.size > this.maxParts && oldest !== undefined) this.parts.delete(oldest);
    return loading;
  }

  /** Fetched and decrypted by somebody else. */
  add(index: number, bytes: Uint8Array): void {
    const part = this.list[index];
    if (part && !this.parts.has(index))
      this.keep(
        index,
        this.headOf(part).then((head) => samplesOf(head, bytes)),
      );
  }

  close(): void {
    this.abort.abort();
    this.parts.clear();
  }

  private async fetchPart(part: RecordedPart): Promise<LoadedPart> {
    const [head, bytes] = await Promise.all([
      this.headOf(part),
      this.fetchBytes(part.uri, part.offset, part.length),
    ]);
    return samplesOf(head, bytes);
  }

  private headOf({ uri, initLength }: RecordedPart): Promise<Head> {
    const known = this.heads.get(uri);
    if (known) return known;
    const loading = this.fetchBytes(uri, 0, initLength).then(readHead);
    this.heads.set(uri, loading);
    loading.catch(() => this.heads.delete(uri));
    return loading;
  }

  private async fetchBytes(uri: string, offset: number, length: number): Promise<Uint8Array> {
    const url = new URL(uri, this.playlistUrl).href;
    const range = `bytes=${offset}-${offset + length - 1}`;
    const response = await fetchRecorded(url, this.ticket, this.abort.signal, { range });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== length) throw new EngineError(badStream('a part is incomplete'));
    this.bytes += bytes.length;
    await clearMedia(bytes, this.decryption);
    return bytes;
  }
}

function readHead(bytes: Uint8Array): Head {
  const tracks = readInit(bytes) ?? [];
  const video = tracks.find((track) => track.kind === 'video') ?? null;
  const audio = tracks.find((track) => track.kind === 'audio') ?? null;
  if (!video && !audio) throw new EngineError(badStream('a segment without tracks'));
  return { video, audio };
}

function samplesOf({ video, audio }: Head, bytes: Uint8Array): LoadedPart {
  const frames: StoredSample[] = [];
  const packets: StoredSample[] = [];
  let at = 0;
  for (const { type, body } of readBoxes(bytes)) {
    const fragment = type === 'moof' ? readFragment(body) : null;
    for (const run of fragment?.runs ?? []) {
      const isVideo = run.trackId === video?.id;
      const timeScale = isVideo ? video.timeScale : (audio?.config.sampleRate ?? 1);
      for (const { time, composition, isKey, offset, bytes: size } of run.samples) {
        const data = bytes.subarray(at + offset, at + offset + size);
        const wallMs = ((time + composition) / timeScale) * 1_000;
        const decodeMs = (time / timeScale) * 1_000;
        (isVideo ? frames : packets).push({ wallMs, decodeMs, isKey, data });
      }
    }
    at += body.length + 8;
  }
  return { video: video?.config ?? null, audio: audio?.config ?? null, frames, packets };
}

/** Index of the frame that is on the screen at a time, in the order of decoding; the first one if all are later. */
export function frameAt({ frames }: LoadedPart, wallMs: EpochMs): number {
  let found = -1;
  for (const [index, frame] of frames.entries()) {
    const isLater = found < 0 || frame.wallMs > frames[found]!.wallMs;
    if (frame.wallMs <= wallMs && isLater) found = index;
  }
  return Math.max(0, found);
}

export function keyBefore({ frames }: LoadedPart, index: number): number {
  let key = index;
  while (key > 0 && !frames[key]!.isKey) key -= 1;
  return key;
}

/** Whether a decoder can continue without being configured again. */
export function isSameVideo(one: SizedVideoConfig, other: SizedVideoConfig | null): boolean {
  if (!other || one.codecString !== other.codecString || one.config.length !== other.config.length)
    return false;
  return one.config.every((byte, index) => byte === other.config[index]);
}
