/** A process that reads one workbook: prints the outcome, the time, and its peak memory. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readXlsx } from '../../lib/domain/resource/sheet/xlsx-reader.ts';

const bytes = new Uint8Array(readFileSync(process.argv[2] ?? ''));
const startedAt = performance.now();
const before = process.memoryUsage.rss();
// Resets the peak. Node's `maxRSS` would include that of the parent process.
writeFileSync('/proc/self/clear_refs', '5');
const read = await readXlsx(bytes, Number(process.argv[3]));
const tookMs = performance.now() - startedAt;
const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024;
const outcome = read.ok ? `${read.value.length} rows` : read.error;
process.stdout.write(`${JSON.stringify({ outcome, tookMs, grownBytes: peak - before })}\n`);
