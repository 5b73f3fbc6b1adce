/**
 * Bytes of each template's page until its controls are ready, as a browser loads them from the product with an empty
 * cache: document, scripts, workers, styles and API responses, each gzipped separately.
 * Needs: Chromium.
 */
import { gzipSync } from 'node:zlib';
import type { Frame } from 'playwright-core';
import { namedTemplates } from '../../lib/contracts/theme/template.ts';
import { LiveStage } from '../kit/live-player.ts';
import { namesForPages } from './browser-costs.ts';

const targetKB = 150;
const kB = (bytes: number): number => Math.round(bytes / 100) / 10;
const gz = (bytes: Uint8Array): number => gzipSync(bytes, { level: 9 }).length;

/** Everything that the player's document loaded by HTTP; the video uses WebSocket. */
async function fetched(frame: Frame): Promise<{ files: string[]; answers: number }> {
  const entries = await frame.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .map(({ name, decodedBodySize }) => ({ name, decodedBodySize })),
  );
  const isFile = ({ name }: { name: string }) => new URL(name).pathname.startsWith('/assets/');
  const answers = entries.filter((entry) => !isFile(entry));
  return {
    files: [...new Set(entries.filter(isFile).map(({ name }) => name))],
    answers: answers.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
  };
}

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return gz(new Uint8Array(await response.arrayBuffer()));
}

const stage = await LiveStage.start();
const totals: Record<string, number> = {};
try {
  for (const template of namedTemplates) {
    const player = await stage.open({ template }, { isPlaying: false, script: namesForPages });
    await player.frame.locator('.oriel-app').waitFor({ state: 'attached', timeout: 30_000 });
    // Requests of the controls, such as the camera's name.
    await player.page.waitForTimeout(500);
    const inside = await player.document();
    const { files, answers } = await fetched(inside);
    const sizes = await Promise.all([inside.url(), ...files].map(sizeOf));
    const total = answers + sizes.reduce((sum, size) => sum + size, 0);
    totals[template] = kB(total);
    console.log(
      `${template.padEnd(12)} ${kB(total)} kB gz, ${files.length + 1} files, document ${kB(sizes[0]!)} kB`,
    );
    await player.close();
  }
} finally {
  await stage.close();
}
const value = Math.max(...Object.values(totals));
console.log(`target: <= ${targetKB} kB for every template`);
console.log(
  JSON.stringify({
    bench: 'template-bytes',
    value,
    unit: 'kB gz until controls stand, largest template',
    target: targetKB,
    ok: value <= targetKB,
    peers: { ...totals, 'ezuikit-js 9 (npm, without its wasm)': 1_021.6 },
  }),
);
