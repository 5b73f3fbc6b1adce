/** A transcoded camera as a source: a camera's stream, the transcoder that reads it, and one reader. */
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import type { Result } from '../../lib/kernel/result.ts';
import { defaultLiveLimits as limits } from '../../lib/media/live-plane.ts';
import type { Ffmpeg } from '../../lib/media/outputs/transcode/find-ffmpeg.ts';
import { TranscodedStream, transcodeSlots } from '../../lib/media/outputs/transcode/transcoded-stream.ts';
import { ffmpegConverters } from '../../lib/media/outputs/transcode/video-converter.ts';
import type { MediaSource } from '../../lib/media/ports.ts';
import { CameraStream } from '../../lib/media/stream/camera-stream.ts';
import { endServerStopping } from '../../lib/media/stream/reader.ts';

export function transcodedSource(
  camera: MediaSource,
  ffmpeg: Result<Ffmpeg, string>,
  acquireSlot = transcodeSlots(Number.POSITIVE_INFINITY),
): MediaSource {
  const base = { clock: systemClock, logger: silentLogger, random: () => 0.5, limits };
  const stream = new CameraStream({
    ...base,
    key: { tenantId: 't', deviceSerial: 'CAM1', channelNo: 1, profile: 'main' },
    sources: () => camera,
    directory: { find: async () => ({ kind: 'demo', scene: 'test', profile: 'main' }) },
    onCondition() {},
    onIdle() {},
  });
  const h264 = new TranscodedStream(stream, {
    ...base,
    converter: ffmpegConverters(ffmpeg, base),
    acquireSlot,
    onCondition() {},
  });
  const stop = () => stream.close(endServerStopping);
  return {
    start(sink) {
      const subscription = h264.subscribe(
        {
          tracks: (tracks) => sink.tracks(tracks),
          unit: (unit) => sink.unit(unit),
          restarted() {},
          status(status) {
            if (status.state !== 'retrying') return;
            subscription.close();
            stop();
            sink.failed(status.failure);
          },
          end() {},
        },
        { start: 'cachedGop', maxQueuedBytes: 0, whenFull: 'skip' },
      );
    },
    stop,
  };
}
