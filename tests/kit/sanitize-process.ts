/** A process that sanitizes one image: prints the time it took and its peak memory. */
import { readFileSync } from 'node:fs';
import { imageSanitizer } from '../../lib/domain/images/image-sanitizer.ts';
import { loadSharp } from '../../lib/domain/images/load-sharp.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';

const bytes = new Uint8Array(readFileSync(process.argv[2] ?? ''));
const type = process.argv[3] ?? '';
await loadSharp();
const started = performance.now();
const before = process.memoryUsage.rss();
const press = imageSanitizer(silentLogger);
const outcome = await press.redraw({ name: `bomb.${type}`, type: `image/${type}`, bytes }, 1_600).then(
  ({ width, height }) => `${width}x${height}`,
  (error: Error) => error.message,
);
const took = performance.now() - started;
// Peak RSS in bytes; `maxRSS` is in KiB.
const peak = process.resourceUsage().maxRSS * 1_024;
process.stdout.write(`${JSON.stringify({ outcome, tookMs: took, grownBytes: peak - before })}\n`);
