import { describe, expect, it } from '@jest/globals';
import type * as sdk from '../../host-sdk/types.ts';
import type * as protocol from '../../lib/protocol/index.ts';

/** True where A and B can stand for each other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

// The public types are written by hand, so that they need no library to be read. Here the compiler holds them
// against the schemas: a difference is an error of `tsc`.
const same: [
  Same<sdk.PlayerFailure, protocol.PlayerFailure>,
  Same<sdk.PlayerSnapshot, protocol.PlayerSnapshot>,
  Same<sdk.PlayerPhase, protocol.PlayerPhase>,
  Same<sdk.Welcome, protocol.Welcome>,
  Same<sdk.TokenReason, protocol.TokenReason>,
  Same<sdk.PlayerEvents['handleError'], protocol.FrameEventData<'handleError'>>,
  Same<sdk.PlayerEvents['state'], protocol.FrameEventData<'state'>>,
  Same<sdk.PlayerEvents['iframeFullScreen'], protocol.FrameEventData<'iframeFullScreen'>>,
  Same<keyof sdk.PlayerEvents, protocol.FrameEventName>,
  Same<Awaited<ReturnType<sdk.Player['getOSDTime']>>, protocol.HostCallResult<'getOSDTime'>>,
  Same<Exclude<protocol.HostCallName, 'start' | 'welcome'>, Extract<protocol.HostCallName, keyof sdk.Player>>,
] = [true, true, true, true, true, true, true, true, true, true, true];

// @ts-expect-error: a phase is a word, not a number
const wrong: sdk.PlayerPhase = 5;

describe('public types of the SDK', () => {
  it('are those of the protocol (checked by tsc)', () => {
    expect(same).not.toContain(false);
    expect(wrong).toBe(5);
  });
});
