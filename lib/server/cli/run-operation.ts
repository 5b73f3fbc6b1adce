import { err } from '../../kernel/result.ts';
import { findFfmpeg } from '../../media/outputs/transcode/find-ffmpeg.ts';
import type { Config } from '../config.ts';
import { openContainer } from '../container.ts';
import { lockDataFolder } from '../data-lock.ts';
import { explainFullDisk } from '../disk-full.ts';
import { createLogger } from '../logging.ts';
import { loadSecrets } from '../secrets.ts';
import { requestServer } from './control-client.ts';
import type { AnyInput, AnyOperation, AnyOutput } from './operations.ts';

/**
 * Runs one operation where the data is: in the server when it runs, else here, holding the data folder
 * meanwhile. Errors: the operation's own, `data.full`, `data.locked` while a server is just starting or stopping.
 */
export async function runOperation<Name extends AnyOperation>(
  config: Config,
  operation: Name,
  input: AnyInput<Name>,
): Promise<AnyOutput<Name>> {
  const asked = await requestServer(config.dataDir, operation, input);
  if (asked !== null) return asked;
  try {
    return await runHere(config, operation, input);
  } catch (error) {
    throw await explainFullDisk(config.dataDir, error);
  }
}

async function runHere<Name extends AnyOperation>(
  config: Config,
  operation: Name,
  input: AnyInput<Name>,
): Promise<AnyOutput<Name>> {
  const lock = await lockDataFolder(config.dataDir, 'command line');
  try {
    // Looking for it costs more than most operations, and only a check tells of it.
    const ffmpeg =
      operation === 'camera.check'
        ? await findFfmpeg(config.ffmpegPath ?? undefined)
        : err('nothing to convert here');
    const container = await openContainer({
      config,
      secrets: await loadSecrets(config),
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
