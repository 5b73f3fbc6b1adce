import { shapes } from '../../lib/protocol/frame-guards.generated.ts';
import { type HostCallHandlers, RequestError } from '../../lib/protocol/index.ts';
import { kinds } from '../../lib/protocol/kinds.ts';
import type { FeatureEffect } from '../state/feature-events.ts';
import type { PlayerNotice } from '../state/player-events.ts';
import type { PlayerState } from '../state/player-state.ts';
import type { BootContext, Feature, MakeFeature, StartOptions } from './feature.ts';

/** All calls of the protocol: those served by features are known only after loading them. */
const callNames = Object.keys(shapes)
  .filter((key) => key.endsWith(`${kinds.request}`))
  .map((key) => key.slice(0, -1) as keyof HostCallHandlers);

type AnyHandler = (data: unknown, signal: AbortSignal) => unknown;

/** Loads the features on demand, and queues their work until then. */
export interface FeatureHost {
  /** Handlers of all calls; some are served by the session itself. */
  readonly handlers: HostCallHandlers;
  /** Resolves with the features. Rejects if the chunk cannot be loaded, and can be retried. */
  load(): Promise<readonly Feature[]>;
  /**
   * Passes the options of `start` to every feature: immediately if they are loaded or `isNeededNow`, which loads
   * them; otherwise when they are loaded. Resolves when done or deferred.
   */
  begin(options: StartOptions, isNeededNow: boolean): Promise<void>;
  run(effect: FeatureEffect): void;
  notify(notice: PlayerNotice): void;
  stateChanged(state: PlayerState): void;
  reset(): Promise<void>;
  destroy(): Promise<void>;
}

export function createFeatureHost(
  context: BootContext,
  importFeatures: () => Promise<readonly MakeFeature<BootContext>[]>,
): FeatureHost {
  let features: readonly Feature[] | null = null;
  let loading: Promise<readonly Feature[]> | null = null;
  let started: StartOptions | null = null;
  const waiting: ((features: readonly Feature[]) => void)[] = [];

  function load(): Promise<readonly Feature[]> {
    loading ??= importFeatures().then(
      async (makers) => {
        const made = makers.map((make) => make(context));
        // Another start may arrive in the meantime.
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

  /** A feature that fails to start does not affect the others; it reports failures to the page itself. */
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
      /* Retried at the next call or first frame. */
    });
  }

  async function serve(name: keyof HostCallHandlers, data: unknown, signal: AbortSignal) {
    const loaded = features ?? (await load().catch(() => null));
    if (!loaded) throw new RequestError(await context.explain(unreachable));
    // The page has given up: a microphone or a recording that begins now would surprise it.
    signal.throwIfAborted();
    const handler = loaded.find(({ handlers }) => handlers?.[name])?.handlers?.[name];
    if (!handler) throw new Error(`no feature serves ${name}`);
    return (handler as AnyHandler)(data, signal);
  }

  const handlers = Object.fromEntries(
    callNames.map((name) => [name, (data: unknown, signal: AbortSignal) => serve(name, data, signal)]),
  ) as unknown as FeatureHost['handlers']; // the type of each handler depends on its name, which entries cannot express

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
