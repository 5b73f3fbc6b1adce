/** Shipping templates and areas, behind the real handler. */
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { zbShippingTemplates } from '../../lib/contracts/admin/resources/zb-shipping-templates.resource.ts';
import type { FreightUses } from '../../lib/domain/freight/freight.service.ts';
import type { FreeRule, FreightTemplate, RegionRule } from '../../lib/kernel/freight/freight-template.ts';
import { type ConsoleAnswer, type SignedIn, type TestConsole, testConsole } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { byWeight, city, flat, nationwideCharge, province, region } from '../kit/freight.ts';
import { describeResource } from '../kit/resource-suite.ts';
import { ok, outcome } from '../kit/system-console.ts';

const base = '/zb/shipping-templates';

describeResource(zbShippingTemplates, {
  body: (number) => ({ ...byWeight, name: `模板${number}`, sort: number, status: '0' }),
  change: { name: '改名', sort: 7 },
  // Lists of rules have checks of their own, below.
  skipFields: ['regionInfo', 'appointInfo', 'noDeliveryInfo'],
});

describe.each(engines)('shipping templates on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: TestConsole;
  let root: SignedIn;
  let made = 0;
  /** Number of goods by template. */
  const goods = new Map<number, number>();
  const uses: FreightUses = {
    count: async (_transaction, _scope, ids) => new Map(ids.map((id) => [id, goods.get(id) ?? 0])),
  };

  beforeAll(async () => {
    bench = await start();
    app = await testConsole(await bench.open(), { freightUses: [uses] });
    root = await app.root();
  });
  afterAll(() => bench.stop());
  beforeEach(() => root.renew());

  const post = (verb: string, body: object) => root.call('POST', `${base}/${verb}`, { body });
  const create = (values: object = {}) => {
    made += 1;
    return post('create', { ...flat, name: `运费${made}`, ...values });
  };
  const add = async (values: object = {}): Promise<number> => ok(await create(values)).id;
  const row = async (id: number) => ok(await root.call('GET', `${base}/get`, { query: { id: String(id) } }));
  const update = async (id: number, values: object) =>
    post('update', { id, version: (await row(id)).version, ...values });
  const remove = (...ids: number[]) =>
    root.call('DELETE', `${base}/delete`, { query: { id: ids.join(',') } });

  /** The rejected field and its message. */
  const refusal = ({ code, errors }: ConsoleAnswer) => [
    code,
    ...errors.map(({ path, message }) => [path, message]),
  ];

  const hangzhou = region(province('浙江省'), city('杭州市'));
  const charges = (...others: Partial<RegionRule>[]) => ({
    regionInfo: [nationwideCharge(), ...others.map((each) => ({ ...nationwideCharge(), ...each }))],
  });

  it('get the names of their regions from the server', async () => {
    const id = await add({
      ...charges({ region: [{ ...hangzhou, name: '伪造' } as never, region(province('上海市'))] }),
      regionName: '伪造',
    });
    const { regionInfo } = await row(id);
    expect(regionInfo).toMatchObject([
      { regionName: '默认全国', region: [{ cityId: 0, name: '默认全国' }] },
      {
        regionName: '上海市、杭州市',
        region: [
          { cityId: province('上海市'), name: '上海市', children: [] },
          { name: '浙江省', children: [{ cityId: city('杭州市'), name: '杭州市' }] },
        ],
      },
    ]);
  });

  describe('are refused', () => {
    const of = (numbers: Partial<RegionRule>, type: FreightTemplate['type'] = '1') => ({
      type,
      regionInfo: [nationwideCharge(numbers)],
    });
    const free = (...rules: Partial<FreeRule>[]) => ({ appoint: '1', appointInfo: rules });
    const least: FreeRule = { region: [hangzhou], number: 0, price: 0 };
    const first = '第 1 条：';
    const second = '第 2 条：';
    const wrong = '格式不正确';

    it.each<readonly [name: string, values: object, path: string, message: string]>([
      ['without charges', { regionInfo: [] }, 'regionInfo', '运费不能为空'],
      [
        'without a nationwide charge',
        { regionInfo: [nationwideCharge({ region: [hangzhou] })] },
        'regionInfo',
        '第一条运费必须是默认全国，且只有一条',
      ],
      [
        'with a second nationwide charge',
        charges({ region: [region(0)] }),
        'regionInfo',
        '第一条运费必须是默认全国，且只有一条',
      ],
      ['first 0', of({ first: 0 }), 'regionInfo.0.first', `${first}首费数量必须大于 0`],
      ['half a piece', of({ first: 1.5 }), 'regionInfo.0.first', `${first}首费数量必须是不小于 0 的整数`],
      [
        '0.0001 kg',
        of({ first: 0.0001 }, '2'),
        'regionInfo.0.first',
        `${first}首费数量不能小于 0，最多 3 位小数`,
      ],
      ['10000 kg', of({ first: 10_000 }, '2'), 'regionInfo.0.first', `${first}首费数量不能大于 9999.999`],
      ['1000 m³', of({ first: 1000 }, '3'), 'regionInfo.0.first', `${first}首费数量不能大于 999.999999`],
      [
        'a price without a further amount',
        of({ continue: 0, continuePrice: 1 }),
        'regionInfo.0.continuePrice',
        `${first}续费数量为 0 时续费必须为 0`,
      ],
      [
        'a price of -1',
        of({ firstPrice: -1 }),
        'regionInfo.0.firstPrice',
        `${first}首费应在 0 到 999999.99 元之间`,
      ],
      [
        'a price of 1000000.00',
        of({ firstPrice: 100_000_000 }),
        'regionInfo.0.firstPrice',
        `${first}首费应在 0 到 999999.99 元之间`,
      ],
      ['a price as text', of({ firstPrice: '5' as never }), 'regionInfo.0.firstPrice', wrong],
      ['a rule without regions', charges({ region: [] }), 'regionInfo.1.region', `${second}请选择地区`],
      [
        'an unknown city',
        charges({ region: [region(province('浙江省'), 330_199)] }),
        'regionInfo.1.region',
        `${second}地区不存在或已隐藏`,
      ],
      [
        'a city of another province',
        charges({ region: [region(province('江苏省'), city('杭州市'))] }),
        'regionInfo.1.region',
        `${second}地区不存在或已隐藏`,
      ],
      [
        'a city in two rules',
        charges({ region: [hangzhou] }, { region: [hangzhou] }),
        'regionInfo.2.region',
        '杭州市 重复设置',
      ],
      [
        'a province in two rules',
        charges({ region: [region(province('浙江省'))] }, { region: [region(province('浙江省'))] }),
        'regionInfo.2.region',
        '浙江省 重复设置',
      ],
      ['free shipping without regions', { appoint: '1', appointInfo: [] }, 'appointInfo', '请指定包邮地区'],
      [
        'free shipping in no region',
        free({ ...least, region: [] }),
        'appointInfo.0.region',
        `${first}请选择地区`,
      ],
      [
        'free shipping nationwide',
        free({ ...least, region: [region(0)] }),
        'appointInfo.0.region',
        `${first}地区不存在或已隐藏`,
      ],
      [
        'free from half a piece',
        free({ ...least, number: 0.5 }),
        'appointInfo.0.number',
        `${first}包邮数量必须是不小于 0 的整数`,
      ],
      ['a free city twice', free(least, least), 'appointInfo.1.region', '杭州市 重复设置'],
      ['no delivery without regions', { noDelivery: '1' }, 'noDeliveryInfo', '请指定不配送地区'],
      [
        'a city twice without delivery',
        { noDelivery: '1', noDeliveryInfo: [{ region: [hangzhou, hangzhou] }] },
        'noDeliveryInfo.0.region',
        '杭州市 重复设置',
      ],
      ['rules of another shape', { regionInfo: { region: [] } }, 'regionInfo', wrong],
      [
        '101 rules',
        { regionInfo: Array.from({ length: 101 }, () => nationwideCharge()) },
        'regionInfo',
        wrong,
      ],
      ['another type', { type: '4' }, 'type', '计费方式不在可选范围内'],
    ])('with %s', async (_name, values, path, message) => {
      const [code, problem] = refusal(await create(values));
      expect([code, problem]).toEqual([40000, [path, message]]);
    });
  });

  it('may name a province in one rule and a city of it in another', async () => {
    await add(charges({ region: [region(province('浙江省'))] }, { region: [hangzhou] }));
  });

  it('replace their conditions as a whole, and lose them with the switch', async () => {
    const id = await add(byWeight);
    ok(await update(id, { appointInfo: [{ region: [region(province('上海市'))], number: 2, price: 0 }] }));
    expect((await row(id)).appointInfo).toMatchObject([{ regionName: '上海市', number: 2 }]);
    ok(await update(id, { appoint: '0', noDelivery: '0' }));
    expect(await row(id)).toMatchObject({
      appoint: '0',
      appointInfo: [],
      noDelivery: '0',
      noDeliveryInfo: [],
    });
    expect(refusal(await update(id, { appoint: '1' }))).toEqual([40000, ['appointInfo', '请指定包邮地区']]);
  });

  it('need all amounts again when they charge by something else', async () => {
    const id = await add(byWeight);
    expect(refusal(await update(id, { type: '3' }))).toEqual([
      40000,
      ['regionInfo', '更改计费方式后须重新填写'],
    ]);
    expect(refusal(await update(id, { type: '3', regionInfo: flat.regionInfo }))).toEqual([
      40000,
      ['appointInfo', '更改计费方式后须重新填写'],
    ]);
    const { regionInfo, appointInfo } = byWeight;
    ok(await update(id, { type: '3', regionInfo, appointInfo }));
    expect(await row(id)).toMatchObject({ type: '3' });
  });

  it('that goods use are kept, and charge by the same', async () => {
    const [used, free] = [await add(), await add()];
    goods.set(used, 3);
    expect((await row(used)).usedCount).toBe(3);
    expect(outcome(await remove(free, used))).toEqual(['U0200', '运费模板已被商品使用，不能删除']);
    expect((await row(free)).usedCount).toBe(0);
    const byWeightNow = { type: '2', regionInfo: flat.regionInfo };
    expect(outcome(await update(used, byWeightNow))).toEqual([
      'U0200',
      '运费模板已被商品使用，不能更改计费方式',
    ]);
    ok(await update(used, { regionInfo: [nationwideCharge({ firstPrice: 900 })] }));
    expect(refusal(await update(used, { type: '2', force: true }))).toEqual([
      40000,
      ['regionInfo', '更改计费方式后须重新填写'],
    ]);
    ok(await update(used, { ...byWeightNow, force: true }));
    expect(await row(used)).toMatchObject({ type: '2' });
    goods.clear();
    ok(await remove(used, free));
  });

  it('are copied under a free name', async () => {
    const id = await add({ ...byWeight, name: '华东', sort: 5 });
    const copy = async () =>
      ok(await root.call('POST', `${base}/copy`, { query: { id: String(id) }, body: {} })).id;
    const [one, two] = [await copy(), await copy()];
    const { regionInfo, appointInfo, noDeliveryInfo, sort, type } = await row(id);
    expect(await row(one)).toMatchObject({
      ...{ regionInfo, appointInfo, noDeliveryInfo, sort, type },
      name: '华东 副本',
    });
    expect((await row(two)).name).toBe('华东 副本2');
    // More than a list of choices has.
    const { db } = app.database;
    const { id: _id, ...stored } = await db
      .selectFrom('freightTemplate')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: 60 }, (_, at) => ({ ...stored, name: `华东 副本${at + 3}` }));
    await db.insertInto('freightTemplate').values(others).execute();
    expect((await row(await copy())).name).toBe('华东 副本63');
  });

  describe('are previewed', () => {
    const preview = (body: object) => post('preview', body);
    const kg = (weight: number, price = 0) => ({ qty: 1, weight, price });

    it('as stored, and while they are written', async () => {
      const id = await add(byWeight);
      const answer = { deliverable: true, fee: 1050, rule: 'REGION', units: 2300, steps: 3, split: [1050] };
      const goodsOf = { cityId: city('杭州市'), items: [kg(2.3)] };
      expect(ok(await preview({ id, ...goodsOf }))).toEqual(answer);
      expect(ok(await preview({ template: byWeight, ...goodsOf }))).toEqual(answer);
      const out = { id, cityId: city('拉萨市'), items: [kg(1)] };
      expect(ok(await preview(out))).toEqual({ deliverable: false, reason: 'NO_DELIVERY' });
    });

    it.each<readonly [name: string, body: object, path: string, message: string]>([
      ['without a template', { cityId: city('杭州市'), items: [kg(1)] }, 'id', '请选择运费模板'],
      ['for no city', { template: flat, cityId: 330_000, items: [kg(1)] }, 'cityId', '城市不存在或已隐藏'],
      [
        'without a weight',
        { template: byWeight, cityId: city('杭州市'), items: [kg(1), { qty: 1, price: 0 }] },
        'items.1.weight',
        '请填写重量',
      ],
      [
        'with invalid rules',
        {
          template: { ...flat, regionInfo: [nationwideCharge({ first: 0 })] },
          cityId: city('杭州市'),
          items: [kg(1)],
        },
        'regionInfo.0.first',
        '第 1 条：首费数量必须大于 0',
      ],
    ])('not %s', async (_name, body, path, message) => {
      expect(refusal(await preview(body))).toEqual([40000, [path, message]]);
    });

    it('not with a fee that no integer holds', async () => {
      const most = { first: 0.000001, firstPrice: 0, continue: 0.000001, continuePrice: 99_999_999 };
      const template = { ...flat, type: '3', regionInfo: [nationwideCharge(most)] };
      const items = [{ qty: 9999, volume: 999.999999, price: 0 }];
      expect(outcome(await preview({ template, cityId: city('杭州市'), items }))).toEqual([
        'U0200',
        '运费超出可计算的范围',
      ]);
    });

    it('together, as the setting says', async () => {
      const more = { continue: 1, continuePrice: 300 };
      const one = await add({ regionInfo: [nationwideCharge({ firstPrice: 1000, ...more })] });
      const other = await add({ regionInfo: [nationwideCharge({ firstPrice: 800, ...more })] });
      const order = async () =>
        ok(
          await post('previewOrder', {
            cityId: city('杭州市'),
            groups: [one, other].map((id) => ({ id, items: [{ qty: 2, price: 0 }] })),
          }),
        );
      expect(await order()).toMatchObject({
        fee: 1300 + 1100,
        combine: 'sum',
        groups: [{ id: one }, { id: other }],
      });
      await app.setSetting('trade.freight.combine', 'maxFirst');
      expect(await order()).toMatchObject({ fee: 1300 + 600, combine: 'maxFirst' });
      const twice = {
        cityId: city('杭州市'),
        groups: [one, one].map((id) => ({ id, items: [{ qty: 1, price: 0 }] })),
      };
      expect(refusal(await post('previewOrder', twice))).toEqual([40000, ['groups', '运费模板重复']]);
    });
  });

  describe('areas', () => {
    const tree = () => root.call('GET', '/sys/area/tree');
    const show = (ids: number[], isShow: boolean) =>
      root.call('PUT', '/sys/area/show', { body: { [isShow ? 'shown' : 'hidden']: ids } });
    const at = async (id: number) =>
      ok(await tree())
        .flatMap((node: { children: object[] }) => [node, ...node.children])
        .find((node: { id: number }) => node.id === id);

    it('are hidden and shown again, for this organisation', async () => {
      const before = (await tree()).headers.get('etag');
      ok(await show([city('杭州市'), province('台湾省')], false));
      expect(await at(city('杭州市'))).toMatchObject({ isShow: false, disabled: true });
      expect(await at(province('浙江省'))).toMatchObject({ isShow: true, cityNum: 10 });
      expect(await at(province('台湾省'))).toMatchObject({ isShow: false, cityNum: 0 });
      const hidden = await tree();
      expect(hidden.headers.get('etag')).not.toBe(before);
      const elsewhere = await app.signIn({ tenantId: 'elsewhere', permissions: [] });
      expect((await elsewhere.call('GET', '/sys/area/tree')).headers.get('etag')).toBe(before);
      ok(await show([province('浙江省'), province('台湾省')], true));
      expect((await tree()).headers.get('etag')).toBe(before);
    });

    it('that are hidden stay in templates that have them, and are offered to no other', async () => {
      const id = await add(charges({ region: [hangzhou] }));
      ok(await show([city('杭州市')], false));
      ok(await update(id, charges({ region: [hangzhou], firstPrice: 5 })));
      expect(refusal(await create(charges({ region: [hangzhou] })))).toEqual([
        40000,
        ['regionInfo.1.region', '第 2 条：地区不存在或已隐藏'],
      ]);
      const copied = await root.call('POST', `${base}/copy`, { query: { id: String(id) }, body: {} });
      expect((await row(ok(copied).id)).regionInfo).toEqual((await row(id)).regionInfo);
      const goodsOf = { id, cityId: city('杭州市'), items: [{ qty: 1, price: 0 }] };
      expect(refusal(await post('preview', goodsOf))).toEqual([40000, ['cityId', '城市不存在或已隐藏']]);
      ok(await show([city('杭州市')], true));
    });

    it('must exist, and changes of them are logged', async () => {
      expect(outcome(await show([330_199], false))).toEqual([40000, '地区不存在']);
      const both = { body: { shown: [330_199], hidden: [city('温州市')] } };
      expect(outcome(await root.call('PUT', '/sys/area/show', both))).toEqual([40000, '地区不存在']);
      expect(await at(city('温州市'))).toMatchObject({ isShow: true });
      ok(await root.call('PUT', '/sys/area/show', { body: {} }));
      ok(await show([city('温州市')], false));
      const { records } = ok(
        await root.call('GET', '/monitor/operlog/page', { query: { title: '显示或隐藏地区' } }),
      );
      expect(JSON.stringify(records[0])).toContain('温州市');
      ok(await show([city('温州市')], true));
    });
  });
});
