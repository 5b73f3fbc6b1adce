import { AppError } from '../../kernel/app-error.ts';
import type { Config } from '../config.ts';
import { isInstalled } from '../data-folder.ts';
import { localOrigin } from '../local-origin.ts';

/** Another server on this machine responds at once. */
const timeoutMs = 1_000;

/**
 * Commands use an existing installation. In another folder, for instance because ORIEL_DATA_DIR is not set, they would
 * otherwise work on a new, empty database. Errors: `data.missing`; no folder is created.
 */
export async function requireInstallation(config: Config): Promise<void> {
  if (await isInstalled(config.dataDir)) return;
  const other = await findServer(config);
  throw new AppError(
    'data.missing',
    [
      `${config.dataDir} is not the data folder of an installation; nothing was created.`,
      other === null
        ? 'Set ORIEL_DATA_DIR to the data folder of your server.'
        : `A server is running at ${other} with another data folder. Set ORIEL_DATA_DIR to that folder.`,
      'For a new installation, start the server first ("npm run up"), or run "oriel database create".',
    ].join(' '),
  );
}

/** The origin of a server on the configured port; null: there is none. */
async function findServer({ host, port }: Config): Promise<string | null> {
  if (port === 0) return null;
  const origin = localOrigin(host, port);
  try {
    const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    const health = (await answer.json()) as { version?: unknown; streams?: unknown } | null;
    return health?.version !== undefined && health.streams !== undefined ? origin : null;
  } catch {
    return null;
  }
}
