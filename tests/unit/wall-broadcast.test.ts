import { expect } from 'expect';
import { describe, it } from 'vitest';
import { createBroadcast } from '../../host-sdk/sync/index.ts';
import type { Player, PlayerEvents, TalkCamera } from '../../host-sdk/types.ts';

const live = (serial: string, channel = 1) => `ezopen://oriel/${serial}/${channel}.live`;
const camera = (deviceSerial: string, state: string): TalkCamera => ({ deviceSerial, channelNo: 1, state });

function fakePlayer(address: string, phase = 'playing') {
  const calls: unknown[][] = [];
  const listeners = new Map<string, Set<(data: unknown) => void>>();
  let refusal: Error | null = null;
  const player = {
    state: { phase, muted: true, attempt: 1, address },
    on(name: string, listener: (data: unknown) => void) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => void all.delete(listener);
    },
    async startTalk(options: unknown) {
      calls.push(['startTalk', options]);
      if (refusal) throw refusal;
    },
    async stopTalk() {
      calls.push(['stopTalk']);
    },
  } as unknown as Player; // the members that a broadcast uses
  return {
    player,
    calls,
    refuse: (error: Error) => {
      refusal = error;
    },
    emit<Name extends 'startTalk' | 'stopTalk'>(name: Name, data: PlayerEvents[Name]) {
      for (const listener of [...(listeners.get(name) ?? [])]) listener(data);
    },
    listeners: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

function broadcastTo(...made: ReturnType<typeof fakePlayer>[]) {
  const broadcast = createBroadcast(() => made.map(({ player }) => player));
  const seen: (readonly TalkCamera[])[] = [];
  broadcast.onChange(({ cameras }) => seen.push(cameras));
  return { broadcast, seen };
}

describe('a broadcast from the wall', () => {
  it('is carried by a player that is playing, and names each other camera once', async () => {
    const [idle, first, again, other] = [
      fakePlayer(live('A'), 'idle'),
      fakePlayer(live('B')),
      fakePlayer(live('B')),
      fakePlayer(live('C', 2)),
    ];
    const { broadcast } = broadcastTo(idle, first, again, other);
    await broadcast.start({ isMuted: true });
    expect(first.calls).toEqual([['startTalk', { cameras: [live('A'), live('C', 2)], isMuted: true }]]);
    expect([idle, again, other].flatMap(({ calls }) => calls)).toEqual([]);
  });

  it('goes to the chosen players only', async () => {
    const [a, b, c] = [fakePlayer(live('A')), fakePlayer(live('B')), fakePlayer(live('C'))];
    const { broadcast } = broadcastTo(a, b, c);
    await broadcast.start({ players: [b.player, c.player] });
    expect(b.calls).toEqual([['startTalk', { cameras: [live('C')], isMuted: undefined }]]);
    await expect(broadcast.start({ players: [] })).rejects.toThrow(RangeError);
    expect(b.calls.at(-1)).toEqual(['stopTalk']);
  });

  it('lists which cameras receive it, until it ends', async () => {
    const [a, b] = [fakePlayer(live('A')), fakePlayer(live('B'))];
    const { broadcast, seen } = broadcastTo(a, b);
    await broadcast.start();
    a.emit('startTalk', { cameras: [camera('A', 'receiving'), camera('B', 'waiting')] });
    a.emit('startTalk', { cameras: [camera('A', 'receiving'), camera('B', 'failed')] });
    expect(broadcast.cameras).toEqual([camera('A', 'receiving'), camera('B', 'failed')]);
    a.emit('stopTalk', { code: 'talk.lost' });
    expect(seen.map((cameras) => cameras.map(({ state }) => state))).toEqual([
      ['receiving', 'waiting'],
      ['receiving', 'failed'],
      [],
    ]);
    expect(a.listeners()).toBe(0);
  });

  it('rejects as the talk does, and leaves nothing behind', async () => {
    const a = fakePlayer(live('A'));
    const { broadcast, seen } = broadcastTo(a);
    a.refuse(new Error('设备不支持对讲'));
    await expect(broadcast.start()).rejects.toThrow('设备不支持对讲');
    expect([a.listeners(), seen]).toEqual([0, []]);
  });

  it('keeps hold of the last of several starts', async () => {
    const [a, b] = [fakePlayer(live('A')), fakePlayer(live('B'))];
    // Refused by the stop, of which it learns later.
    let refuse = (_error: Error): void => {};
    a.player.startTalk = () =>
      new Promise((_resolve, reject) => {
        a.calls.push(['startTalk']);
        refuse = reject;
      });
    const { broadcast } = broadcastTo(a, b);
    const started = broadcast.start({ players: [a.player] });
    const refused = expect(started).rejects.toThrow('aborted');
    await new Promise((next) => setTimeout(next, 0));
    await broadcast.start({ players: [b.player] });
    refuse(new Error('aborted'));
    await refused;
    b.emit('startTalk', { cameras: [camera('B', 'receiving')] });
    expect(broadcast.cameras).toEqual([camera('B', 'receiving')]);
    await broadcast.stop();
    expect([a, b].map(({ calls }) => calls.map(([name]) => name))).toEqual([
      ['startTalk', 'stopTalk'],
      ['startTalk', 'stopTalk'],
    ]);
  });

  it('opens one microphone for two starts at once, and none for a stop that follows', async () => {
    const [a, b] = [fakePlayer(live('A')), fakePlayer(live('B'))];
    const { broadcast } = broadcastTo(a, b);
    const replaced = expect(broadcast.start({ players: [a.player] })).rejects.toMatchObject({
      name: 'AbortError',
    });
    await broadcast.start({ players: [b.player] });
    await replaced;
    expect([a.calls, b.calls.length]).toEqual([[], 1]);
    const stopped = expect(broadcast.start({ players: [a.player] })).rejects.toMatchObject({
      name: 'AbortError',
    });
    await broadcast.stop();
    await stopped;
    expect(a.calls).toEqual([]);
  });

  it('is ended by stop, which needs none, and by destroy', async () => {
    const a = fakePlayer(live('A'));
    const { broadcast, seen } = broadcastTo(a);
    await broadcast.stop();
    expect(a.calls).toEqual([]);
    await broadcast.start();
    a.emit('startTalk', { cameras: [camera('A', 'receiving')] });
    await broadcast.stop();
    expect(broadcast.cameras).toEqual([]);
    expect(seen).toHaveLength(2);
    await broadcast.start();
    broadcast.destroy();
    expect(a.calls.map(([name]) => name)).toEqual(['startTalk', 'stopTalk', 'startTalk', 'stopTalk']);
  });
});
