import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import { within } from '../../kernel/within.ts';
import type { BackChannelInspector, Duplex, TalkKey } from '../../media/talk-ports.ts';
import type { TalkDirectory, TalkState } from '../devices/talk-directory.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';

/** `offline`: the camera has never answered, and does not answer now. */
export type Loudspeaker =
  | { readonly state: 'none' }
  | { readonly state: 'offline' }
  | { readonly state: 'there'; readonly duplex: Duplex };

/** Which channels can be talked to. A camera is asked once; its answer is valid until its source or setting is changed. */
export interface Loudspeakers {
  /** Waits at most `maxWaitMs` for a camera that has never answered. */
  of(key: TalkKey, maxWaitMs: Ms): Promise<Loudspeaker>;
  /** Ends questions to cameras. Safe to call twice. */
  stop(): void;
}

/** A camera that did not answer is not asked again by each viewer. */
const askAgainMs: Ms = 60_000;
const inspectMs: Ms = 10_000;

export function loudspeakers(deps: {
  readonly directory: TalkDirectory;
  /** Absent: cameras cannot be asked. */
  readonly inspect?: BackChannelInspector | undefined;
  readonly clock: Clock;
}): Loudspeakers {
  const { directory, inspect, clock } = deps;
  const asking = new Map<string, Promise<boolean | null>>();
  const failedAt = new Map<string, Ms>();
  const stopped = new AbortController();

  /** Null: no answer. */
  function ask(scope: TenantScope, key: TalkKey): Promise<boolean | null> {
    const name = JSON.stringify([key.tenantId, key.deviceSerial, key.channelNo]);
    const known = asking.get(name);
    if (known) return known;
    const last = failedAt.get(name);
    if (!inspect || stopped.signal.aborted || (last !== undefined && clock.monotonic() - last < askAgainMs))
      return Promise.resolve(null);
    const answer = inspected(scope, key, inspect)
      .then((found) => {
        if (found === null) failedAt.set(name, clock.monotonic());
        else failedAt.delete(name);
        return found;
      })
      .finally(() => asking.delete(name));
    asking.set(name, answer);
    return answer;
  }

  async function inspected(
    scope: TenantScope,
    key: TalkKey,
    inspectCamera: BackChannelInspector,
  ): Promise<boolean | null> {
    const spec = await directory.source(scope, key.deviceSerial, key.channelNo);
    if (!spec) return null;
    const cancelled = new AbortController();
    const signal = AbortSignal.any([stopped.signal, cancelled.signal]);
    const cancel = clock.after(inspectMs, () => cancelled.abort());
    try {
      const format = await inspectCamera(spec, key, signal);
      await directory.remember(scope, key.deviceSerial, key.channelNo, format);
      return format !== null;
    } catch (error) {
      if (error instanceof AppError || signal.aborted) return null;
      throw error;
    } finally {
      cancel();
    }
  }

  return {
    async of(key, maxWaitMs) {
      const scope = tenantScope(key.tenantId);
      const state = await directory.find(scope, key.deviceSerial, key.channelNo);
      if (!state || state.setting === 'off') return { state: 'none' };
      const known = knownDuplex(state);
      if (known) return { state: 'there', duplex: known };
      if (state.hasBackChannel === false) return { state: 'none' };
      const found = await within(clock, maxWaitMs, ask(scope, key), null);
      if (found === null) return { state: 'offline' };
      return found ? { state: 'there', duplex: 'full' } : { state: 'none' };
    },

    stop: () => stopped.abort(),
  };
}

/** Null: not known, or known to be none. */
function knownDuplex({ setting, hasBackChannel }: TalkState): Duplex | null {
  if (setting === 'full' || setting === 'half') return setting;
  return hasBackChannel ? 'full' : null;
}
