/**
 * Cameras, server and viewers in a network of their own that is cut, loses packets, and carries a crowd. No viewer is
 * lost, none receives a frame of another camera, and video returns without anybody's help. The player in a browser:
 * `network-cut.test.ts`.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { describeInNamespace, NetworkNamespace } from '../kit/network-namespace.ts';
import { NetworkWorld, type ViewerOrder, type WorldReport } from '../kit/network-world-client.ts';
import { rounds } from '../kit/soak.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { wait } from '../kit/steady-viewer.ts';

const cameraCount = 6;
/** 25 frames per second of this size are 512 kbit/s. */
const frameBytes = 2_500;
const cutSeconds = rounds(5, 60);
const crowd = rounds(100, 300);
const crowdSeconds = rounds(4, 60);

describeInNamespace('a network of cameras, server and viewers', () => {
  let network: NetworkNamespace;
  let world: NetworkWorld;
  let oriel: OrielInstance;
  let cameraPorts: readonly number[];
  let accessToken: string;

  beforeAll(async () => {
    network = new NetworkNamespace();
    [oriel, world] = await Promise.all([
      startOriel({ node: network.wrap(process.execPath) }),
      NetworkWorld.start(network),
    ]);
    const urls = await world.cameras(cameraCount, frameBytes);
    cameraPorts = urls.map((url) => Number(new URL(url.replace('rtsp:', 'http:')).port));
    for (const [number, url] of urls.entries()) {
      await oriel.oriel(['camera', 'add', url, '--serial', `CROWD${number}`]);
    }
    const created = await oriel.oriel([
      'app',
      'create',
      '--name',
      'crowd',
      '--origin',
      'https://crowd.example',
    ]);
    const { appKey } = created as { appKey: string };
    const issued = await oriel.oriel(['token', 'issue', '--app', appKey]);
    ({ accessToken } = issued as { accessToken: string });
  }, 200_000);
  afterEach(async () => {
    network.restore();
    await world.leave();
  });
  afterAll(async () => {
    world?.stop();
    await oriel?.stop();
    network?.dispose();
  });

  const viewersOf = (count: number, owner = (camera: number) => `camera ${camera}`): ViewerOrder[] =>
    Array.from({ length: count }, (_, index) => ({
      serial: `CROWD${index % cameraCount}`,
      owner: owner(index % cameraCount),
      accessToken,
      transport: index % 2 === 0 ? 'ws' : 'http',
    }));
  const serverPort = () => Number(new URL(oriel.origin).port);

  async function soon(
    what: string,
    isSo: (report: WorldReport) => boolean,
    withinMs = 60_000,
  ): Promise<WorldReport> {
    const endAt = performance.now() + withinMs;
    for (;;) {
      const report = await world.report();
      if (isSo(report)) return report;
      if (performance.now() > endAt)
        throw new Error(`not within ${withinMs} ms: ${what}, ${JSON.stringify(report)}`);
      await wait(100);
    }
  }
  const everybodyWatches = (what: string) =>
    soon(what, ({ watching, viewers }) => viewers > 0 && watching === viewers);
  const note = (text: string) => process.stderr.write(`${text}\n`);

  it(`between cameras and server, cut for ${cutSeconds} s: reported, and video returns to every viewer`, async () => {
    await world.watch(oriel.origin, viewersOf(12));
    await everybodyWatches('at the start');
    for (const port of cameraPorts) network.cut(port);
    const cutAt = performance.now();
    await soon('the cut is reported', ({ retrying, watching }) => retrying === 12 && watching === 0);
    note(`cameras cut: reported after ${Math.round(performance.now() - cutAt)} ms`);
    await wait(cutSeconds * 1_000 - (performance.now() - cutAt));
    expect((await world.report()).watching).toBe(0);
    network.restore();
    const restoredAt = performance.now();
    const { foreign, connections } = await everybodyWatches('after the cut');
    note(
      `cameras cut for ${cutSeconds} s: all frames ${Math.round(performance.now() - restoredAt)} ms after the end`,
    );
    expect([foreign, connections]).toEqual([0, 12]);
  }, 200_000);

  it(`that loses 5 % of all packets keeps every viewer, and mixes no frames`, async () => {
    await world.watch(oriel.origin, viewersOf(30));
    await everybodyWatches('at the start');
    for (const port of [serverPort(), ...cameraPorts]) network.lose(port, 5);
    await wait(rounds(4, 60) * 1_000);
    const { frames, foreign, endings } = await everybodyWatches('with losses');
    note(`5 % loss: ${network.lost} packets lost, ${frames} frames checked`);
    expect(network.lost).toBeGreaterThan(100);
    expect([foreign, endings]).toEqual([0, []]);
  }, 200_000);

  it(`with ${crowd} viewers for ${crowdSeconds} s: none is lost, and all frames are of the right camera`, async () => {
    await world.watch(oriel.origin, viewersOf(crowd));
    await everybodyWatches('at the start');
    const before = await world.report();
    await wait(crowdSeconds * 1_000);
    const after = await everybodyWatches('at the end');
    const { rssMb, cpuSeconds } = usageOf(oriel.pid);
    note(
      `${crowd} viewers: ${after.frames - before.frames} frames in ${crowdSeconds} s, server ${rssMb} MB, ` +
        `${cpuSeconds} s of a core in all, response p99 ${Math.round(after.responseP99Ms)} ms`,
    );
    expect([after.foreign, after.endings, after.connections]).toEqual([0, [], crowd]);
    // One connection per camera, whatever the number of viewers.
    const { streams } = (await oriel.oriel(['status'])) as { streams: { viewers: number }[] };
    expect(streams.map(({ viewers }) => viewers).sort()).toEqual([...shares(crowd, cameraCount)].sort());
  }, 300_000);

  it('control: viewers that lose their connection, and frames of another camera, are counted', async () => {
    await world.watch(
      oriel.origin,
      viewersOf(cameraCount, (camera) => `camera ${(camera + 1) % cameraCount}`),
    );
    const { foreign, frames } = await everybodyWatches('at the start');
    expect(foreign).toBeGreaterThan(0);
    expect(foreign).toBe(frames);
    network.reset(serverPort());
    await soon('the reset is counted', ({ endings }) => endings.length >= cameraCount);
    network.restore();
    await soon('all are back', ({ connections }) => connections === 2 * cameraCount);
  }, 120_000);
});

/** Parts of `total`, as equal as possible. */
const shares = (total: number, parts: number) =>
  Array.from({ length: parts }, (_, index) => Math.floor((total + parts - 1 - index) / parts));

/** Printed, not asserted: both depend on the machine. */
function usageOf(pid: number): { rssMb: number; cpuSeconds: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    rssMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024),
    cpuSeconds: Math.round((Number(fields[11]) + Number(fields[12])) / 100),
  };
}
