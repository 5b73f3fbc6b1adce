/**
 * Processor time of the server for a talk: a viewer watches a demo camera and talks to it, which echoes all audio, so that
 * Opus is decoded and encoded. What watching costs is measured before and after, and subtracted. ORIEL_BENCH_SECONDS (20)
 * of each.
 * Needs: Chromium.
 */
import { LiveStage } from '../kit/live-player.ts';
import { cpuMsOf, namesForPages } from './browser-costs.ts';

const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 20);
/** Percent of a core: the limits of decoder and encoder (docs/design/talk.md), and as much for encryption. */
const target = 4;

const stage = await LiveStage.start();
try {
  const player = await stage.open({ microphone: true }, { script: namesForPages });
  /** Percent of a core. */
  async function costs(): Promise<number> {
    await player.page.waitForTimeout(3_000);
    const before = cpuMsOf(stage.oriel.pid);
    await player.page.waitForTimeout(seconds * 1_000);
    return (cpuMsOf(stage.oriel.pid) - before) / (seconds * 10);
  }
  const without = await costs();
  const answer = await player.call('startTalk');
  if (answer.error) throw new Error(`no talk: ${String(answer.error)}`);
  const talking = await costs();
  await player.call('stopTalk');
  const after = await costs();
  const percent = talking - (without + after) / 2;
  const watching = [without, after].map((value) => value.toFixed(2)).join(' and ');
  console.log(`a talk: ${percent.toFixed(2)} % of a core, besides ${watching} % for the video`);
  console.log(`target: <= ${target} %: ${percent <= target ? 'met' : 'missed'}`);
  console.log(
    JSON.stringify({
      ...{ bench: 'talk-cpu', value: percent, unit: '% of a core', target, ok: percent <= target },
      peers: { without, talking, after },
    }),
  );
} finally {
  await stage.close();
}
