/** Shipping of an order whose goods have several templates. */
import { feeOf, stepsBeyond } from './charge.ts';
import type { FreightTemplate } from './freight-template.ts';
import {
  chargeRule,
  type Delivered,
  type FreightItem,
  quote,
  type Undeliverable,
  unitsOfLine,
} from './quote.ts';
import { split } from './split.ts';

/**
 * `sum`: each template charges its own fee. `maxFirst`: the template with the highest first price charges its own fee;
 * the others charge all their units at their price of continuation, at most their own fee.
 */
export type FreightCombine = 'sum' | 'maxFirst';

/** The goods of one template. */
export interface FreightGroup {
  readonly template: FreightTemplate;
  readonly items: readonly FreightItem[];
}

export type OrderQuote =
  | {
      readonly deliverable: true;
      readonly fee: number;
      /** In the order of the groups. */
      readonly groups: readonly Delivered[];
    }
  | {
      /** One group that cannot be delivered stops the order. */
      readonly deliverable: false;
      readonly groups: readonly (Delivered | Undeliverable)[];
    };

/** Each template in one group at most. Throws as `quote` does. */
export function quoteOrder(groups: readonly FreightGroup[], cityId: number, how: FreightCombine): OrderQuote {
  const alone = groups.map(({ template, items }) => quote(template, cityId, items));
  const delivered = alone.filter((each): each is Delivered => each.deliverable);
  if (delivered.length < alone.length) return { deliverable: false, groups: alone };
  const charged = how === 'sum' ? delivered : withOneFirstPrice(groups, cityId, delivered);
  return { deliverable: true, fee: charged.reduce((total, { fee }) => total + fee, 0), groups: charged };
}

function withOneFirstPrice(
  groups: readonly FreightGroup[],
  cityId: number,
  alone: readonly Delivered[],
): readonly Delivered[] {
  const added = groups.map((group, at) => continued(group, cityId, alone[at]!));
  const firstPrices = groups.map(({ template }, at) =>
    alone[at]!.rule === 'FREE' ? -1 : (chargeRule(template, cityId)?.firstPrice ?? -1),
  );
  const highest = Math.max(...firstPrices);
  // Of equal first prices the one that makes the order cheapest: otherwise the order of the groups would matter.
  const saving = (at: number) => alone[at]!.fee - added[at]!.fee;
  const top = firstPrices
    .flatMap((price, at) => (price === highest ? [at] : []))
    .reduce((best, at) => (saving(at) < saving(best) ? at : best));
  return alone.map((own, at) => (at === top ? own : added[at]!));
}

/** A group that is charged beside another one. */
function continued({ template, items }: FreightGroup, cityId: number, own: Delivered): Delivered {
  const rule = own.rule === 'FREE' ? undefined : chargeRule(template, cityId);
  if (!rule) return own;
  const steps = stepsBeyond(0, template.type, rule, own.units);
  const fee = feeOf(0, steps, rule);
  if (fee >= own.fee) return own;
  const weights = items.map((item, line) => unitsOfLine(template.type, item, line));
  return { ...own, fee, steps, split: split(fee, weights) };
}
