import type { CallContext } from '../../console/actor.ts';
import type { CameraChange, CameraService } from '../camera.service.ts';

/** Remembers, through a transaction, whose streams to replace when it has gone through. */
export interface Announcer {
  note(call: CallContext, changes: readonly CameraChange[]): void;
  /** Tells what was noted of the call. */
  flush(call: CallContext): void;
}

export function announcer(cameras: Pick<CameraService, 'announce'>): Announcer {
  const noted = new WeakMap<CallContext, CameraChange[]>();
  return {
    note(call, changes) {
      const known = noted.get(call);
      if (known) known.push(...changes);
      else noted.set(call, [...changes]);
    },
    flush(call) {
      cameras.announce(noted.get(call) ?? []);
      noted.delete(call);
    },
  };
}
