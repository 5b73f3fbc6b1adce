/** The fee algorithm, by the examples of the contract and by random templates. */
import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type FreightCombine, type OrderQuote, quoteOrder } from '../../lib/kernel/freight/combine.ts';
import { coveredCities } from '../../lib/kernel/freight/coverage.ts';
import type { FreightTemplate, Region, RegionRule } from '../../lib/kernel/freight/freight-template.ts';
import { provinceOf } from '../../lib/kernel/freight/most-specific.ts';
import { type FreightItem, MissingAmountError, quote } from '../../lib/kernel/freight/quote.ts';
import { split } from '../../lib/kernel/freight/split.ts';
import { toUnits } from '../../lib/kernel/freight/units.ts';
import { allAreas, byWeight, city, province, region } from '../kit/freight.ts';
import { propertyRun } from '../kit/mutation.ts';

const kg = (weight: number, qty = 1, price = 0): FreightItem => ({ qty, weight, price });
const pieces = (qty: number): FreightItem => ({ qty, price: 0 });
const rule = (areas: Region[], numbers: Partial<RegionRule>): RegionRule => ({
  region: areas,
  first: 1,
  firstPrice: 0,
  continue: 0,
  continuePrice: 0,
  ...numbers,
});
const template = (type: FreightTemplate['type'], ...regionInfo: RegionRule[]): FreightTemplate => ({
  ...{ type, regionInfo, appoint: '0', appointInfo: [], noDelivery: '0', noDeliveryInfo: [] },
});

describe('the fee by weight', () => {
  it.each([
    ['nationwide, 0.9 kg', city('北京市'), [kg(0.9)], 1000],
    ['nationwide, 1.000 kg', city('北京市'), [kg(1)], 1000],
    ['nationwide, 1.001 kg', city('北京市'), [kg(1.001)], 1500],
    ['杭州, 2.3 kg', city('杭州市'), [kg(2.3)], 600 + 3 * 150],
    ['杭州, 3 × 0.1 + 0.7 kg', city('杭州市'), [kg(0.1, 3), kg(0.7)], 600],
    ['杭州, goods for 99.00', city('杭州市'), [kg(0.5, 1, 9900)], 0],
    ['杭州, goods for 98.99', city('杭州市'), [kg(0.5, 1, 9899)], 600],
    ['a city of a rule for its province, 1.2 kg', city('上海市'), [kg(1.2)], 750],
    ['the sibling of an excluded city', city('克拉玛依市'), [kg(0.5)], 1000],
  ])('%s', (_name, cityId, items, fee) => {
    expect(quote(byWeight, cityId, items)).toMatchObject({ deliverable: true, fee });
  });

  it.each([
    ['a city of an excluded province', city('拉萨市')],
    ['an excluded city', city('乌鲁木齐市')],
  ])('%s is not delivered to', (_name, cityId) => {
    expect(quote(byWeight, cityId, [kg(0.5)])).toEqual({ deliverable: false, reason: 'NO_DELIVERY' });
  });

  it('names the rule, the units and the steps', () => {
    expect(quote(byWeight, city('杭州市'), [kg(2.3)])).toEqual({
      ...{ deliverable: true, fee: 1050, rule: 'REGION', units: 2300, steps: 3, split: [1050] },
    });
    expect(quote(byWeight, city('北京市'), [kg(1)])).toMatchObject({
      rule: 'DEFAULT',
      units: 1000,
      steps: 0,
    });
    expect(quote(byWeight, city('杭州市'), [kg(1, 1, 9900)])).toMatchObject({ rule: 'FREE', split: [0] });
  });

  it('is exact: 0.1 and 0.2 kg are 0.3 kg', () => {
    const small = template(
      '2',
      rule([region(0)], { first: 0.3, firstPrice: 700, continue: 1, continuePrice: 100 }),
    );
    expect(quote(small, city('北京市'), [kg(0.1), kg(0.2)])).toMatchObject({ fee: 700, steps: 0 });
  });

  it('is divided by weight', () => {
    expect(quote(byWeight, city('杭州市'), [kg(0.1, 3), kg(0.7)])).toMatchObject({ split: [180, 420] });
  });

  it('needs the weight of each line, in grams', () => {
    expect(() => quote(byWeight, city('北京市'), [kg(1), { qty: 1, price: 0 }])).toThrow(MissingAmountError);
    expect(() => quote(byWeight, city('北京市'), [kg(0.0001)])).toThrow(MissingAmountError);
  });
});

describe('the fee by piece and by volume', () => {
  const two = template(
    '1',
    rule([region(0)], { first: 2, firstPrice: 800, continue: 3, continuePrice: 200 }),
  );

  it.each([
    [1, 800],
    [2, 800],
    [3, 1000],
    [5, 1000],
    [6, 1200],
  ])('2 pieces for 8.00, then 2.00 for 3: %i pieces', (qty, fee) => {
    expect(quote(two, city('北京市'), [pieces(qty)])).toMatchObject({ fee });
  });

  it('is the first price for every amount where there is no continuation', () => {
    const flat = template('1', rule([region(0)], { firstPrice: 500 }));
    expect(quote(flat, city('北京市'), [pieces(9999)])).toMatchObject({ fee: 500, steps: 0 });
  });

  it('counts cm³', () => {
    const volume = template(
      '3',
      rule([region(0)], { first: 0.000001, firstPrice: 100, continue: 0.000002, continuePrice: 10 }),
    );
    const item = { qty: 2, volume: 0.000003, price: 0 };
    expect(quote(volume, city('北京市'), [item])).toMatchObject({ units: 6, steps: 3, fee: 130 });
  });

  it('refuses a fee that no integer holds', () => {
    const most = { first: 0.000001, firstPrice: 99_999_999, continue: 0.000001, continuePrice: 99_999_999 };
    const volume = template('3', rule([region(0)], most));
    const item = { qty: 9999, volume: 999.999999, price: 0 };
    expect(() => quote(volume, city('北京市'), [item])).toThrow(RangeError);
  });
});

describe('the rule', () => {
  it('is that of the city, then of its province, then of the country', () => {
    const rules = template(
      '1',
      rule([region(0)], { firstPrice: 1 }),
      rule([region(province('浙江省'))], { firstPrice: 2 }),
      rule([region(province('浙江省'), city('杭州市'))], { firstPrice: 3 }),
    );
    const fee = (cityId: number) => quote(rules, cityId, [pieces(1)]);
    expect(fee(city('杭州市'))).toMatchObject({ fee: 3 });
    expect(fee(city('宁波市'))).toMatchObject({ fee: 2 });
    expect(fee(city('北京市'))).toMatchObject({ fee: 1 });
  });

  it('must exist: a city without one is not delivered to, and is not free', () => {
    const legacy = template('1', rule([region(province('浙江省'))], { firstPrice: 2 }));
    expect(quote(legacy, city('北京市'), [pieces(1)])).toEqual({ deliverable: false, reason: 'NO_RULE' });
    expect(coveredCities(legacy, [city('北京市'), city('杭州市')])).toEqual(new Set([city('杭州市')]));
  });

  it('makes free what reaches both of its numbers, where 0 is no condition', () => {
    const free = (number: number, price: number) => ({
      ...template('1', rule([region(0)], { firstPrice: 1 })),
      appoint: '1' as const,
      appointInfo: [{ region: [region(province('浙江省'))], number, price }],
    });
    const fee = (of: FreightTemplate, qty: number, price: number) =>
      quote(of, city('杭州市'), [{ qty, price }]);
    expect(fee(free(2, 100), 2, 50)).toMatchObject({ rule: 'FREE' });
    expect(fee(free(2, 100), 2, 49)).toMatchObject({ rule: 'DEFAULT' });
    expect(fee(free(2, 100), 1, 100)).toMatchObject({ rule: 'DEFAULT' });
    expect(fee(free(0, 0), 1, 0)).toMatchObject({ rule: 'FREE' });
    expect(fee({ ...free(0, 0), appoint: '0' }, 1, 0)).toMatchObject({ rule: 'DEFAULT' });
  });

  it('of the most specific region decides what is free, even if its conditions are not met', () => {
    const free = {
      ...template('1', rule([region(0)], { firstPrice: 1 })),
      appoint: '1' as const,
      appointInfo: [
        { region: [region(province('浙江省'))], number: 0, price: 0 },
        { region: [region(province('浙江省'), city('杭州市'))], number: 5, price: 0 },
      ],
    };
    expect(quote(free, city('杭州市'), [pieces(1)])).toMatchObject({ rule: 'DEFAULT' });
    expect(quote(free, city('宁波市'), [pieces(1)])).toMatchObject({ rule: 'FREE' });
  });
});

describe('the parts of a fee', () => {
  it.each([
    [1000, [1, 1, 1], [334, 333, 333]],
    [600, [300, 700], [180, 420]],
    [1, [1, 1], [1, 0]],
    [7, [0, 0], [4, 3]],
    [0, [5], [0]],
    [5, [], []],
  ])('%i among %j', (fee, weights, parts) => {
    expect(split(fee, weights)).toEqual(parts);
  });
});

describe('amounts', () => {
  it.each([
    ['1', 3, 3],
    ['1', 0.5, null],
    ['2', 0.001, 1],
    ['2', 9999.999, 9_999_999],
    ['2', 0.0001, null],
    ['3', 0.000001, 1],
    ['3', 999.999999, 999_999_999],
    ['3', 0.0000001, null],
    ['2', -1, null],
    ['2', Number.NaN, null],
    ['2', 1e21, null],
  ] as const)('type %s: %d is %j', (type, amount, units) => {
    expect(toUnits(type, amount)).toBe(units);
  });

  it('know the province of every city', () => {
    for (const node of allAreas.nodes)
      for (const city of node.children) expect(provinceOf(city.id)).toBe(node.id);
  });
});

describe('an order with several templates', () => {
  const a = template('1', rule([region(0)], { firstPrice: 1000, continue: 1, continuePrice: 500 }));
  const b = template('1', rule([region(0)], { firstPrice: 800, continue: 1, continuePrice: 400 }));
  const large = template(
    '1',
    rule([region(0)], { first: 10, firstPrice: 900, continue: 1, continuePrice: 400 }),
  );
  const none = template('1', rule([region(province('浙江省'))], { firstPrice: 5 }));
  const order = (how: FreightCombine, ...groups: (readonly [FreightTemplate, number])[]) =>
    quoteOrder(
      groups.map(([of, qty]) => ({ template: of, items: [pieces(qty)] })),
      city('北京市'),
      how,
    );

  it('pays the sum of the fees', () => {
    expect(order('sum', [a, 2], [b, 1])).toMatchObject({ fee: 1500 + 800 });
  });

  it('or the highest first price once, and all units of the others at the price of continuation', () => {
    expect(order('maxFirst', [a, 2], [b, 3])).toMatchObject({ fee: 1500 + 3 * 400 });
    expect(order('maxFirst', [b, 3], [a, 2])).toMatchObject({ fee: 1500 + 3 * 400 });
  });

  it('never pays more for a template than it costs alone', () => {
    expect(order('maxFirst', [a, 1], [large, 9])).toMatchObject({ fee: 1000 + 900 });
  });

  it('is not delivered if one template does not deliver', () => {
    expect(order('sum', [a, 1], [none, 1])).toMatchObject({
      deliverable: false,
      groups: [{ deliverable: true }, { deliverable: false, reason: 'NO_RULE' }],
    });
  });

  it('pays nothing for free goods, which do not count as the first', () => {
    const free = {
      ...a,
      appoint: '1' as const,
      appointInfo: [{ region: [region(province('北京市'))], number: 0, price: 0 }],
    };
    expect(order('maxFirst', [free, 5], [b, 2])).toMatchObject({ fee: 800 + 400 });
  });
});

describe('random templates', () => {
  const amountOf = (type: FreightTemplate['type'], least: number) =>
    type === '1'
      ? fc.integer({ min: least, max: 9 })
      : fc.integer({ min: least, max: 5000 }).map((units) => units / (type === '2' ? 1e3 : 1e6));
  const numbers = (type: FreightTemplate['type']) =>
    fc
      .record({
        first: amountOf(type, 1),
        firstPrice: fc.integer({ min: 0, max: 2000 }),
        continue: amountOf(type, 0),
        continuePrice: fc.integer({ min: 0, max: 1000 }),
      })
      .map((each) => (each.continue === 0 ? { ...each, continuePrice: 0 } : each));
  /** Provinces with several cities, and one without. */
  const some = ['浙江省', '江苏省', '海南省', '上海市'].map(
    (name) => allAreas.nodes.find((node) => node.name === name)!,
  );
  const places = some.flatMap(({ id, children }) => [
    region(id),
    ...children.map((each) => region(id, each.id)),
  ]);
  const anyCity = fc.constantFrom(...some.flatMap(({ children }) => children.map(({ id }) => id)));
  /** Each city and each province in one rule at most. */
  const anyTemplate = fc.constantFrom<FreightTemplate['type']>('1', '2', '3').chain((type) =>
    fc
      .record({
        country: numbers(type),
        rules: fc.uniqueArray(fc.tuple(fc.nat(places.length - 1), numbers(type)), {
          selector: ([place]) => place,
          maxLength: 12,
        }),
        out: fc.uniqueArray(fc.nat(places.length - 1), { maxLength: 3 }),
      })
      .map(({ country, rules, out }) => ({
        ...template(
          type,
          rule([region(0)], country),
          ...rules.map(([place, each]) => rule([places[place]!], each)),
        ),
        noDelivery: '1' as const,
        noDeliveryInfo: out.map((place) => ({ region: [places[place]!] })),
      })),
  );
  const anyItem = fc.record({
    qty: fc.integer({ min: 1, max: 20 }),
    weight: amountOf('2', 1),
    volume: amountOf('3', 1),
    price: fc.nat(50_000),
  });
  const anyItems = fc.array(anyItem, { minLength: 1, maxLength: 5 });
  const anyGroup = fc.record({ template: anyTemplate, items: anyItems });
  const shuffled = <T>(list: readonly T[]) =>
    fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length });
  const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

  it('cost no less for more pieces', () => {
    propertyRun(
      'freight by quantity',
      20_000,
      fc.tuple(anyTemplate, anyCity, anyItems, fc.nat(4), fc.integer({ min: 1, max: 9 })),
      ([of, cityId, items, at, added]) => {
        const more = items.map((item, index) =>
          index === at % items.length ? { ...item, qty: item.qty + added } : item,
        );
        const [fewer, further] = [quote(of, cityId, items), quote(of, cityId, more)];
        expect(further.deliverable).toBe(fewer.deliverable);
        if (fewer.deliverable && further.deliverable) expect(further.fee).toBeGreaterThanOrEqual(fewer.fee);
      },
    );
  });

  it('have parts whose sum is the fee, each within one of its share', () => {
    const weights = fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 8 });
    propertyRun('parts of a fee', 20_000, fc.tuple(fc.nat(1_000_000), weights), ([fee, each]) => {
      const [parts, total] = [split(fee, each), sumOf(each)];
      expect(sumOf(parts)).toBe(fee);
      for (const [at, part] of parts.entries()) {
        expect(Number.isInteger(part)).toBe(true);
        if (total > 0) expect(Math.abs(part - (fee * each[at]!) / total)).toBeLessThan(1);
      }
    });
  });

  it('cost the same in any order of their rules, whose regions are in any order, and their parts sum to the fee', () => {
    const limits = fc.record({ number: fc.nat(30), price: fc.nat(100_000) });
    const turned = <Rule extends { readonly region: readonly Region[] }>(rules: readonly Rule[]) =>
      shuffled(rules).map((list) => list.map((each) => ({ ...each, region: each.region.toReversed() })));
    /** Free rules for a city, its province, and another place in one rule with it: rarely met by chance. */
    const mixed = fc
      .tuple(anyTemplate, anyCity, fc.tuple(limits, limits), fc.subarray(['city', 'province']), anyItems)
      .map(([of, cityId, [own, whole], which, items]) => {
        const near = [
          { region: [region(province('北京市')), region(provinceOf(cityId), cityId)], ...own },
          { region: [region(provinceOf(cityId)), region(province('天津市'))], ...whole },
        ];
        const appointInfo = near.filter((_, at) => which.includes(at === 0 ? 'city' : 'province'));
        return { of: { ...of, appoint: '1' as const, appointInfo }, cityId, items };
      })
      .chain(({ of, cityId, items }) =>
        fc.record({
          ...{ of: fc.constant(of), cityId: fc.constant(cityId), items: fc.constant(items) },
          other: fc
            .record({
              ...{ regionInfo: turned(of.regionInfo), noDeliveryInfo: turned(of.noDeliveryInfo) },
              appointInfo: turned(of.appointInfo),
            })
            .map((parts) => ({ ...of, ...parts })),
        }),
      );
    const seen = new Set<string>();
    propertyRun('order of freight rules', 20_000, mixed, ({ of, other, cityId, items }) => {
      const answer = quote(of, cityId, items);
      expect(quote(other, cityId, items)).toEqual(answer);
      if (answer.deliverable) expect(sumOf(answer.split)).toBe(answer.fee);
      seen.add(answer.deliverable ? answer.rule : answer.reason);
    });
    // Otherwise the property would be about fewer rules than there are.
    expect([...seen].sort()).toEqual(['DEFAULT', 'FREE', 'NO_DELIVERY', 'REGION']);
  });

  it('of one order cost the same in any order, never less for more pieces, and with one first price never more than their sum', () => {
    const mixed = fc
      .array(anyGroup, { minLength: 1, maxLength: 4 })
      .chain((groups) => fc.record({ groups: fc.constant(groups), other: shuffled(groups) }));
    propertyRun(
      'orders with several templates',
      10_000,
      fc.tuple(mixed, anyCity),
      ([{ groups, other }, cityId]) => {
        const more = groups.map((group, at) =>
          at === 0 ? { ...group, items: group.items.map((item) => ({ ...item, qty: item.qty + 1 })) } : group,
        );
        const added = quoteOrder(groups, cityId, 'sum');
        const once = quoteOrder(groups, cityId, 'maxFirst');
        for (const how of ['sum', 'maxFirst'] as const)
          expect(feeOf(quoteOrder(other, cityId, how))).toBe(feeOf(quoteOrder(groups, cityId, how)));
        if (!once.deliverable || !added.deliverable) return expect(once.deliverable).toBe(added.deliverable);
        expect(once.fee).toBeLessThanOrEqual(added.fee);
        expect(feeOf(quoteOrder(more, cityId, 'maxFirst'))).toBeGreaterThanOrEqual(once.fee);
        for (const group of once.groups) expect(sumOf(group.split)).toBe(group.fee);
      },
    );
  });
});

const feeOf = (order: OrderQuote): number => (order.deliverable ? order.fee : -1);
