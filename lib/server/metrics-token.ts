import { AppError } from '../kernel/app-error.ts';
import type { Config } from './config.ts';
import { readCredential } from './credential.ts';

const credentialName = 'oriel-metrics-token';
const isStrong = (token: string) => /^[\x21-\x7e]{32,256}$/.test(token);

/** The bearer token of `/metrics`. Null: there is no such page. Errors: `server.badMetricsToken`. */
export async function metricsToken({
  metricsToken: configured,
  credentialsFolder,
}: Pick<Config, 'metricsToken' | 'credentialsFolder'>): Promise<string | null> {
  const token =
    configured ?? (await readCredential(credentialsFolder, credentialName, 'server.badMetricsToken'));
  if (token !== null && !isStrong(token)) {
    throw new AppError(
      'server.badMetricsToken',
      'The token of /metrics must be 32 to 256 printable characters without spaces (its value is not shown)',
    );
  }
  return token;
}
