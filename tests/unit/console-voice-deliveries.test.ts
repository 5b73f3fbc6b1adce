import { expect } from 'expect';
import { describe, it } from 'vitest';
import { deliver } from '../../app/_console/pages/voice/deliveries.ts';

describe('a voice message to several cameras', () => {
  it('is played on four at a time, and what became of each is reported', async () => {
    const states: string[] = [];
    let running = 0;
    let most = 0;
    const cameras = ['a', 'b', 'c', 'd', 'e', 'f'];
    await deliver(
      cameras,
      async (camera) => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return camera === 'b' ? '设备不在线' : null;
      },
      (camera, state) => states.push(`${camera} ${'message' in state ? state.message : state.state}`),
      new AbortController().signal,
    );
    expect(most).toBe(4);
    expect(states.slice(0, 6)).toEqual(cameras.map((camera) => `${camera} waiting`));
    expect(states.filter((state) => state.endsWith('played')).sort()).toEqual(
      ['a', 'c', 'd', 'e', 'f'].map((camera) => `${camera} played`),
    );
    expect(states).toContain('b 设备不在线');
  });

  it('reaches no further camera after the dialog was closed', async () => {
    const closed = new AbortController();
    const played: string[] = [];
    const states: string[] = [];
    await deliver(
      ['a', 'b', 'c', 'd', 'e'],
      async (camera) => {
        played.push(camera);
        closed.abort();
        return null;
      },
      (camera, { state }) => states.push(`${camera} ${state}`),
      closed.signal,
    );
    expect(played).toEqual(['a']);
    expect(states.filter((state) => state.endsWith('played'))).toEqual([]);
  });
});
