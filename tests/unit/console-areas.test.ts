import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { areaTree } from '../../lib/domain/areas/area-tree.ts';
import { areasFile, provinceRows } from '../../scripts/generate-areas.ts';
import { cityNames, cityNamesFile } from '../../scripts/generate-city-names.ts';

const areas = areaTree(new Set());

describe('provinces and cities', () => {
  it('has 34 provinces and 372 cities', () => {
    expect(areas.nodes).toHaveLength(34);
    expect(areas.cityCount).toBe(372);
    expect(areas.nodes.flatMap(({ children }) => children)).toHaveLength(372);
  });

  it('equals the output of the script', () => {
    expect(JSON.parse(readFileSync(areasFile, 'utf8'))).toEqual(provinceRows());
  });

  it('has the content of this release', () => {
    const content = createHash('sha256').update(JSON.stringify(provinceRows())).digest('hex');
    expect(content).toBe('f7d70a705a3aa3a091277178b313a551a20b7f7a2806648d88d7c37e15e8fbca');
  });

  it('have English names, those of the script', () => {
    const names = JSON.parse(readFileSync(cityNamesFile, 'utf8')) as Record<string, string>;
    expect(names).toEqual(cityNames());
    expect([names[330_100], names[340_500], names[150_100], names[532_800], names[469_030]]).toEqual([
      'Hangzhou',
      "Ma'anshan",
      'Hohhot',
      'Xishuangbanna',
      'Qiongzhong',
    ]);
    expect(Object.keys(names)).toHaveLength(372);
    expect(Object.values(names).filter((name) => !/^[A-Z][A-Za-zü' ]{1,13}$/.test(name))).toEqual([]);
  });

  it('counts what is shown, and hides a province with the last of its cities', () => {
    const [taiwan, hangzhou] = [710_100, 330_100];
    const { nodes, cityCount, etag } = areaTree(new Set([taiwan, hangzhou]));
    const at = (id: number) => nodes.find((node) => node.id === id);
    expect(cityCount).toBe(370);
    expect(at(710_000)).toMatchObject({ isShow: false, disabled: true, cityNum: 0 });
    expect(at(330_000)).toMatchObject({ isShow: true, disabled: false, cityNum: 10 });
    expect(at(330_000)?.children[0]).toMatchObject({
      id: hangzhou,
      isShow: false,
      disabled: true,
      cityNum: 0,
    });
    expect(etag).not.toBe(areas.etag);
    expect(areaTree(new Set([hangzhou, taiwan])).etag).toBe(etag);
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
