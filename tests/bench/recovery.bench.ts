/**
 * How quickly a viewer gets live video back: network cuts and resets between the browser and the server in a network
 * namespace, through the whole product with both demo cameras on the sample page, without user actions. Needs root.
 * ORIEL_BENCH_ROUNDS (20) network cuts, half as many stalls of 1 s.
 * Needs: Chromium, network namespaces.
 */
import type { Browser, Frame, Page } from 'playwright-core';
import { chromiumPath, launchChromium } from '../kit/chromium.ts';
import { NetworkNamespace } from '../kit/network-namespace.ts';
import { type SeenFrame, watchScreen } from '../kit/screen-watch.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { median, percentile } from './statistics.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 20);
const stallRounds = Math.ceil(rounds / 2);
const targets = { reportedMs: 3_000, frameMs: 3_000, edgeMs: 500, stallMs: 1_500 };
/** A frame younger than this is live, ms. */
const freshMs = 1_000;

interface Interruption {
  readonly kind: 'cut' | 'reset';
  readonly seconds: number;
}
const interruptions: readonly Interruption[] = [
  { kind: 'cut', seconds: 5 },
  { kind: 'cut', seconds: 10 },
  { kind: 'reset', seconds: 2 },
  { kind: 'cut', seconds: 20 },
  { kind: 'cut', seconds: 2 },
];

interface PhaseChange {
  readonly phase: string;
  readonly at: number;
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const show = (ms: number): string => (Number.isFinite(ms) ? `${Math.round(ms)} ms` : 'never');

/** One camera of the sample page: its shown frames, and the events of the host page. */
class WatchedPlayer {
  private frames: SeenFrame[] = [];

  private constructor(
    private readonly page: Page,
    private readonly index: number,
    private readonly screen: Awaited<ReturnType<typeof watchScreen>>,
  ) {}

  static async open(page: Page, index: number): Promise<WatchedPlayer> {
    await page.evaluate('globalThis.__name ??= (named) => named');
    const card = `.camera:nth-child(${index})`;
    await page.waitForSelector(`${card}[data-phase="playing"]`);
    const iframe = await page.waitForSelector(`${card} iframe`);
    await page.evaluate((selector) => {
      const element = document.querySelector<HTMLElement>(selector);
      if (!element) return;
      const changes: PhaseChange[] = [];
      Object.assign(element, { phaseChanges: changes });
      new MutationObserver(() => {
        changes.push({ phase: element.dataset.phase ?? '', at: Date.now() });
      }).observe(element, { attributeFilter: ['data-phase'] });
    }, card);
    return new WatchedPlayer(page, index, await watchScreen((await iframe.contentFrame()) as Frame));
  }

  async seenSince(at: number): Promise<readonly SeenFrame[]> {
    this.frames.push(...(await this.screen.take()));
    return this.frames.filter((frame) => frame.seenAtMs >= at);
  }

  forget(): void {
    this.frames = [];
  }

  phasesSince(at: number): Promise<readonly PhaseChange[]> {
    return this.page.evaluate(
      ([selector, since]) => {
        const element = document.querySelector(selector);
        const { phaseChanges } = element as unknown as { phaseChanges: PhaseChange[] };
        return phaseChanges.filter((change) => change.at >= since);
      },
      [`.camera:nth-child(${this.index})`, at] as const,
    );
  }
}

const age = (frame: SeenFrame): number => frame.seenAtMs - frame.madeAtMs;

/** Ms from `since` to the first of ten frames of which at least nine are no older than `youngerMs`. */
function backAfter(frames: readonly SeenFrame[], since: number, youngerMs: number): number {
  const after = frames.filter((frame) => frame.seenAtMs >= since && frame.madeAtMs >= since - 1_000);
  const at = after.findIndex((_, index) => {
    const following = after.slice(index, index + 10);
    return following.length === 10 && following.filter((one) => age(one) <= youngerMs).length >= 9;
  });
  return at < 0 ? Number.POSITIVE_INFINITY : (after[at]?.seenAtMs ?? 0) - since;
}

interface Recovery {
  readonly reportedMs: number;
  readonly frameMs: number;
  readonly edgeMs: number;
}

async function interrupt(
  { kind, seconds }: Interruption,
  network: NetworkNamespace,
  port: number,
  players: readonly WatchedPlayer[],
): Promise<Recovery[]> {
  for (const player of players) player.forget();
  const before = Date.now();
  await wait(3_000);
  const defaults = await Promise.all(
    players.map(async (player) => median((await player.seenSince(before)).map(age))),
  );
  const cutAt = Date.now();
  if (kind === 'cut') network.cut(port);
  else network.reset(port);
  await wait(seconds * 1_000);
  network.restore();
  const restoredAt = Date.now();
  await wait(12_000);
  return Promise.all(
    players.map(async (player, index) => {
      const seen = await player.seenSince(restoredAt);
      const reported = (await player.phasesSince(cutAt)).find(({ phase }) => phase === 'reconnecting');
      const live = seen.find((frame) => age(frame) <= freshMs && frame.madeAtMs > cutAt);
      const late = seen.filter(({ seenAtMs }) => Math.abs(seenAtMs - restoredAt - 10_000) < 1_000).map(age);
      return {
        reportedMs: reported ? reported.at - cutAt : Number.POSITIVE_INFINITY,
        frameMs: live ? live.seenAtMs - restoredAt : Number.POSITIVE_INFINITY,
        edgeMs: late.length > 0 ? median(late) - (defaults[index] ?? 0) : Number.POSITIVE_INFINITY,
      };
    }),
  );
}

interface Stall {
  readonly backMs: number;
  readonly usualMs: number;
  readonly hasReconnected: boolean;
}

async function stall(
  network: NetworkNamespace,
  port: number,
  players: readonly WatchedPlayer[],
): Promise<Stall[]> {
  for (const player of players) player.forget();
  const before = Date.now();
  await wait(3_000);
  const defaults = await Promise.all(
    players.map(async (player) => percentile((await player.seenSince(before)).map(age), 0.9)),
  );
  const cutAt = Date.now();
  network.cut(port);
  await wait(1_000);
  network.restore();
  const restoredAt = Date.now();
  await wait(7_000);
  return Promise.all(
    players.map(async (player, index) => {
      const usualMs = defaults[index] ?? 0;
      const phases = await player.phasesSince(cutAt);
      return {
        usualMs,
        backMs: backAfter(await player.seenSince(restoredAt), restoredAt, usualMs + 50),
        hasReconnected: phases.some(({ phase }) => phase === 'reconnecting'),
      };
    }),
  );
}

async function measure(network: NetworkNamespace, oriel: OrielInstance, browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, locale: 'en-US' });
  await page.goto(oriel.sampleOrigin);
  const players = [await WatchedPlayer.open(page, 1), await WatchedPlayer.open(page, 2)];
  const port = Number(new URL(oriel.origin).port);
  await wait(3_000);

  const all: (Recovery & Interruption)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const interruption = interruptions[round % interruptions.length] as Interruption;
    for (const recovery of await interrupt(interruption, network, port, players)) {
      all.push({ ...interruption, ...recovery });
      console.log(
        `${interruption.kind} of ${String(interruption.seconds).padStart(2)} s: reported after ${show(recovery.reportedMs)}, live video ${show(recovery.frameMs)} after the network returned, ${show(recovery.edgeMs)} behind the usual latency after 10 s`,
      );
    }
  }
  const stalls: Stall[] = [];
  for (let round = 0; round < stallRounds; round += 1) {
    for (const one of await stall(network, port, players)) {
      stalls.push(one);
      console.log(
        `stall of 1 s: back at ${show(one.usualMs + 50)} or less after ${show(one.backMs)}${one.hasReconnected ? ', with a reconnect' : ''}`,
      );
    }
  }
  report(all, stalls);
}

function report(all: readonly (Recovery & Interruption)[], stalls: readonly Stall[]): void {
  // A cut of 2 s ends before it is reported; live video must return all the same.
  const reported = all
    .filter(({ kind, seconds }) => kind === 'reset' || seconds > 2)
    .map(({ reportedMs }) => reportedMs);
  const frames = all.map(({ frameMs }) => frameMs);
  const edges = all.map(({ edgeMs }) => edgeMs);
  const backs = stalls.map(({ backMs }) => backMs);
  const value = percentile(frames, 0.95);
  const checks = [
    { what: 'reconnecting reported, slowest', is: Math.max(...reported), target: targets.reportedMs },
    { what: 'live video after the network returned, p95', is: value, target: targets.frameMs },
    { what: 'behind the usual latency after 10 s, worst', is: Math.max(...edges), target: targets.edgeMs },
    {
      what: 'at its usual latency after a stall of 1 s, p95',
      is: percentile(backs, 0.95),
      target: targets.stallMs,
    },
  ];
  for (const { what, is, target } of checks) {
    console.log(`${is <= target ? 'ok  ' : 'MISS'} ${what}: ${show(is)}, target ${target} ms`);
  }
  console.log(
    JSON.stringify({
      bench: 'recovery',
      value: Math.round(value),
      unit: 'ms p95 from the return of the network to a live picture',
      target: targets.frameMs,
      ok: checks.every(({ is, target }) => is <= target),
      peers: {
        'live picture, p50': Math.round(median(frames)),
        'told, p50': Math.round(median(reported)),
        'told, slowest': Math.round(Math.max(...reported)),
        'behind after 10 s, worst': Math.round(Math.max(...edges)),
        'after a silence of 1 s, p50': Math.round(median(backs)),
        'after a silence of 1 s, p95': Math.round(percentile(backs, 0.95)),
        'reconnects for a silence of 1 s': stalls.filter(({ hasReconnected }) => hasReconnected).length,
      },
    }),
  );
}

const network = new NetworkNamespace();
let oriel: OrielInstance | null = null;
let browser: Browser | null = null;
try {
  oriel = await startOriel({ hasSamplePage: true, node: network.wrap(process.execPath) });
  browser = await launchChromium([], network.wrap(chromiumPath()));
  await measure(network, oriel, browser);
} finally {
  await browser?.close();
  await oriel?.stop();
  network.dispose();
}
