import { expect } from 'expect';
import { describe, it } from 'vitest';
import { WallAccess } from '../../app/_console/pages/wall/wall-access.ts';
import { readWallTiles, resizedTiles } from '../../lib/contracts/admin/wall-layout.ts';

describe('the token of a video wall', () => {
  let requests = 0;
  const play = () => {
    requests += 1;
    return {
      accessToken: `token ${requests}`,
      appKey: 'app',
      expireTime: 0,
      hasRecordings: true,
      cameras: [],
    };
  };

  it('is fetched once for all players, and again when one of them asks again', async () => {
    requests = 0;
    const renewed: string[] = [];
    const access = new WallAccess(
      async () => play(),
      ({ accessToken }) => void renewed.push(accessToken),
    );
    const all = (players: readonly string[]) => Promise.all(players.map((name) => access.tokenFor(name)));
    expect(await all(['one', 'two', 'controls'])).toEqual(['token 1', 'token 1', 'token 1']);
    expect(await all(['one', 'two'])).toEqual(['token 2', 'token 2']);
    // Fetched while this one was still playing with the first.
    expect(await access.tokenFor('controls')).toBe('token 2');
    expect(renewed).toEqual(['token 1', 'token 2']);
  });

  it('is requested again after a failure', async () => {
    requests = 0;
    let isDown = true;
    const access = new WallAccess(
      async () => {
        if (isDown) throw new Error('down');
        return play();
      },
      () => undefined,
    );
    await expect(access.tokenFor('one')).rejects.toThrow('down');
    isDown = false;
    expect(await access.tokenFor('one')).toBe('token 1');
  });
});

describe('the tiles of a video wall', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];

  it('are 1, 4 or 9 as stored, or unknown', () => {
    expect(readWallTiles([a])).toEqual([a]);
    expect(readWallTiles([a, null, 'x', 3])).toEqual([a, null, null, null]);
    for (const other of [null, {}, [], [a, b], Array(16).fill(a)]) expect(readWallTiles(other)).toBeNull();
  });

  it('stay where they are on a larger wall, and close up where they would not fit', () => {
    expect(resizedTiles([a, null, b, null], 9).slice(0, 4)).toEqual([a, null, b, null]);
    expect(resizedTiles([a, null, null, b, null, c, null, null, null], 4)).toEqual([a, b, c, null]);
    expect(resizedTiles([null, a, null, null], 1)).toEqual([a]);
  });
});
