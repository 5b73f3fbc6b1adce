/** Shipping templates for tests: areas by name, and the template of the contract's examples. */
import type { AreaNode } from '../../lib/contracts/admin/calls/area.calls.ts';
import { areaTree } from '../../lib/domain/areas/area-tree.ts';
import type { FreightTemplate, Region, RegionRule } from '../../lib/kernel/freight/freight-template.ts';

export const allAreas = areaTree(new Set());

/** The id of a city. 北京市 and such are also names of provinces. */
export const city = (name: string) =>
  idOf(
    allAreas.nodes.flatMap(({ children }) => children),
    name,
  );
export const province = (name: string) => idOf(allAreas.nodes, name);

function idOf(nodes: readonly AreaNode[], name: string): number {
  const found = nodes.find((node) => node.name === name);
  if (!found) throw new Error(`no area ${name}`);
  return found.id;
}

/** A province, or these cities of it. */
export const region = (cityId: number, ...children: readonly number[]): Region => ({
  cityId,
  children: children.map((id) => ({ cityId: id })),
});

/** By weight: 10.00 for 1 kg and 5.00 per kg; cheaper in 上海 and 杭州, where goods for 99.00 are free. */
export const byWeight: FreightTemplate = {
  type: '2',
  regionInfo: [
    { region: [region(0)], first: 1, firstPrice: 1000, continue: 1, continuePrice: 500 },
    {
      region: [region(province('上海市')), region(province('浙江省'), city('杭州市'))],
      ...{ first: 1, firstPrice: 600, continue: 0.5, continuePrice: 150 },
    },
  ],
  appoint: '1',
  appointInfo: [{ region: [region(province('浙江省'), city('杭州市'))], number: 0, price: 9900 }],
  noDelivery: '1',
  noDeliveryInfo: [
    {
      region: [region(province('西藏自治区')), region(province('新疆维吾尔自治区'), city('乌鲁木齐市'))],
    },
  ],
};

/** Charges for the whole country. */
export const nationwideCharge = (numbers: Partial<RegionRule> = {}): RegionRule => ({
  region: [region(0)],
  ...{ first: 1, firstPrice: 0, continue: 0, continuePrice: 0 },
  ...numbers,
});

/** By piece, 8.00 everywhere. */
export const flat: FreightTemplate = {
  type: '1',
  regionInfo: [nationwideCharge({ firstPrice: 800 })],
  ...{ appoint: '0', appointInfo: [], noDelivery: '0', noDeliveryInfo: [] },
};
