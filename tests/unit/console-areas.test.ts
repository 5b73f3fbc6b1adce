import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { areas } from '../../lib/domain/system/area/area-tree.ts';
import { areasFile, provinceRows } from '../../scripts/generate-areas.ts';

describe('provinces and cities', () => {
  it('has 34 provinces and 372 cities', () => {
    expect(areas.nodes).toHaveLength(34);
    expect(areas.cityCount).toBe(372);
    expect(areas.nodes.flatMap(({ children }) => children)).toHaveLength(372);
  });

  it('equals the output of the script', () => {
    expect(JSON.parse(readFileSync(areasFile, 'utf8'))).toEqual(provinceRows());
  });

  it('does not list headings as cities, and lists 重庆 once', () => {
    const names = areas.nodes.flatMap(({ children }) => children.map(({ name }) => name));
    expect(names.filter((name) => name.includes('行政区划') || name === '县')).toEqual([]);
    expect(names.filter((name) => name === '重庆市')).toEqual(['重庆市']);
    expect(names).toEqual(
      expect.arrayContaining(['济源市', '神农架林区', '石河子市', '台湾省', '澳门特别行政区']),
    );
  });

  it('gives every node a unique id, its parent, and the number of cities below it', () => {
    const all = areas.nodes.flatMap((province) => [province, ...province.children]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(34 + 372);
    for (const province of areas.nodes) {
      expect(province).toMatchObject({ parentId: 0, isShow: true, disabled: false });
      expect(province.cityNum).toBe(province.children.length);
      for (const city of province.children) expect(city).toMatchObject({ parentId: province.id, cityNum: 1 });
    }
  });

  it('is small in transfer', () => {
    expect(gzipSync(JSON.stringify(areas.nodes)).length).toBeLessThan(8_192);
  });
});
