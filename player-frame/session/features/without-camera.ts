import type { HostCallHandlers } from '../../../lib/protocol/index.ts';
import { addressKindOf } from '../../state/ladder.ts';
import type { MakeFeature } from '../feature.ts';
import { callError } from './engine-failure.ts';

type Handler = (data: unknown, signal: AbortSignal, given: unknown) => unknown;

/** Calls that need a camera of ours, with its streams, recordings and functions. */
const cameraCalls: ReadonlySet<string> = new Set<keyof HostCallHandlers>([
  ...(['setQuality', 'setSecretKey', 'openPtz', 'startTalk', 'queryVoices', 'sendVoice'] as const),
  ...(['toLive', 'toRecorded', 'setRecType', 'exportRecording'] as const),
]);

/** While a stream of another server plays, calls that need a camera are refused with the reason. */
export function withoutCamera(make: MakeFeature): MakeFeature {
  return (context) => {
    const feature = make(context);
    const refusing =
      (handle: Handler): Handler =>
      async (...args) => {
        if (addressKindOf(context.getState().address) === 'plain')
          throw await callError(context, 'plain.noCamera');
        return handle(...args);
      };
    const handlers = Object.entries((feature.handlers ?? {}) as Record<string, Handler>).map(
      ([name, handle]) => [name, cameraCalls.has(name) ? refusing(handle) : handle],
    );
    return { ...feature, handlers: Object.fromEntries(handlers) as Partial<HostCallHandlers> };
  };
}
