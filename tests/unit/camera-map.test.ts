/** What maps draw: areas that are found by name, and marks that would cover each other. */
import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { findAreas, placeOfArea } from '../../app/_console/pages/parts/map/area-places.ts';
import { groupMarks } from '../../app/_console/pages/parts/map/group-marks.ts';
import { allAreas, city, province } from '../kit/freight.ts';
import { propertyRun } from '../kit/mutation.ts';

const find = (text: string, english: Readonly<Record<number, string>> = {}) =>
  findAreas(text, allAreas.nodes, ({ id, name }) => [name, english[id] ?? '']).map(({ name }) => name);

describe('areas', () => {
  it('all have a place: provinces that of their capital', () => {
    const all = allAreas.nodes.flatMap((node) => [node, ...node.children]);
    expect(all.filter(({ id }) => placeOfArea(id) === null)).toEqual([]);
    expect(placeOfArea(province('浙江省'))).toEqual(placeOfArea(city('杭州市')));
    expect(placeOfArea(999_999)).toBeNull();
  });

  it('are found by a part of their name, those that begin with it first, each once', () => {
    expect(find('杭州')).toEqual(['杭州市']);
    expect(find('江')[0]).toBe('江苏省');
    expect(find('江').length).toBe(8);
    expect(find('北京')).toEqual(['北京市']);
  });

  it('are found by their English name, with any spaces and case', () => {
    expect(find('MA an', { [city('马鞍山市')]: "Ma'anshan" })).toEqual(['马鞍山市']);
  });

  it.each(['', ' ', 'zzz', '.*'])('are not found by %j', (text) => {
    expect(find(text)).toEqual([]);
  });
});

describe('marks', () => {
  const at = (mark: string, x: number, y: number) => ({ mark, x, y });

  it('near each other are one group, across the edges of squares too', () => {
    expect(groupMarks([at('a', 27, 27), at('b', 29, 29), at('c', 100, 0)], 28)).toEqual([
      { marks: ['a', 'b'] },
      { marks: ['c'] },
    ]);
  });

  it('are in one group each, whose first is less than the reach from the others and not from other groups', () => {
    const marks = fc.array(
      fc.record({ x: fc.integer({ min: -300, max: 300 }), y: fc.integer({ min: -300, max: 300 }) }),
      {
        maxLength: 60,
      },
    );
    propertyRun('groups of marks', 4_000, marks, (places) => {
      const placed = places.map((place, mark) => ({ ...place, mark }));
      const groups = groupMarks(placed, 28);
      expect(groups.flatMap((group) => group.marks).sort((one, other) => one - other)).toEqual(
        places.map((_, index) => index),
      );
      const far = (one: number, other: number) =>
        Math.hypot(places[one]!.x - places[other]!.x, places[one]!.y - places[other]!.y);
      for (const [
        index,
        {
          marks: [first, ...others],
        },
      ] of groups.entries()) {
        for (const other of others) expect(far(first, other)).toBeLessThan(28);
        for (const {
          marks: [before],
        } of groups.slice(0, index))
          expect(far(first, before)).toBeGreaterThanOrEqual(28);
      }
    });
  });
});
