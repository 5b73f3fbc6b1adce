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
import type { IconId } from '../../lib/contracts/theme/icon-id.ts';
import type { NamedTemplate } from '../../lib/contracts/theme/template.ts';
import { type Call, hostCalls } from '../../lib/protocol/calls.ts';
import type * as protocol from '../../lib/protocol/index.ts';
import type { recordedRates } from '../../player-frame/engines/recorded/rates.ts';

/** True if A is assignable to B, apart from lists that cannot be changed. */
type Assignable<A, B> = [Changeable<A>] extends [Changeable<B>] ? true : false;
type Changeable<T> = {
  -readonly [Name in keyof T]: T[Name] extends readonly (infer Item)[] | undefined ? Item[] : T[Name];
};

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
// The player accepts any word, so that a newer page can ask it for more; the types of the SDK list what there is.
type Sent = Required<{ [Name in keyof StartData & keyof StartOptions]: StartOptions[Name] }>;
type Accepted = Required<{ [Name in keyof StartData]: StartData[Name] }>;
const options: [Same<keyof Sent, keyof Accepted>, Assignable<Sent, Readonly<Accepted>>] = [true, true];

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

// The lists of the public types are those of the player.
const values: [
  Same<sdk.Template, NamedTemplate>,
  // A button for themes only is not listed.
  Assignable<sdk.IconId, IconId>,
  Same<sdk.Speed, (typeof recordedRates)[number]>,
] = [true, true, true];

type OptionName = (typeof texts | typeof numbers | typeof flags | typeof others)[number];

// @ts-expect-error: a phase is a word, not a number
const wrong: sdk.PlayerPhase = 5;

/** Compiled only. Options and arguments are closed lists; what the player reports may grow. */
function words(player: sdk.Player, given: { id: string; language: string }): sdk.PlayerOptions[] {
  const options = { server: '', app: '', getToken: () => '' };
  void player.setRecType('cloud.rec');
  void player.setQuality('auto');
  void player.setLanguage('zh-TW');
  void player.setScaleMode('fill');
  // @ts-expect-error: no quality
  void player.setQuality('4k');
  // @ts-expect-error: no storage
  void player.setRecType('cloud');
  // @ts-expect-error: not scaled so
  void player.setScaleMode('cover');
  // @ts-expect-error: no language of the player
  void player.setLanguage('de');
  // @ts-expect-error: no direction
  void player.step('backward');
  // @ts-expect-error: nothing to fill
  void player.fullScreen('window');
  // @ts-expect-error: no format of images
  void player.capturePicture({ format: 'webp' });
  // @ts-expect-error: no storage
  void player.exportRecording({ begin: 0, end: 1, recType: 'local' });
  player.on('recTypeChange', ({ recType }) => recType === 'nas');
  player.on('handleError', ({ code }) => ['player.notPlaying', 'from.aNewerPlayer'].includes(code));
  player.on('state', ({ engine }) => engine === 'recorded' || engine === 'newer');
  const known: sdk.ErrorCode[] = ['token.threw', '10002', 'handshake-timeout', '-1000'];
  // @ts-expect-error: no code
  known.push('player.notPlayin');
  return [
    { ...options, template: 'pcLive', scaleMode: 'fit', language: 'en-GB', speedOptions: [1, 2, 288] },
    { ...options, template: given.id as sdk.ThemeId, header: ['deviceName'] },
    // @ts-expect-error: no template
    { ...options, template: 'pcLiv' },
    // @ts-expect-error: any text; the id of a theme is named as one
    { ...options, template: given.id },
    // @ts-expect-error: not scaled so
    { ...options, scaleMode: 'cover' },
    // @ts-expect-error: no language of the player
    { ...options, language: 'de' },
    // @ts-expect-error: no button
    { ...options, footer: ['snapshot'] },
    // @ts-expect-error: no speed
    { ...options, speedOptions: [3] },
    // @ts-expect-error: required
    { server: '', app: '' },
  ];
}

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
    expect([...same, ...calls, ...published, ...options, ...values]).not.toContain(false);
    expect(wrong).toBe(5);
    expect(words).toHaveLength(2);
  });
});
