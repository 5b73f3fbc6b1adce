import { type Disk, spaceOf } from '../../domain/monitoring/figures.ts';
import { diskSpace } from '../storage-usage.ts';

/** Space on the disks of these folders. One that cannot be read is left out. */
export async function diskFigures(
  folders: readonly { readonly dir: Disk['dir']; readonly path: string }[],
): Promise<readonly Disk[]> {
  const read = await Promise.all(
    folders.map(async ({ dir, path }) => {
      try {
        const { totalBytes, freeBytes } = await diskSpace(path);
        return [{ dir, ...spaceOf(totalBytes, freeBytes) }];
      } catch {
        return []; // The folder of recordings is made by the first one.
      }
    }),
  );
  return read.flat();
}
