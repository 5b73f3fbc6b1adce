/** A key frame as a JPEG, decoded by ffmpeg. */
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { Ms } from '../../../kernel/units.ts';
import { FfmpegChild } from '../transcode/ffmpeg-child.ts';
import type { Ffmpeg } from '../transcode/find-ffmpeg.ts';

const timeoutMs: Ms = 10_000;
const maxBytes = 1024 * 1024;

const pictureArguments = (maxWidth: number): readonly string[] => [
  ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error'],
  ...['-protocol_whitelist', 'pipe', '-threads', '1', '-f', 'mp4', '-i', 'pipe:0'],
  ...['-map', '0:v:0', '-an', '-frames:v', '1', '-vf', `scale=min(${maxWidth}\\,iw):-2`],
  ...['-pix_fmt', 'yuvj420p', '-c:v', 'mjpeg', '-q:v', '5', '-f', 'image2pipe', 'pipe:1'],
];

/** `keyFrame`: an MP4 file of one frame, not encrypted. `maxWidth`: pixels. Null if it cannot be decoded. */
export function stillPicture(
  keyFrame: Uint8Array,
  given: {
    readonly maxWidth: number;
    readonly ffmpeg: Ffmpeg;
    readonly clock: Clock;
    readonly logger: Logger;
  },
): Promise<Uint8Array | null> {
  const { maxWidth, ffmpeg, clock, logger } = given;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (picture: Uint8Array | null) => {
      cancel();
      child.stop();
      resolve(picture);
    };
    const cancel = clock.after(timeoutMs, () => end(null));
    const child = new FfmpegChild(ffmpeg, pictureArguments(maxWidth), logger, {
      output(chunk) {
        bytes += chunk.length;
        if (bytes > maxBytes) end(null);
        else chunks.push(chunk);
      },
      drained() {
        // One write.
      },
      ended: (reason) => end(reason === 'status 0' && bytes > 0 ? Buffer.concat(chunks) : null),
    });
    child.write(Buffer.from(keyFrame.buffer, keyFrame.byteOffset, keyFrame.byteLength));
    child.finish();
  });
}
