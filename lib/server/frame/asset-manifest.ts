import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';

/** An absolute path on our origin. */
const assetPath = z.string().regex(/^\/assets\/[A-Za-z0-9._/-]+$/);

/** Written by the frame's build. */
const manifest = z.object({
  boot: assetPath,
  webcodecsWorker: assetPath,
  recordedWorker: assetPath.optional(),
  audioWorklet: assetPath,
  recorderWorker: assetPath.optional(),
  voiceWorklet: assetPath.optional(),
  styles: assetPath,
  controlStyles: assetPath.optional(),
  /** Script and styles of the page in place of a player that may not be shown. */
  refusal: assetPath.optional(),
  refusalStyles: assetPath.optional(),
  /** Modules that the boot script imports immediately, preloaded by the browser. */
  preload: z.array(assetPath).default([]),
});
export type AssetManifest = z.infer<typeof manifest>;

/**
 * Reads the manifest again if the file has changed, so that a new build needs no restart. Null: not built.
 */
export function manifestReader(path: string): () => Promise<AssetManifest | null> {
  let read: { modifiedMs: number; value: AssetManifest } | null = null;
  return async () => {
    const found = await stat(path).catch((error) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    if (!found) return null;
    if (read?.modifiedMs !== found.mtimeMs) {
      read = {
        modifiedMs: found.mtimeMs,
        value: manifest.parse(JSON.parse(await readFile(path, 'utf8'))),
      };
    }
    return read.value;
  };
}
