// Time and memory for small files that decompress to large images.
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { imageBombs } from '../kit/sample-images.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const targets = { tookMs: 2_000, grownMb: 200 } as const;

const program = join(import.meta.dirname, '../kit/sanitize-process.ts');
const folder = scratchFolder('oriel-bomb-');
const worst = { tookMs: 0, grownMb: 0 };
for (const [name, bytes] of Object.entries(await imageBombs())) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, path, 'png']);
  const { outcome, tookMs, grownBytes } = JSON.parse(stdout);
  const grownMb = grownBytes / 2 ** 20;
  console.log(`${name}: ${outcome}, ${Math.round(tookMs)} ms, ${Math.round(grownMb)} MB`);
  worst.tookMs = Math.max(worst.tookMs, Math.round(tookMs));
  worst.grownMb = Math.max(worst.grownMb, Math.round(grownMb));
}
rmSync(folder, { recursive: true });
const ok = worst.tookMs <= targets.tookMs && worst.grownMb <= targets.grownMb;
const result = { bench: 'image-bombs', value: worst.grownMb, unit: 'MB', target: targets.grownMb };
console.log(JSON.stringify({ ...result, ok, peers: worst }));
