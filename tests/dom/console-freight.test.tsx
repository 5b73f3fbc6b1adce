/** The form of shipping templates: regions, numbers, preview and coverage. */

import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { language } from '../../app/_console/text/language.ts';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';
import { allAreas } from '../kit/freight.ts';

const { default: FreightFormPage } = await import('../../app/_console/pages/freight/freight-form-page.tsx');
const { default: OrderQuote } = await import('../../app/_console/pages/freight/order-quote.tsx');
const { default: AreaPage } = await import('../../app/_console/pages/area/area-page.tsx');

/** Few, because jsdom computes the name of each element of a role. */
const names = ['北京市', '天津市', '上海市', '江苏省', '浙江省', '西藏自治区', '澳门特别行政区'];
const provinces = allAreas.nodes.filter(({ name }) => names.includes(name));
const create = 'POST /zb/shipping-templates/create';

beforeEach(() => {
  server.on('GET /system/dict/data/types', () => ({ zb_freight_type: types }));
  server.on('GET /system/dict/data/type/zb_freight_type', () => types);
});
afterEach(leavePages);

const types = ['件数', '重量', '体积'].map((name, at) => ({
  ...{ dictLabel: `按${name}`, dictValue: String(at + 1), listClass: 'default', cssClass: null },
  isDefault: at === 0 ? 'Y' : 'N',
}));
const open = async (query = '') => {
  const view = showConsolePage(<FreightFormPage />, { query, cities: provinces });
  await page.findByRole('group', { name: /^(?:运费|Charges)$/ });
  return view;
};
const press = (name: string | RegExp, inside: HTMLElement = document.body) =>
  fireEvent.click(within(inside).getByRole('button', { name }));
const group = (name: string, inside: HTMLElement = document.body) =>
  within(inside).getByRole('group', { name });
const type = (label: string, value: string, inside: HTMLElement = document.body) =>
  fireEvent.change(within(inside).getByLabelText(label), { target: { value } });
const rule = (number: number) => group(`第 ${number} 条`, group('运费'));
const checkbox = (name: string) =>
  within(page.getByRole('dialog')).getByRole<HTMLInputElement>('checkbox', { name });
const key = (element: Element, name: string) => fireEvent.keyDown(element, { key: name });

/** Adds a rule, and selects these provinces for it. */
async function addRule(number: number, ...chosen: readonly string[]): Promise<void> {
  press('添加地区运费');
  press(`选择地区：第 ${number} 条`);
  await page.findByRole('dialog');
  for (const name of chosen) fireEvent.click(checkbox(name));
  press('确定', page.getByRole('dialog'));
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
}

describe('the regions of a rule', () => {
  const grid = () => within(page.getByRole('dialog'));

  it('are provinces with the number of selected cities, all, some or none of them', async () => {
    await open();
    press('添加地区运费');
    press('选择地区：第 2 条');
    const zhejiang = await grid().findByRole<HTMLInputElement>('checkbox', { name: '浙江省 (0/11)' });
    key(zhejiang, 'Enter');
    fireEvent.click(checkbox('杭州市'));
    expect(checkbox('浙江省 (1/11)').indeterminate).toBe(true);
    fireEvent.click(checkbox('浙江省 (1/11)'));
    expect(checkbox('浙江省 (11/11)')).toMatchObject({ checked: true, indeterminate: false });
    fireEvent.click(checkbox('浙江省 (11/11)'));
    expect(checkbox('浙江省 (0/11)')).toMatchObject({ checked: false, indeterminate: false });
    press('全选', page.getByRole('dialog'));
    grid().getByText('已选 35 / 35 个城市');
    press('清空', page.getByRole('dialog'));
    grid().getByText('已选 0 / 35 个城市');
  });

  it('are reached with the keyboard: one Tab stop, arrows, Home and End, Enter and Escape', async () => {
    await open();
    press('添加地区运费');
    press('选择地区：第 2 条');
    const beijing = await grid().findByRole('checkbox', { name: '北京市 (0/1)' });
    const stops = () =>
      grid()
        .getAllByRole('checkbox')
        .filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toEqual([beijing]);
    beijing.focus();
    key(beijing, 'ArrowRight');
    expect(document.activeElement).toBe(checkbox('天津市 (0/1)'));
    expect(stops()).toEqual([checkbox('天津市 (0/1)')]);
    key(checkbox('天津市 (0/1)'), 'ArrowLeft');
    expect(document.activeElement).toBe(beijing);
    key(beijing, 'End');
    const macao = checkbox('澳门特别行政区 (0/1)');
    expect(document.activeElement).toBe(macao);
    key(macao, 'Home');
    key(beijing, 'Enter');
    const cities = within(page.getByRole('dialog')).getByRole('group', { name: '北京市的城市' });
    const only = within(cities).getByRole('checkbox', { name: '北京市' });
    only.focus();
    key(only, 'Escape');
    expect(page.queryByRole('group', { name: '北京市的城市' })).toBeNull();
    expect(document.activeElement).toBe(beijing);
    grid().getByText('已选 0 / 35 个城市');
  });

  it('have names in the language of the page', async () => {
    language.set('en-US');
    try {
      await open();
      press('Add a rule for regions');
      press('Select regions: Rule 2');
      const zhejiang = await grid().findByRole('checkbox', { name: 'Zhejiang (0/11)' });
      key(zhejiang, 'Enter');
      fireEvent.click(checkbox('Hangzhou'));
      checkbox('Zhejiang (1/11)');
      const cities = within(page.getByRole('dialog')).getByRole('group', { name: 'Cities of Zhejiang' });
      const names = within(cities)
        .getAllByRole('checkbox')
        .map((each) => each.closest('[class*="choice"]')?.textContent);
      expect(names.filter((name) => /\p{Script=Han}/u.test(name ?? ''))).toEqual([]);
    } finally {
      language.set('zh-CN');
    }
  });

  it('that another rule has cannot be selected, and say which', async () => {
    await open();
    await addRule(2, '浙江省 (0/11)');
    press('添加地区运费');
    press('选择地区：第 3 条');
    const taken = await grid().findByRole<HTMLInputElement>('checkbox', { name: '浙江省 (0/11)' });
    expect(taken.disabled).toBe(true);
    fireEvent.mouseEnter(taken.closest('[class*="choice"]') ?? taken);
    await page.findByText('已用于第 2 条：浙江省');
    press('浙江省的城市', page.getByRole('dialog'));
    expect(checkbox('杭州市（第 2 条）').disabled).toBe(true);
    press('全选', page.getByRole('dialog'));
    grid().getByText('已选 24 / 35 个城市');
  });
});

describe('a new template', () => {
  it('is sent with the country first, prices in fen and whole provinces', async () => {
    server.on(create, () => ({ id: 5 }));
    const view = await open();
    fireEvent.change(page.getByRole('textbox', { name: /^模板名称/ }), { target: { value: '华东' } });
    fireEvent.click(await page.findByLabelText('按重量'));
    type('首重（kg）', '1', rule(1));
    type('首费（元）', '10', rule(1));
    type('续重（kg）', '1', rule(1));
    type('续费（元）', '5.00', rule(1));
    await addRule(2, '上海市 (0/1)');
    type('首重（kg）', '0.5', rule(2));
    type('首费（元）', '6', rule(2));
    expect(view.isUnsaved()).toBe(true);
    press('保存');
    await waitFor(() => expect(server.to(create)).toHaveLength(1));
    expect(server.to(create)[0]?.body).toMatchObject({
      name: '华东',
      type: '2',
      regionInfo: [
        { region: [{ cityId: 0 }], first: 1, firstPrice: 1000, continue: 1, continuePrice: 500 },
        {
          region: [{ cityId: 310_000, children: [] }],
          ...{ first: 0.5, firstPrice: 600, continue: 0, continuePrice: 0 },
        },
      ],
      appoint: '0',
      noDelivery: '0',
    });
    await waitFor(() => expect(view.opened).toEqual(['/mall/shippingTemplates']));
  });

  it('loses its amounts when it charges by something else', async () => {
    await open();
    type('首件（件）', '3', rule(1));
    type('首费（元）', '8', rule(1));
    fireEvent.click(await page.findByLabelText('按体积'));
    expect(within(rule(1)).getByLabelText<HTMLInputElement>('首体积（m³）').value).toBe('');
    expect(within(rule(1)).getByLabelText<HTMLInputElement>('首费（元）').value).toBe('8');
  });

  it('shows what is wrong at the input that was left', async () => {
    await open();
    const first = within(rule(1)).getByLabelText('首件（件）');
    fireEvent.change(first, { target: { value: '1.5' } });
    expect(page.queryByText(/必须是不小于 0 的整数/)).toBeNull();
    fireEvent.blur(first);
    await page.findByText('第 1 条：首费数量必须是不小于 0 的整数');
    fireEvent.change(first, { target: { value: '2' } });
    expect(page.queryByText(/必须是不小于 0 的整数/)).toBeNull();
  });

  it('shows the errors of the server at their lists', async () => {
    const { ApiError } = await import('../../app/_console/api/api-error.ts');
    const message = '第 2 条：请选择地区';
    server.on(
      create,
      () => new ApiError('40000', message, { errors: [{ path: 'regionInfo.1.region', message }] }),
    );
    await open();
    fireEvent.change(page.getByRole('textbox', { name: /^模板名称/ }), { target: { value: '华东' } });
    type('首件（件）', '1', rule(1));
    type('首费（元）', '8', rule(1));
    press('添加地区运费');
    press('保存');
    await waitFor(() => expect(page.getAllByText(message).length).toBeGreaterThan(0));
    within(rule(2)).getByText('第 2 条：请填写首费数量');
  });
});

describe('the preview', () => {
  const preview = () => page.getByRole('region', { name: '运费试算' });

  it('calculates while the form is filled in, and divides the fee', async () => {
    await open();
    within(preview()).getByText('填写收货城市、商品和运费后显示结果');
    type('首件（件）', '2', rule(1));
    type('首费（元）', '8', rule(1));
    type('续件（件）', '3', rule(1));
    type('续费（元）', '2', rule(1));
    fireEvent.click(within(preview()).getByRole('combobox', { name: '收货城市' }));
    fireEvent.click(await page.findByRole('option', { name: '杭州市' }));
    within(preview()).getByText('¥8.00');
    within(preview()).getByText('按默认全国运费');
    type('数量（件）', '5', preview());
    within(preview()).getByText('¥10.00');
    within(preview()).getByText('计费数量 5 件，续费 1 次');
    press('添加商品', preview());
    within(preview()).getByText('¥12.00');
    within(preview()).getByText('商品 1 分摊 ¥10.00');
    within(preview()).getByText('商品 2 分摊 ¥2.00');
    expect(server.calls.filter(({ path }) => path.includes('preview'))).toEqual([]);
  });

  it('offers the cities in the language of the page', async () => {
    language.set('en-US');
    try {
      await open();
      const preview = page.getByRole('region', { name: 'Calculate shipping' });
      fireEvent.click(within(preview).getByRole('combobox', { name: 'City of the receiver' }));
      await page.findByRole('option', { name: 'Hangzhou' });
    } finally {
      language.set('zh-CN');
    }
  });

  it('counts the covered cities, and draws full, partial and no delivery differently', async () => {
    await open();
    within(preview()).getByText('已覆盖 35/35 城市');
    const tile = (name: string) => within(preview()).getByTitle(name).dataset.covered;
    expect(tile('浙江省 11/11')).toBe('full');
    fireEvent.click(page.getByLabelText('不配送地区'));
    press(/^选择地区/, group('不配送的地区'));
    await page.findByRole('dialog');
    fireEvent.click(checkbox('西藏自治区 (0/7)'));
    key(checkbox('浙江省 (0/11)'), 'Enter');
    fireEvent.click(checkbox('杭州市'));
    press('确定', page.getByRole('dialog'));
    await within(preview()).findByText('已覆盖 27/35 城市');
    expect([tile('西藏自治区 0/7'), tile('浙江省 10/11'), tile('江苏省 13/13')]).toEqual([
      'none',
      'partly',
      'full',
    ]);
    within(preview()).getByText('部分配送');
  });
});

describe('the page of areas', () => {
  it('sends what is hidden and what is shown again', async () => {
    const call = 'PUT /sys/area/show';
    server.on(call, () => null);
    const { areaTree } = await import('../../lib/domain/areas/area-tree.ts');
    showConsolePage(<AreaPage />, { cities: areaTree(new Set([310_100])).nodes });
    fireEvent.click(page.getByRole('checkbox', { name: '台湾省 (1/1)' }));
    fireEvent.click(page.getByRole('checkbox', { name: '上海市 (0/1)' }));
    press('保存');
    await waitFor(() => expect(server.cityReloads).toBe(1));
    expect(server.to(call).map(({ body }) => body)).toEqual([{ shown: [310_100], hidden: [710_100] }]);
  });
});

describe('the grid of provinces', () => {
  it('has one Tab stop, also if its first province is hidden', async () => {
    const { areaTree } = await import('../../lib/domain/areas/area-tree.ts');
    const { ProvinceGrid } = await import('../../app/_console/pages/parts/province-grid.tsx');
    const { nodes } = areaTree(new Set([110_100]));
    showConsolePage(<ProvinceGrid label="地区" provinces={nodes} selected={new Set()} onChange={() => {}} />);
    expect(page.queryByRole('checkbox', { name: /^北京市/ })).toBeNull();
    const stops = page.getAllByRole('checkbox').filter(({ tabIndex }) => tabIndex === 0);
    expect(stops).toEqual([page.getByRole('checkbox', { name: /^天津市/ })]);
  });

  it('can be reached with the keyboard if its first province is taken', async () => {
    const { ProvinceGrid } = await import('../../app/_console/pages/parts/province-grid.tsx');
    const taken = new Map(
      (provinces[0]?.children ?? []).map(({ id }) => [id, { short: '第 2 条', full: '' }]),
    );
    showConsolePage(
      <ProvinceGrid
        {...{ label: '地区', provinces, taken }}
        selected={new Set()}
        onChange={() => undefined}
      />,
    );
    const stop = page.getByRole<HTMLInputElement>('checkbox', { name: /^天津市/ });
    expect([stop.tabIndex, stop.disabled]).toEqual([0, false]);
  });
});

describe('shipping of an order', () => {
  it('is that of the goods that are shown, when they change before the answer', async () => {
    let answer = (_: unknown): void => undefined;
    server.on('GET /zb/shipping-templates/options', () => [
      { id: 3, title: '江浙沪', fields: { type: '1' } },
    ]);
    server.on('POST /zb/shipping-templates/previewOrder', () => {
      const asked = new Promise((resolve) => {
        answer = resolve;
      });
      return asked;
    });
    showConsolePage(<OrderQuote onClose={() => undefined} />, { cities: provinces });
    const drawer = await page.findByRole('dialog', { name: '订单运费试算' });
    fireEvent.click(await within(drawer).findByRole('combobox', { name: '收货城市' }));
    fireEvent.click(await page.findByRole('option', { name: '杭州市' }));
    fireEvent.click(within(drawer).getByRole('combobox', { name: '运费模板' }));
    fireEvent.click(await page.findByRole('option', { name: '江浙沪' }));
    press('计算', drawer);
    type('数量（件）', '5', drawer);
    answer({ deliverable: true, fee: 800, combine: 'sum', groups: [] });
    await waitFor(() => expect(within(drawer).getByRole('button', { name: '计算' })).toBeEnabled());
    expect(within(drawer).getByRole('status')).toBeEmptyDOMElement();
  });
});
