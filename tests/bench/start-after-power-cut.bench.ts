// From starting the server until it is ready, after a power cut while it was writing: 95th percentile.
// ORIEL_BENCH_CUTS (20). As root, with loop devices.
// Needs: disks whose power can be cut.
import { join } from 'node:path';
import { CutDisk } from '../kit/cut-disk.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { median, percentile } from './statistics.ts';

const cuts = Number(process.env.ORIEL_BENCH_CUTS ?? 20);
const targetMs = 3_000;

const disk = new CutDisk(256);
const start = () => startOriel({ dataDir: join(disk.path, 'data') });

/** Adds cameras until the disk fails. */
async function writeUntilCut(oriel: OrielInstance, cut: number): Promise<void> {
  setTimeout(() => disk.cutPower(), 500 + cut * 50);
  for (;;) await oriel.oriel(['camera', 'add', '--demo', 'yard', '--name', 'cut']);
}

const times: number[] = [];
let oriel = await start();
try {
  for (let cut = 0; cut < cuts; cut += 1) {
    await writeUntilCut(oriel, cut).catch(() => {
      /* the power is cut */
    });
    await oriel.kill();
    disk.restart();
    const startedAt = performance.now();
    oriel = await start();
    const { status } = await fetch(`${oriel.origin}/healthz`);
    if (status !== 200) throw new Error(`not ready after cut ${cut}: ${status}`);
    times.push(performance.now() - startedAt);
  }
} finally {
  await oriel.stop();
  disk.dispose();
}

const value = Math.round(percentile(times, 0.95));
console.log(
  `${cuts} cuts: median ${Math.round(median(times))} ms, p95 ${value} ms, target <= ${targetMs} ms`,
);
console.log(
  JSON.stringify({
    bench: 'start-after-power-cut',
    value,
    unit: 'ms',
    target: targetMs,
    ok: value <= targetMs,
  }),
);
