/** What pictures of cameras are taken from. Start reading at `takePicture`. */
import { readKeyTerms } from '../../../codec/mp4/encryption.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { CameraPicture } from '../../ports.ts';
import type { RecordingReader } from '../../recordings/recording-reader.ts';
import type { SourceChanges } from './kept-pictures.ts';
import type { LiveStreams } from './live-key-frame.ts';

export interface PictureSources {
  readonly live: LiveStreams;
  readonly recordings: Pick<RecordingReader, 'keyFrame'>;
  /** A key frame as a JPEG; null if it cannot be decoded. */
  readonly decode: (keyFrame: Uint8Array) => Promise<Uint8Array | null>;
  readonly changes: SourceChanges;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The key frame that `find` resolves to, as a picture. Never rejects: errors are logged with `subject`. */
export async function takePicture(
  { decode, logger }: PictureSources,
  find: () => Promise<Uint8Array | null>,
  subject: Readonly<Record<string, string>>,
): Promise<CameraPicture | null> {
  try {
    const keyFrame = await find();
    if (!keyFrame) return null;
    return readKeyTerms(keyFrame) === null ? await decode(keyFrame) : 'encrypted';
  } catch (error) {
    logger.error({ err: error, ...subject }, 'no picture of a camera');
    return null;
  }
}
