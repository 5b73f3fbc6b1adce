import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Bundles a program for a process of its own. Built once for all that start it: a bundle starts in about 0.2 s. */
export async function buildChildProgram(source: URL): Promise<{ readonly program: string; dispose(): void }> {
  // A sibling of the packages, so that imports of packages resolve.
  const folder = mkdtempSync(join(packages, '.oriel-child-'));
  const program = join(folder, 'child.mjs');
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  });
  return { program, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
