import { expect } from 'expect';
import { describe, it } from 'vitest';
import { createSyncGroup, createWall } from '../../host-sdk/sync/index.ts';
import type { Player } from '../../host-sdk/types.ts';

const at = Date.UTC(2025, 2, 1, 4);
const live = (serial: string) => `ezopen://oriel/${serial}/1.live`;
const recorded = (serial: string) => `ezopen://oriel/${serial}/1.cloud.rec`;

/** The calls of a player and its events; it shows `at`. */
function fakePlayer(address: string) {
  const calls: unknown[][] = [];
  const listeners = new Map<string, Set<(data: unknown) => void>>();
  const known = {
    state: { phase: 'playing', muted: true, attempt: 1, address },
    on(name: string, listener: (data: unknown) => void) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => void all.delete(listener);
    },
    getOSDTime: async () => at,
  };
  const player = new Proxy(known as unknown as Player, {
    get(target, name: string) {
      if (name in target) return target[name as keyof Player];
      return async (...args: unknown[]) => void calls.push([name, ...args]);
    },
  });
  return {
    player,
    calls,
    /** The player shows another address. */
    change(url: string) {
      known.state = { ...known.state, address: url };
      for (const listener of [...(listeners.get('changePlayUrl') ?? [])]) listener({ url });
      for (const listener of [...(listeners.get('handleSuccess') ?? [])]) listener({});
    },
    namesOf: () => calls.splice(0).map(([name]) => name),
  };
}

describe('a wall', () => {
  function wallOf(...serials: string[]) {
    const controls = fakePlayer(live('A'));
    const players = serials.map((serial) => fakePlayer(live(serial)));
    const wall = createWall(
      controls.player,
      players.map(({ player }) => player),
    );
    return { wall, controls, players };
  }

  it('shows the recordings of the time that a viewer chose on its timeline, in all players', async () => {
    const { wall, controls, players } = wallOf('A', 'B');
    expect(wall.group).toBeNull();
    controls.change(recorded('A'));
    await Promise.resolve();
    await Promise.resolve();
    expect(wall.group).toMatchObject({ rate: 1, running: true });
    for (const { calls } of players)
      expect(calls).toEqual([['followClock', expect.objectContaining({ at, running: true })]]);
  });

  it('makes no group once it is destroyed', async () => {
    const { wall, controls, players } = wallOf('A');
    controls.change(recorded('A'));
    wall.destroy();
    await Promise.resolve();
    await Promise.resolve();
    expect([wall.group, players[0]!.calls]).toEqual([null, []]);
  });

  it('returns to live video in all players', async () => {
    const { wall, controls, players } = wallOf('A', 'B');
    controls.change(recorded('A'));
    await Promise.resolve();
    await Promise.resolve();
    for (const { namesOf } of players) namesOf();
    controls.change(live('A'));
    expect(wall.group).toBeNull();
    for (const { namesOf } of players) expect(namesOf()).toEqual(['followClock', 'toLive']);
  });

  it('shows another camera on its timeline, at the same moment', async () => {
    const { wall, controls, players } = wallOf('A', 'B');
    controls.change(`${recorded('A')}?begin=20250301T000000Z`);
    controls.calls.length = 0;
    await wall.choose(players[1]!.player);
    expect(controls.calls).toContainEqual(['changePlayUrl', recorded('B')]);
  });

  it('of more than nine players keeps the others live', async () => {
    const { wall, controls, players } = wallOf(...'ABCDEFGHIJ');
    controls.change(recorded('A'));
    await Promise.resolve();
    await Promise.resolve();
    expect(wall.group).not.toBeNull();
    expect(players.map(({ namesOf }) => namesOf().includes('followClock'))).toEqual([
      ...Array<boolean>(9).fill(true),
      false,
    ]);
  });

  it('has nine players beside its controls', async () => {
    const { wall, controls } = wallOf(...'ABCDEFGHI');
    controls.change(recorded('A'));
    await Promise.resolve();
    await Promise.resolve();
    expect(() => wall.add(fakePlayer(live('J')).player)).toThrow(RangeError);
  });
});

describe('a group', () => {
  it('that cannot be made leaves no player behind that follows it', () => {
    const players = [...'ABCDEFGHIJ'].map((serial) => fakePlayer(recorded(serial)));
    expect(() =>
      createSyncGroup(
        players.map(({ player }) => player),
        { at },
      ),
    ).toThrow(RangeError);
    expect(players[0]!.calls.at(-1)).toEqual(['followClock']);
    players[0]!.calls.length = 0;
    players[0]!.change(recorded('A'));
    expect(players[0]!.calls).toEqual([]);
  });
});
