import { ok } from '../../lib/kernel/result.ts';
import { RequestError } from '../../lib/protocol/index.ts';
import type { Feature, FeatureContext, MakeFeature } from '../../player-frame/session/feature.ts';
import type { PlayerRequest } from '../../player-frame/state/player-events.ts';
import type { PlaybackFailure } from '../../player-frame/state/player-state.ts';
import { recordedPlayer } from './recorded-player.ts';

type Handlers = NonNullable<Feature['handlers']>;

const asFailure = ({ code }: PlaybackFailure) => ({
  code,
  message: code,
  source: 'player',
  retryable: false,
});

/**
 * A recorded player with one feature attached: the real state machine answers its requests, and the events for the host
 * page are recorded.
 */
export function featurePlayer(make: MakeFeature, over: Partial<FeatureContext> = {}) {
  const player = recordedPlayer();
  const reported: { readonly name: string; readonly data: unknown }[] = [];
  const root = document.createElement('div');
  const view = root.appendChild(document.createElement('div'));
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>();
  let lastId = 0;
  const feature = make({
    clock: player.clock,
    root,
    view,
    app: 'app',
    template: 'standard',
    imageOrigins: [],
    lapp: {} as FeatureContext['lapp'],
    host: {
      requestToken: () => Promise.reject(new Error('not available in this test')),
      notify: (name, data) => reported.push({ name, data }),
    },
    engine: () => null,
    token: async () => ok('TOKEN'),
    target: () => null,
    getState: () => player.state,
    send: player.send,
    request: (request: PlayerRequest) =>
      new Promise<void>((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        player.send({ ...request, id: lastId });
      }),
    explain: async (playbackFailure) => asFailure(playbackFailure),
    ...over,
  });
  player.onEffect = (effect) => {
    if (effect.do === 'notify') feature.notify?.(effect.notice);
    else if (effect.do === 'answer') waiting.get(effect.id)?.resolve();
    else if (effect.do === 'refuse')
      waiting.get(effect.id)?.reject(new RequestError(asFailure(effect.playbackFailure)));
    else feature.run?.(effect as Parameters<NonNullable<Feature['run']>>[0]);
  };
  player.store.subscribe(() => feature.stateChanged?.(player.state));

  return {
    player,
    feature,
    root,
    view,
    /** Events emitted to the host page so far, oldest first. */
    reported,
    /** A call of the host page that this feature handles. */
    call: async <Name extends keyof Handlers>(
      name: Name,
      data: Parameters<NonNullable<Handlers[Name]>>[0],
    ): Promise<unknown> => {
      const handler = feature.handlers?.[name] as
        | ((data: unknown, signal: AbortSignal) => unknown)
        | undefined;
      if (!handler) throw new Error(`this feature has no handler for ${name}`);
      return handler(data, new AbortController().signal);
    },
  };
}
