import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../kernel/app-error.ts';

/** A file in systemd's folder of credentials. Null: there is none, or it is empty. Throws `errorCode`. */
export async function readCredential(
  folder: string | null,
  name: string,
  errorCode: string,
): Promise<string | null> {
  if (folder === null) return null;
  try {
    return (await readFile(join(folder, name), 'utf8')).trim() || null;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new AppError(errorCode, `The credential ${name} cannot be read (${code})`, {}, { cause });
  }
}
