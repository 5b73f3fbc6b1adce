import { expect } from 'expect';
import { describe, it } from 'vitest';
import { type PacketStart, PictureEnd } from '../../lib/media/sources/rtsp/picture-end.ts';

interface Packet {
  readonly at: number;
  readonly starts?: PacketStart;
  readonly isMarked?: boolean;
  readonly endsUnit?: boolean;
}

/** What each packet means, as `before/after`. */
function read(end: PictureEnd, packets: readonly Packet[]): string[] {
  return packets.map(({ at, starts = 'picture', isMarked = false, endsUnit = true }) => {
    const before = end.before(at, starts);
    return before === 'late' ? 'late' : `${before}/${end.after(isMarked, starts, endsUnit)}`;
  });
}

/** A stream whose first picture has shown that its markers can be trusted. */
function proven(): PictureEnd {
  const end = new PictureEnd();
  read(end, [
    { at: 0, isMarked: true },
    { at: 1, isMarked: true },
  ]);
  return end;
}

describe('the end of a picture', () => {
  it('is at the marker as soon as one marker has proven itself', () => {
    expect(
      read(new PictureEnd(), [
        { at: 0, starts: 'other' },
        { at: 0, starts: 'slice' },
        { at: 0, starts: 'slice', isMarked: true },
        { at: 1, isMarked: true },
        { at: 2 },
        { at: 2, starts: 'slice', isMarked: true },
      ]),
    ).toEqual(['next/goesOn', 'goesOn/goesOn', 'goesOn/held', 'whole/ended', 'next/goesOn', 'goesOn/ended']);
  });

  it('is where the next one begins if slices follow a marker', () => {
    const twoSlices = (at: number): Packet[] => [
      { at, isMarked: true },
      { at, starts: 'slice', isMarked: true },
    ];
    expect(read(new PictureEnd(), [...twoSlices(0), ...twoSlices(1)])).toEqual([
      'next/held',
      'goesOn/goesOn',
      'next/goesOn',
      'goesOn/goesOn',
    ]);
  });

  it('is not in the middle of a unit', () => {
    expect(
      read(new PictureEnd(), [
        { at: 0, isMarked: true, endsUnit: false },
        { at: 0, starts: 'slice', isMarked: true },
        { at: 1, isMarked: true },
      ]),
    ).toEqual(['next/goesOn', 'goesOn/goesOn', 'next/goesOn']);
  });

  it('was not at a marker that turns out false later: what follows it is late', () => {
    const end = proven();
    expect(
      read(end, [
        { at: 2, isMarked: true },
        { at: 2, starts: 'slice', isMarked: true },
        { at: 2, starts: 'slice', isMarked: true },
        { at: 3, isMarked: true },
        { at: 3, starts: 'slice', isMarked: true },
      ]),
    ).toEqual(['next/ended', 'late', 'late', 'next/goesOn', 'goesOn/goesOn']);
  });

  it('is not at the marker of parameter sets, which says nothing about others', () => {
    expect(
      read(proven(), [
        { at: 2, starts: 'other', isMarked: true },
        { at: 2, starts: 'slice' },
        { at: 2, starts: 'slice', isMarked: true },
      ]),
    ).toEqual(['next/goesOn', 'goesOn/goesOn', 'goesOn/ended']);
  });

  it('stays at the marker if information follows that is no slice', () => {
    const end = proven();
    expect(
      read(end, [
        { at: 2, isMarked: true },
        { at: 2, starts: 'other', isMarked: true },
        { at: 3, isMarked: true },
      ]),
    ).toEqual(['next/ended', 'goesOn/goesOn', 'next/ended']);
  });

  it('separates pictures that share a timestamp', () => {
    expect(
      read(new PictureEnd(), [
        { at: 0, isMarked: true },
        { at: 0, isMarked: true },
        { at: 0 },
        { at: 0, starts: 'slice' },
        { at: 0 },
      ]),
    ).toEqual(['next/held', 'whole/ended', 'next/goesOn', 'goesOn/goesOn', 'next/goesOn']);
  });

  it('is where the next one begins without any marker', () => {
    expect(read(new PictureEnd(), [{ at: 0 }, { at: 0, starts: 'slice' }, { at: 1 }, { at: 2 }])).toEqual([
      'next/goesOn',
      'goesOn/goesOn',
      'next/goesOn',
      'next/goesOn',
    ]);
  });

  it('is at the first marker if nothing follows it', () => {
    const end = new PictureEnd();
    read(end, [{ at: 0, isMarked: true }]);
    end.release();
    expect(read(end, [{ at: 1, isMarked: true }])).toEqual(['next/ended']);
  });
});
