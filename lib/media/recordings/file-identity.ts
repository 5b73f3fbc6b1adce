import { stat } from 'node:fs/promises';

/** Which file a name leads to. An open file can be written after its name was removed or given to another one. */
export async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path);
  return `${dev}/${ino}`;
}

/** The name leads nowhere. Other errors are of the disk, and writing will meet them. */
const nowhere: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES']);

/** Why the name no longer leads to this file; null: it does, or its disk fails. */
export async function absenceOf(
  path: string,
  identity: string | null,
): Promise<NodeJS.ErrnoException | null> {
  try {
    return (await identityOf(path)) === identity ? null : replaced();
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    return nowhere.has(failure.code ?? '') ? failure : null;
  }
}

const replaced = (): NodeJS.ErrnoException =>
  Object.assign(new Error('another file has taken its place'), { code: 'ENOENT' });
