/** The rules in the values of the form, where numbers may still be missing. */
import type { zbShippingTemplates } from '../../../../lib/contracts/admin/resources/zb-shipping-templates.resource.ts';
import type {
  FreeRule,
  FreightTemplate,
  FreightType,
  Places,
  RegionRule,
} from '../../../../lib/kernel/freight/freight-template.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import type { AreaNode } from '../../session/session-types.ts';
import { citiesIn } from '../parts/city-sets.ts';

export type FreightForm = FormExtraProps<typeof zbShippingTemplates>;

/** Numbers that are not entered yet are null. */
const missing = null as unknown as number;

export const newCharge: RegionRule = {
  region: [],
  ...{ first: missing, firstPrice: missing, continue: 0, continuePrice: 0 },
};
export const nationwideCharge: RegionRule = { ...newCharge, region: [{ cityId: 0, children: [] }] };
export const newFreeRule: FreeRule = { region: [], number: 0, price: 0 };

/** The values of the form as a template. Its numbers may be invalid. */
export function templateIn(values: FreightForm['values']): FreightTemplate {
  const { type, regionInfo, appoint, appointInfo, noDelivery, noDeliveryInfo } = values;
  return {
    type: typeIn(type),
    regionInfo: listIn<RegionRule>(regionInfo),
    appoint: appoint === '1' ? '1' : '0',
    appointInfo: listIn<FreeRule>(appointInfo),
    noDelivery: noDelivery === '1' ? '1' : '0',
    noDeliveryInfo: listIn<Places>(noDeliveryInfo),
  };
}

const typeIn = (type: unknown): FreightType => (type === '2' || type === '3' ? type : '1');
const listIn = <Each>(value: unknown): readonly Each[] => (Array.isArray(value) ? value : []);

/** Pieces, kg and m³ are different numbers, so a change of the type empties all amounts. */
export function withoutAmounts(form: FreightForm): void {
  const { regionInfo, appointInfo } = templateIn(form.values);
  form.set(
    'regionInfo',
    regionInfo.map((rule) => ({
      ...rule,
      first: missing,
      // 0 means the same in every unit: no continuation.
      continue: rule.continue === 0 ? 0 : missing,
    })),
  );
  form.set(
    'appointInfo',
    appointInfo.map((rule) => ({ ...rule, number: rule.number === 0 ? 0 : missing })),
  );
}

/** Names, for problems, of the areas that a rule may contain: those that are shown, and those that the stored row has. */
export function usableNames(
  provinces: readonly AreaNode[],
  row: FreightForm['row'],
  nameOf: (area: AreaNode) => string,
): ReadonlyMap<number, string> {
  const stored = templateIn(row ?? {});
  const kept = new Set(
    [...stored.regionInfo, ...stored.appointInfo, ...stored.noDeliveryInfo].flatMap(({ region }) =>
      region.flatMap(({ cityId, children }) => [cityId, ...children.map((city) => city.cityId)]),
    ),
  );
  return new Map(
    [...provinces, ...citiesIn(provinces)]
      .filter(({ id, isShow }) => isShow || kept.has(id))
      .map((area) => [area.id, nameOf(area)]),
  );
}
