import type { Config } from '../config.ts';
import { explainStorage } from '../explain-storage.ts';
import { requestServer } from './control-client.ts';
import type { AnyInput, AnyOperation, AnyOutput } from './operations.ts';
import { requireInstallation } from './require-installation.ts';

/**
 * Runs an operation in the server, or in this process with a lock on the data folder if no server is running.
 * Errors: the operation's own, `data.full`, `data.missing`, and `data.locked` while a server starts or stops.
 */
export async function runOperation<Name extends AnyOperation>(
  config: Config,
  operation: Name,
  input: AnyInput<Name>,
): Promise<AnyOutput<Name>> {
  const answered = await requestServer(config.dataDir, operation, input);
  if (answered !== null) return answered;
  await requireInstallation(config);
  try {
    // The whole server is loaded only if none is running: most commands take a fifth of the time without it.
    const { runHere } = await import('./run-here.ts');
    return await runHere(config, operation, input);
  } catch (error) {
    throw explainStorage(config.dataDir, error);
  }
}
