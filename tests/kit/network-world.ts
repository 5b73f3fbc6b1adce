/**
 * Cameras and viewers inside a network namespace, driven over the IPC channel by `NetworkWorld`. Each frame carries the
 * name of its camera, and each is checked.
 */
import { readVideo } from './flv-reader.ts';
import type { ViewerOrder, WorldOrder, WorldReport } from './network-world-client.ts';
import { ownerOf, type SignedCamera, startSignedCamera } from './signed-camera.ts';
import { SteadyViewer } from './steady-viewer.ts';

const cameras: SignedCamera[] = [];
const viewers: { readonly viewer: SteadyViewer; checked: number; foreign: number }[] = [];
/** Response times of the server, ms: long if its event loop is busy. */
const responses: number[] = [];
let origin = '';

async function watch(orders: readonly ViewerOrder[]): Promise<void> {
  for (const { serial, owner, accessToken, transport } of orders) {
    const counts = { checked: 0, foreign: 0 };
    const viewer = new SteadyViewer({
      origin,
      accessToken,
      serial,
      transport,
      onVideo(tag) {
        const { isHeader, data } = readVideo(tag);
        if (isHeader) return;
        counts.checked += 1;
        if (ownerOf(data) !== owner) counts.foreign += 1;
      },
    });
    viewers.push(Object.assign(counts, { viewer }));
    // A crowd arrives within seconds, not in one turn of the event loop.
    await new Promise((next) => setTimeout(next, 2));
  }
}

function report(sinceMs: number): WorldReport {
  const since = performance.now() - sinceMs;
  const sum = (of: (each: (typeof viewers)[number]) => number) =>
    viewers.reduce((total, each) => total + of(each), 0);
  const sorted = responses.splice(0).sort((one, other) => one - other);
  return {
    viewers: viewers.length,
    watching: viewers.filter(({ viewer }) => viewer.framesSince(since) > 0).length,
    frames: sum(({ checked }) => checked),
    foreign: sum(({ foreign }) => foreign),
    connections: sum(({ viewer }) => viewer.connections),
    endings: viewers.flatMap(({ viewer }) => viewer.endings.map(({ status, code }) => `${status} ${code}`)),
    retrying: viewers.filter(({ viewer }) => viewer.statuses.at(-1)?.state === 'retrying').length,
    responseP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

async function carryOut(order: WorldOrder): Promise<unknown> {
  if (order.do === 'cameras') {
    for (let number = 0; number < order.count; number += 1) {
      cameras.push(await startSignedCamera(`camera ${number}`, number, order));
    }
    return cameras.map(({ url }) => url);
  }
  if (order.do === 'watch') {
    origin = order.origin;
    return watch(order.viewers);
  }
  if (order.do === 'leave') {
    for (const { viewer } of viewers.splice(0)) viewer.stop();
    return null;
  }
  return report(order.sinceMs);
}

setInterval(async () => {
  if (origin === '') return;
  const startedAt = performance.now();
  await fetch(`${origin}/livez`).catch(() => undefined);
  responses.push(performance.now() - startedAt);
}, 200);

process.on('message', async (order: WorldOrder) => {
  process.send?.((await carryOut(order)) ?? null);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
