import { expect } from 'expect';
import { describe, it } from 'vitest';
import { WallPlayers } from '../../app/_console/pages/wall/wall-players.ts';
import type { Player, SyncGroup, Wall } from '../../host-sdk/types.ts';

const noon = Date.UTC(2025, 2, 1, 4);

function fakeWall(members: readonly Player[] = []) {
  const calls: string[] = [];
  const group = {
    time: noon + 5_000,
    rate: 2,
    running: false,
    setRate: (rate: number) => void calls.push(`rate ${rate}`),
    pause: () => void calls.push('pause'),
  } as Partial<SyncGroup> as SyncGroup;
  const has = new Set(members);
  const listeners = new Set<(wall: Wall) => void>();
  const wall = {
    group: null as SyncGroup | null,
    add: (player: Player) => void has.add(player),
    remove: (player: Player) => void has.delete(player),
    async toRecorded(at: number) {
      calls.push(`to ${(at - noon) / 1_000}`);
      wall.group = group;
      for (const listener of [...listeners]) listener(wall as unknown as Wall);
    },
    onChange(listener: (wall: Wall) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      wall.group = null;
    },
  };
  return { wall: wall as unknown as Wall, calls, has };
}

function fakePlayer(address: string) {
  const calls: string[] = [];
  const player = { state: { address }, toLive: async () => void calls.push('toLive') } as unknown as Player;
  return { player, calls };
}

describe('the players of a video wall', () => {
  it('keep the moment, the speed and the pause when the cameras change', async () => {
    const players = new WallPlayers();
    const [first, second] = [fakeWall(), fakeWall()];
    await players.begin(first.wall, noon);
    expect(first.calls).toEqual(['to 0']);
    players.end(first.wall);
    await players.begin(second.wall, noon);
    expect(second.calls).toEqual(['to 5', 'rate 2', 'pause']);
  });

  it('begin anew after live video, to which only recorded ones return', async () => {
    const players = new WallPlayers();
    const live = fakePlayer('ezopen://oriel/GATE/1.live');
    const recorded = fakePlayer('ezopen://oriel/YARD/1.cloud.rec?begin=20250301');
    players.put('gate', live.player);
    players.put('yard', recorded.player);
    const [first, second] = [fakeWall(), fakeWall()];
    await players.begin(first.wall, noon);
    players.toLive();
    players.end(first.wall);
    expect([live.calls, recorded.calls]).toEqual([[], ['toLive']]);
    await players.begin(second.wall, noon);
    expect(second.calls).toEqual(['to 0']);
  });

  it('are those of the tiles, also of tiles that come and go', async () => {
    const players = new WallPlayers();
    const [gate, yard] = [fakePlayer(''), fakePlayer('')];
    players.put('gate', gate.player);
    const { wall, has } = fakeWall(players.all());
    await players.begin(wall, noon);
    players.put('yard', yard.player);
    players.put('gate', null);
    expect([...has]).toEqual([yard.player]);
  });
});
