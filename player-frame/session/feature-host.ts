import { shapes } from '../../lib/protocol/frame-guards.generated.ts';
import { type HostCallHandlers, RequestError } from '../../lib/protocol/index.ts';
import { kinds } from '../../lib/protocol/kinds.ts';
import type { FeatureEffect } from '../state/feature-events.ts';
import type { PlayerNotice } from '../state/player-events.ts';
import type { PlayerState } from '../state/player-state.ts';
import type { Feature, FeatureContext, MakeFeature, StartOptions } from './feature.ts';

/** Every call of the protocol: which ones features serve is known only when they are here. */
const callNames = Object.keys(shapes)
  .filter((key) => key.endsWith(`${kinds.request}`))
  .map((key) => key.slice(0, -1) as keyof HostCallHandlers);

type AnyHandler = (data: unknown, signal: AbortSignal) => unknown;

/** Fetches the features when they are first needed, and until then keeps what they are to do. */
export interface FeatureHost {
  /** For every call; the session serves some by itself, without features. */
  readonly handlers: HostCallHandlers;
  /** Resolves with the features; rejects when their script cannot be fetched, and may be tried again. */
  load(): Promise<readonly Feature[]>;
  /**
   * Every feature learns what `start` asked for: at once where they are here or `isNeededNow`, which fetches them;
   * else when they come. Resolves when that is done, or left for later.
   */
  begin(options: StartOptions, isNeededNow: boolean): Promise<void>;
  run(effect: FeatureEffect): void;
  notify(notice: PlayerNotice): void;
  stateChanged(state: PlayerState): void;
  reset(): Promise<void>;
  destroy(): Promise<void>;
}

export function createFeatureHost(
  context: FeatureContext,
  importFeatures: () => Promise<readonly MakeFeature[]>,
): FeatureHost {
  let features: readonly Feature[] | null = null;
  let loading: Promise<readonly Feature[]> | null = null;
  let started: StartOptions | null = null;
  const waiting: ((features: readonly Feature[]) => void)[] = [];

  function load(): Promise<readonly Feature[]> {
    loading ??= importFeatures().then(
      async (makers) => {
        const made = makers.map((make) => make(context));
        // Another start may come while the one before is still on its way.
        while (started) await beginAll(made);
        features = made;
        for (const late of waiting.splice(0)) late(made);
        for (const feature of made) feature.stateChanged?.(context.getState());
        return made;
      },
      (error) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  /** One feature that cannot begin takes none of the others away; what a page must know it is told by the feature. */
  async function beginAll(made: readonly Feature[]): Promise<void> {
    const options = started;
    started = null;
    if (options) await Promise.allSettled(made.map(async (feature) => feature.begin?.(options)));
  }

  function soon(work: (features: readonly Feature[]) => void): void {
    if (features) {
      work(features);
      return;
    }
    waiting.push(work);
    load().catch(() => {
      /* The next call, or the next picture, fetches them again. */
    });
  }

  async function serve(name: keyof HostCallHandlers, data: unknown, signal: AbortSignal) {
    const loaded = features ?? (await load().catch(() => null));
    if (!loaded) throw new RequestError(await context.explain(unreachable));
    const handler = loaded.find(({ handlers }) => handlers?.[name])?.handlers?.[name];
    if (!handler) throw new Error(`no feature serves ${name}`);
    return (handler as AnyHandler)(data, signal);
  }

  const handlers = Object.fromEntries(
    callNames.map((name) => [name, (data: unknown, signal: AbortSignal) => serve(name, data, signal)]),
  ) as unknown as FeatureHost['handlers']; // each by its own name, which a table of entries cannot say

  return {
    handlers,
    load,
    async begin(options, isNeededNow) {
      started = options;
      if (features) await beginAll(features);
      else if (isNeededNow) await load();
    },
    run: (effect) => soon((all) => all.forEach((feature) => void feature.run?.(effect))),
    notify: (notice) => features?.forEach((feature) => void feature.notify?.(notice)),
    stateChanged: (state) => features?.forEach((feature) => void feature.stateChanged?.(state)),
    async reset() {
      started = null;
      waiting.length = 0;
      await Promise.all(features?.map((feature) => feature.reset?.()) ?? []);
    },
    async destroy() {
      waiting.length = 0;
      await Promise.all(features?.map((feature) => feature.destroy?.()) ?? []);
    },
  };
}

const unreachable = { code: 'network.unreachable', stage: 'stream', message: null } as const;
