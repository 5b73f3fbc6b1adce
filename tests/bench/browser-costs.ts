/** CPU and memory of a running Chromium, from the kernel. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright-core';

/** CPU time of all processes of a browser so far, ms. */
export async function cpuMs(inspector: CDPSession): Promise<number> {
  const { processInfo } = await inspector.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { id }) => sum + cpuMsOf(id), 0);
}

/**
 * CPU time of a process so far, ms. Read from the scheduler, in nanoseconds: the process table has a resolution of
 * 10 ms. Without threads that have ended.
 */
export function cpuMsOf(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  }
  return nanoseconds / 1e6;
}

export interface Memory {
  /** Bytes in use after garbage collection, in the page's main thread and the frames that share it. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Resident bytes of the largest renderer, workers and decoders included. */
  readonly rss: number;
}

/** `page` is a CDP session of the page, with `Performance.enable` sent; `browser` one of the browser. */
export async function memoryOf(browser: CDPSession, page: CDPSession): Promise<Memory> {
  await page.send('HeapProfiler.collectGarbage');
  await page.send('HeapProfiler.collectGarbage');
  const { metrics } = await page.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return {
    heap: of('JSHeapUsedSize'),
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    rss: Math.max(...renderers.map(({ id }) => residentBytes(id))),
  };
}

function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4_096;
}

export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`timeout after ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * For pages that run functions of the kits: tsx, which runs benches, names functions by a helper that it also calls
 * inside them.
 */
export const namesForPages = 'globalThis.__name = (one) => one;';
