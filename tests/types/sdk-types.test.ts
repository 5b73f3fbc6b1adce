import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import type * as element from '../../host-sdk/element/index.ts';
import type * as elementTypes from '../../host-sdk/element/public-types.d.ts';
import type * as facade from '../../host-sdk/ezuikit/index.ts';
import type * as facadeTypes from '../../host-sdk/ezuikit/public-types.d.ts';
import type * as react from '../../host-sdk/react/index.tsx';
import type * as reactTypes from '../../host-sdk/react/public-types.d.ts';
import type * as sync from '../../host-sdk/sync/index.ts';
import type * as syncTypes from '../../host-sdk/sync/public-types.d.ts';
import type * as sdk from '../../host-sdk/types.ts';
import type * as vue from '../../host-sdk/vue/index.ts';
import type { flags, numbers, others, texts } from '../../host-sdk/vue/option-names.ts';
import type * as vueTypes from '../../host-sdk/vue/public-types.d.ts';
import { type Call, hostCalls } from '../../lib/protocol/calls.ts';
import type * as protocol from '../../lib/protocol/index.ts';

/** True if A and B are assignable to each other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

// The public types are written by hand, so that they are readable without a library. The compiler compares them with
// the schemas here: a difference is an error of `tsc`.
const same: [
  Same<sdk.PlayerFailure, protocol.PlayerFailure>,
  Same<sdk.PlayerSnapshot, protocol.PlayerSnapshot>,
  Same<sdk.PlayerPhase, protocol.PlayerPhase>,
  Same<sdk.PlayerStats, protocol.PlayerStats>,
  Same<sdk.SnapshotFile, protocol.SnapshotFile>,
  Same<sdk.RecordingFile, protocol.RecordingFile>,
  Same<sdk.Welcome, protocol.Welcome>,
  Same<sdk.TokenReason, protocol.TokenReason>,
  Same<keyof sdk.PlayerEvents, protocol.FrameEventName>,
  // A theme is sent as JSON text and is an object on both sides.
  Same<Omit<sdk.PlayerEvents, 'setThemeData'>, Omit<FrameEvents, 'setThemeData'>>,
  // The receipt has the frame's result and two fields that the SDK adds.
  Same<Exclude<keyof sdk.DestroyReceipt, 'listeners' | 'calls'>, keyof protocol.HostCallResult<'destroy'>>,
] = [true, true, true, true, true, true, true, true, true, true, true];

type FrameEvents = { [Name in protocol.FrameEventName]: protocol.FrameEventData<Name> };

// Every public call of the protocol is declared in the public types, with the same result.
type InternalName = 'welcome' | 'start' | 'destroy';
type MethodName = Exclude<protocol.HostCallName, InternalName>;
type Settled<Name extends keyof sdk.Player> = sdk.Player[Name] extends (
  ...args: never[]
) => Promise<infer Value>
  ? Value
  : never;
const calls: [
  Same<MethodName, Exclude<keyof sdk.Player, OwnName>>,
  {
    [Name in Exclude<MethodName, 'fetchThemeData'>]: protocol.HostCallResult<Name> extends undefined
      ? true
      : Same<Settled<Name>, protocol.HostCallResult<Name>>;
  }[Exclude<MethodName, 'fetchThemeData'>],
] = [true, true];
type OwnName = 'iframe' | 'ready' | 'state' | 'on' | 'once' | 'off' | 'destroy';

/** The type of the `start` options as sent to the frame. */
type StartOptions = Omit<sdk.PlayerOptions, 'themeData'> & { themeData?: string | undefined };
// The SDK has defaults for the first two, and sends the others itself.
type OwnStartData = 'autoplay' | 'audio' | 'pictureWindow' | 'continues';
type StartData = Omit<protocol.HostCallData<'start'>, OwnStartData>;
const options: Same<
  Required<Pick<StartOptions, keyof StartData>>,
  Required<{ [Name in keyof StartData]: StartData[Name] }>
> = true;

// The types published with the bundles are those of the sources.
type Instance<Class extends abstract new (...args: never[]) => unknown> = InstanceType<Class>;
const published: [
  Same<react.OrielPlayerProps, reactTypes.OrielPlayerProps>,
  Same<vue.OrielPlayerProps, vueTypes.OrielPlayerProps>,
  // The names that the component and the element read are all options but the size.
  Same<OptionName, keyof vueTypes.OrielPlayerProps>,
  // Accessors are defined at run time.
  Same<
    Exclude<keyof elementTypes.OrielPlayerElement, keyof element.OrielPlayerElement>,
    keyof elementTypes.OrielPlayerProperties
  >,
  Same<
    keyof Instance<typeof facade.EZUIKitInspectionUI>,
    keyof Instance<typeof facadeTypes.EZUIKitInspectionUI>
  >,
  Same<
    Exclude<keyof Instance<typeof facade.EZUIKitPlayer>, keyof Instance<typeof facadeTypes.EZUIKitPlayer>>,
    never
  >,
  Same<Exclude<keyof typeof facade, keyof typeof facadeTypes>, 'PlayerError'>,
  Same<typeof sync.createSyncGroup, typeof syncTypes.createSyncGroup>,
  Same<typeof sync.createWall, typeof syncTypes.createWall>,
  Same<typeof sync.createBroadcast, typeof syncTypes.createBroadcast>,
] = [true, true, true, true, true, true, true, true, true, true];

type OptionName = (typeof texts | typeof numbers | typeof flags | typeof others)[number];

// @ts-expect-error: a phase is a word, not a number
const wrong: sdk.PlayerPhase = 5;

describe('the calls that the SDK makes internally', () => {
  it('are not methods of the player', () => {
    const internal = Object.entries<Call<ZodMiniType, ZodMiniType | null>>(hostCalls)
      .filter(([, call]) => call.isInternal)
      .map(([name]) => name);
    expect(internal).toEqual(['welcome', 'start', 'destroy'] satisfies InternalName[]);
  });
});

describe('public types of the SDK', () => {
  it('are those of the protocol (checked by tsc)', () => {
    expect([...same, ...calls, ...published, options]).not.toContain(false);
    expect(wrong).toBe(5);
  });
});
