/** The figures of the guide for shop operators, calculated by what calculates orders. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { freightProblems } from '../../lib/contracts/admin/freight-rules.ts';
import type { FreightTemplate, Region, RegionRule } from '../../lib/kernel/freight/freight-template.ts';
import { provinceOf } from '../../lib/kernel/freight/most-specific.ts';
import { quote } from '../../lib/kernel/freight/quote.ts';
import { allAreas, city, region } from '../kit/freight.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/shipping.md'), 'utf8');

/** Rows of the table that begins with this heading. */
function table(heading: string): readonly (readonly string[])[] {
  const lines = guide.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  if (at === -1) throw new Error(`the guide has no table ${heading}`);
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('|'));
  return lines.slice(at + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const fen = (yuan = '') => Math.round(Number(yuan) * 100);

function regionOf(name: string): Region {
  if (name === '默认全国') return region(0);
  const province = allAreas.nodes.find((node) => node.name === name);
  if (province) return region(province.id);
  return region(provinceOf(city(name)), city(name));
}
const regionsOf = (names: string) => names.split(/, | and /).map(regionOf);

const [, freeRegions = '', freePrice = ''] =
  /Shipping is free to (.+) for goods of ([\d.]+) or more/.exec(guide) ?? [];
const [, excluded = ''] = /Nothing is delivered to (\S+)\.\n/.exec(guide) ?? [];

const template: FreightTemplate = {
  type: '2',
  regionInfo: table('rule').map(
    ([, regions = '', first, firstPrice, further, furtherPrice]): RegionRule => ({
      region: regionsOf(regions),
      ...{ first: Number(first), firstPrice: fen(firstPrice) },
      ...{ continue: Number(further), continuePrice: fen(furtherPrice) },
    }),
  ),
  ...{ appoint: '1', appointInfo: [{ region: regionsOf(freeRegions), number: 0, price: fen(freePrice) }] },
  ...{ noDelivery: '1', noDeliveryInfo: [{ region: regionsOf(excluded) }] },
};

describe('the guide to shipping', () => {
  it('has an example that can be entered', () => {
    const names = allAreas.nodes.flatMap((node) => [node, ...node.children]);
    expect(template.regionInfo).toHaveLength(3);
    expect(freightProblems(template, new Map(names.map(({ id, name }) => [id, name])))).toEqual([]);
  });

  it.each(table('city'))(
    'says what an order costs: %s, %s kg, goods for %s: %s',
    (name, weight, price, fee) => {
      const answer = quote(template, city(name ?? ''), [
        { qty: 1, weight: Number(weight), price: fen(price) },
      ]);
      if (fee === '–') expect(answer).toEqual({ deliverable: false, reason: 'NO_DELIVERY' });
      else expect(answer).toMatchObject({ deliverable: true, fee: fen(fee) });
    },
  );

  it('has an order for each rule, free, and not delivered', () => {
    const kinds = table('city').map(([name = '', weight, price]) => {
      const answer = quote(template, city(name), [{ qty: 1, weight: Number(weight), price: fen(price) }]);
      return answer.deliverable ? answer.rule : answer.reason;
    });
    expect([...new Set(kinds)].sort()).toEqual(['DEFAULT', 'FREE', 'NO_DELIVERY', 'REGION']);
  });
});
