/** The sound of a camera, for the viewer who talks to it: from the live stream, over the connection that viewers share. */
import { isDeepStrictEqual } from 'node:util';
import type { AudioTrack } from '../../codec/tracks.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Result } from '../../kernel/result.ts';
import type { Ffmpeg } from '../outputs/transcode/find-ffmpeg.ts';
import type { CameraKey, StreamStatus } from '../ports.ts';
import type { ReaderPolicy, ReaderSubscription, StreamReader } from '../stream/reader.ts';
import { type TrackDecoder, trackDecoder } from './audio/track-decoder.ts';
import type { CameraAudio } from './talk-call.ts';

/** What is needed of the live plane. */
export interface LiveStreams {
  read(key: CameraKey, reader: StreamReader, policy: ReaderPolicy): ReaderSubscription;
  status(key: CameraKey): StreamStatus | null;
}

export interface CameraAudioOptions {
  readonly live: LiveStreams;
  readonly ffmpeg: Result<Ffmpeg, string>;
  readonly logger: Logger;
}

const policy: ReaderPolicy = { start: 'nextKey', maxQueuedBytes: 1_000_000, whenFull: 'skip' };

/** A demo camera answers over its back channel, so its scene is not heard. */
export function liveCameraAudio(options: CameraAudioOptions): CameraAudio {
  const { live, logger } = options;
  return ({ key }, spec, listener) => {
    if (spec.kind === 'demo') return () => {};
    let decoder: TrackDecoder | null = null;
    let decoded: AudioTrack | null = null;
    const decode = (track: AudioTrack | null) => {
      if (isDeepStrictEqual(track, decoded)) return;
      decoder?.close();
      decoder = null;
      decoded = track;
      if (track === null) return;
      const made = trackDecoder(track, options, listener);
      if (made.ok) decoder = made.value;
      else logger.warn({ reason: made.error }, 'the sound of the camera is not sent to the talking viewer');
    };
    const subscription = live.read(
      wanted(live, key),
      {
        // Clear units of an encrypted device must not leave the server, so the viewer does not hear it.
        tracks: ({ audio, encryption }) => decode(encryption ? null : audio),
        unit: ({ kind, data }) => {
          if (kind === 'audio') decoder?.push(data);
        },
        restarted() {},
        status() {},
        end: () => decode(null),
      },
      policy,
    );
    return () => {
      subscription.close();
      decode(null);
    };
  };
}

/** The stream that is being watched, so that no other connection is opened; else the smaller one. */
function wanted(live: LiveStreams, camera: Omit<CameraKey, 'profile'>): CameraKey {
  const [sub, main] = (['sub', 'main'] as const).map((profile) => ({ ...camera, profile }));
  const isLive = (key: CameraKey) => live.status(key)?.state === 'live';
  return !isLive(sub!) && isLive(main!) ? main! : sub!;
}
