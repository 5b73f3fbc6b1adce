/** One key frame of a live stream as a small MP4 file, without decoding. Start reading at `liveKeyFrame`. */
import { join } from '../../../codec/mp4/boxes.ts';
import { fragment } from '../../../codec/mp4/fragment.ts';
import { initSegment } from '../../../codec/mp4/init-segment.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { AccessUnit, CameraKey, TrackSet } from '../../ports.ts';
import { videoTimeScale, videoTrackId } from '../../recordings/segment-limits.ts';
import type { ReaderPolicy, ReaderSubscription, StreamReader } from '../../stream/reader.ts';
import { UnitCipher } from '../unit-cipher.ts';

/** The part of the live plane that is used. */
export interface LiveStreams {
  read(key: CameraKey, reader: StreamReader, policy: ReaderPolicy): ReaderSubscription;
}

const policy: ReaderPolicy = { start: 'cachedGop', maxQueuedBytes: 4 * 1024 * 1024, whenFull: 'skip' };
/** A key frame that precedes the wanted time by less shows the same. */
const earlierMs: Ms = 1_000;

/**
 * The first key frame from `at` on; after `timeoutMs`, the last one before it. Encrypted if the device is. Null: there
 * was none. Never rejects.
 */
export function liveKeyFrame(
  live: LiveStreams,
  camera: CameraKey,
  { at, timeoutMs, clock }: { readonly at: EpochMs; readonly timeoutMs: Ms; readonly clock: Clock },
): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    let tracks: TrackSet | null = null;
    let earlier: Uint8Array | null = null;
    let isEncrypted = false;
    let isOver = false;
    let subscription: ReaderSubscription | null = null;
    const end = (picture: Uint8Array | null) => {
      if (isOver) return;
      isOver = true;
      cancel();
      subscription?.close();
      resolve(picture);
    };
    const cancel = clock.after(timeoutMs, () => end(earlier));
    subscription = live.read(
      camera,
      {
        tracks(now) {
          // Encryption was switched on meanwhile: what was clear is not shown any more.
          if (now.encryption && !isEncrypted) earlier = null;
          isEncrypted = Boolean(now.encryption);
          tracks = now;
        },
        unit(unit, receivedAt) {
          if (isOver || unit.kind !== 'video' || !unit.isKey || !tracks) return;
          const picture = fileOf(tracks, unit);
          // By our own clock: that of the camera may be wrong.
          const wallMs = clock.now() - (clock.monotonic() - receivedAt);
          if (wallMs >= at - earlierMs) end(picture);
          else earlier = picture;
        },
        restarted() {
          tracks = null;
        },
        status({ state }) {
          // The stream reconnects by itself until the timeout. With another source, what was before shows another camera.
          if (state === 'replaced') earlier = null;
        },
        end: () => end(earlier),
      },
      policy,
    );
    // It may have been called before there was a subscription.
    if (isOver) subscription.close();
  });
}

function fileOf({ video, encryption }: TrackSet, unit: AccessUnit): Uint8Array | null {
  if (!video) return null;
  const head = initSegment(
    [{ id: videoTrackId, kind: 'video', timeScale: videoTimeScale, config: video }],
    encryption ?? null,
  );
  const sealed = encryption ? new UnitCipher(encryption.secret).encrypt(unit.data) : { data: unit.data };
  // A second, because players do not show what lasts for no time.
  const sample = { ...sealed, isKey: true, duration: videoTimeScale, composition: 0 };
  const time = Math.round((unit.wallMs * videoTimeScale) / 1_000);
  return join([head, fragment(1, [{ trackId: videoTrackId, time, samples: [sample] }])]);
}
