import { expect } from 'expect';
import { describe, it } from 'vitest';
import { readWallAddress } from '../../app/watch/wall-address.ts';
import { sizeFor } from '../../lib/contracts/admin/wall-layout.ts';

const read = (query: string) => readWallAddress(new URLSearchParams(query));

describe('the address of a wall', () => {
  it('names cameras by serial number, with a channel if wanted, or a saved wall', () => {
    expect(read('cameras=DEMO00001, DEMO00002:2,')).toEqual({ cameras: ['DEMO00001', 'DEMO00002:2'] });
    expect(read('wall=12')).toEqual({ wall: 12 });
  });

  it.each(['', 'cameras=', 'cameras=A/1', 'cameras=A:0', 'wall=0', 'wall=x', 'wall=1e9'])(
    '%s names nothing',
    (query) => {
      expect(read(query)).toBeNull();
    },
  );

  it('has 64 cameras at most', () => {
    const cameras = (count: number) => Array.from({ length: count }, (_, at) => `C${at}`);
    expect(read(`cameras=${cameras(64)}`)).toEqual({ cameras: cameras(64) });
    expect(read(`cameras=${cameras(65)}`)).toBeNull();
  });
});

it('a wall has as many tiles as its cameras need', () => {
  expect([1, 2, 4, 5, 9, 10].map(sizeFor)).toEqual([1, 4, 4, 9, 9, 9]);
});
