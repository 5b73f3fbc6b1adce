/** Single key frames of a recording as small pictures (docs/design/recordings.md, "Previews are key frames"). */
import { boxHeaderBytes, readBoxes } from '../../../lib/codec/mp4/boxes.ts';
import type { SizedVideoConfig } from '../../../lib/codec/mp4/init-segment.ts';
import { readFragment } from '../../../lib/codec/mp4/read-fragment.ts';
import { readInit } from '../../../lib/codec/mp4/read-init.ts';
import type { EpochMs } from '../../../lib/kernel/units.ts';
import { EngineError, type RecordedTarget } from '../engine.ts';
import { badStream, decodeFailed } from '../failures.ts';
import { clearMedia } from './clear-media.ts';
import { fetchRecorded } from './fetch-playlist.ts';

/** A coded key frame. */
export interface KeyFrame {
  readonly config: SizedVideoConfig;
  readonly data: Uint8Array;
  /** Start of its GOP. */
  readonly start: EpochMs;
}

/**
 * The key frame with which the picture at this time begins, decrypted. Rejects with an `EngineError`: the server's code
 * (`playback.none`: nothing is recorded at this time), transport, or 400035 and 400036 for a missing or wrong key.
 */
export async function fetchKeyFrame(
  target: RecordedTarget,
  at: EpochMs,
  signal: AbortSignal,
): Promise<KeyFrame> {
  // Beside the playlist.
  const url = new URL(`keyframe?at=${at}`, target.url).href;
  const response = await fetchRecorded(url, target.ticket, signal);
  const bytes = new Uint8Array(await response.arrayBuffer());
  await clearMedia(bytes, target.decryption ?? null);
  const frame = readKeyFrame(bytes);
  if (!frame) throw new EngineError(badStream('no key frame'));
  return frame;
}

/** The first video frame of a clear file of one fragment; null if there is none. */
function readKeyFrame(bytes: Uint8Array): KeyFrame | null {
  const track = readInit(bytes)?.find((one) => one.kind === 'video');
  const body = readBoxes(bytes).find(({ type }) => type === 'moof')?.body;
  const run = body && readFragment(body)?.runs.find(({ trackId }) => trackId === track?.id);
  const sample = run?.samples[0];
  if (track?.kind !== 'video' || !body || !run || !sample?.isKey) return null;
  const from = body.byteOffset - bytes.byteOffset - boxHeaderBytes + sample.offset;
  const data = bytes.subarray(from, from + sample.bytes);
  if (data.length !== sample.bytes) return null;
  return { config: track.config, data, start: (run.time / track.timeScale) * 1_000 };
}

/** Decodes it to a picture of at most this size in pixels. The caller closes it. Rejects with an `EngineError`. */
export async function decodeKeyFrame(
  { config, data }: KeyFrame,
  most: { readonly width: number; readonly height: number },
): Promise<ImageBitmap> {
  const frame = await decode(config, data);
  try {
    const { displayWidth, displayHeight } = frame;
    const share = Math.min(1, most.width / displayWidth, most.height / displayHeight);
    return await createImageBitmap(frame, {
      resizeWidth: Math.max(1, Math.round(displayWidth * share)),
      resizeHeight: Math.max(1, Math.round(displayHeight * share)),
      resizeQuality: 'medium',
    });
  } finally {
    frame.close();
  }
}

/** With a decoder of its own, which is closed at once: decoders of the hardware are few. */
async function decode(config: SizedVideoConfig, data: Uint8Array): Promise<VideoFrame> {
  const frames: VideoFrame[] = [];
  const decoder = new VideoDecoder({
    output: (frame) => void frames.push(frame),
    // `flush` rejects, too.
    error: () => undefined,
  });
  try {
    decoder.configure({ codec: config.codecString, description: config.config, optimizeForLatency: true });
    decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data }));
    await decoder.flush();
  } catch (error) {
    for (const frame of frames) frame.close();
    throw new EngineError(decodeFailed(String(error)));
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
  const [frame, ...rest] = frames;
  for (const extra of rest) extra.close();
  if (!frame) throw new EngineError(decodeFailed('no frame'));
  return frame;
}
