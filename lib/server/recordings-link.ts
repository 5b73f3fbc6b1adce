import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../kernel/app-error.ts';
import type { Config } from './config.ts';
import { recordingsFolder } from './data-folder.ts';

type Where = Pick<Config, 'dataDir' | 'recordingsDir'>;

/**
 * Why the folder of recordings cannot be used, or null. A link in the data folder can be replaced, or lead to a disk that
 * is not mounted, without anything that a recorder could see. A folder that is set may be a link: it is what was meant.
 */
export async function linkOfRecordings({ dataDir, recordingsDir }: Where): Promise<string | null> {
  const isDefault = recordingsDir === join(dataDir, recordingsFolder);
  const stores = ['cloud', 'device'].map((store) => join(recordingsDir, store));
  for (const path of isDefault ? [recordingsDir, ...stores] : stores) {
    if (!(await isLink(path))) continue;
    const target = await realpath(path).catch(() => null);
    const leads = target === null ? 'that leads nowhere' : `to ${target}`;
    const folder = path === recordingsDir ? (target ?? 'the folder on the other disk') : 'the folder for all';
    return `${path} is a symbolic link ${leads}. Recordings are not written through links: remove it and set ORIEL_RECORDINGS_DIR to ${folder}.`;
  }
  return null;
}

/** Errors: `recordings.link`. */
export async function requireNoLink(config: Where): Promise<void> {
  const problem = await linkOfRecordings(config);
  if (problem !== null) throw new AppError('recordings.link', problem);
}

const isLink = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => null))?.isSymbolicLink() ?? false;
