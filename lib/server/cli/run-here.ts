import { err } from '../../kernel/result.ts';
import { findFfmpeg } from '../../media/outputs/transcode/find-ffmpeg.ts';
import type { Config } from '../config.ts';
import { openContainer } from '../container.ts';
import { lockDataFolder } from '../data-lock.ts';
import { createLogger } from '../logging.ts';
import type { AnyInput, AnyOperation, AnyOutput } from './operations.ts';

/** Runs an operation in this process, with a lock on the data folder. */
export async function runHere<Name extends AnyOperation>(
  config: Config,
  operation: Name,
  input: AnyInput<Name>,
): Promise<AnyOutput<Name>> {
  const lock = await lockDataFolder(config.dataDir, 'command line');
  try {
    // Finding ffmpeg takes longer than most operations, and only the check reports on it.
    const ffmpeg =
      operation === 'camera.check'
        ? await findFfmpeg(config.ffmpegPath ?? undefined)
        : err('not needed for this operation');
    const container = await openContainer({
      config,
      log: createLogger('warn'),
      ffmpeg,
    });
    try {
      return (await container.operations(operation, input)) as AnyOutput<Name>;
    } finally {
      await container.stopLive();
      await container.close();
    }
  } finally {
    await lock.release();
  }
}
