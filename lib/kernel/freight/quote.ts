/** What shipping costs. Integers only: fen, and pieces, grams or cm³. */
import { feeOf, firstUnits, stepsBeyond } from './charge.ts';
import { type FreightTemplate, nationwide, type RegionRule } from './freight-template.ts';
import { mostSpecific, specificity } from './most-specific.ts';
import { split } from './split.ts';
import { toUnits } from './units.ts';

/** One line of an order: pieces, and the amounts and the price of one. */
export interface FreightItem {
  readonly qty: number;
  /** kg; required for templates by weight. */
  readonly weight?: number | undefined;
  /** m³; required for templates by volume. */
  readonly volume?: number | undefined;
  /** fen. */
  readonly price: number;
}

export interface Delivered {
  readonly deliverable: true;
  /** fen. */
  readonly fee: number;
  /** FREE: a free rule. REGION: the rule of a region. DEFAULT: that of the whole country. */
  readonly rule: 'FREE' | 'REGION' | 'DEFAULT';
  /** Pieces, grams or cm³. */
  readonly units: number;
  /** How often `continuePrice` is charged. */
  readonly steps: number;
  /** The fee of each line, in their order. */
  readonly split: readonly number[];
}

export interface Undeliverable {
  readonly deliverable: false;
  /** NO_DELIVERY: excluded. NO_RULE: no charge rule covers the city. */
  readonly reason: 'NO_DELIVERY' | 'NO_RULE';
}

export type FreightQuote = Delivered | Undeliverable;

/** A line lacks the weight or volume that the template counts, or it has too many decimal places. */
export class MissingAmountError extends Error {
  /** From 0. */
  readonly line: number;
  constructor(line: number) {
    super(`line ${line} has no amount`);
    this.line = line;
  }
}

/** The charge rule for a city; undefined if the city is excluded or no rule covers it. */
export function chargeRule(template: FreightTemplate, cityId: number): RegionRule | undefined {
  return isExcluded(template, cityId) ? undefined : mostSpecific(template.regionInfo, cityId);
}

/** The fee for goods of one template. Throws `MissingAmountError`, and RangeError for a fee that is no safe integer. */
export function quote(
  template: FreightTemplate,
  cityId: number,
  items: readonly FreightItem[],
): FreightQuote {
  const { type } = template;
  const lines = items.map((item, line) => unitsOfLine(type, item, line));
  const units = sum(lines);
  const amount = sum(items.map(({ qty, price }) => qty * price));
  if (isExcluded(template, cityId)) return { deliverable: false, reason: 'NO_DELIVERY' };
  if (isFree(template, cityId, units, amount))
    return { deliverable: true, fee: 0, rule: 'FREE', units, steps: 0, split: lines.map(() => 0) };
  const rule = mostSpecific(template.regionInfo, cityId);
  if (!rule) return { deliverable: false, reason: 'NO_RULE' };
  const steps = stepsBeyond(firstUnits(type, rule), type, rule, units);
  const fee = feeOf(rule.firstPrice, steps, rule);
  return { deliverable: true, fee, rule: nameOf(rule), units, steps, split: split(fee, lines) };
}

/** Units of all pieces of a line. Throws `MissingAmountError`. */
export function unitsOfLine(type: FreightTemplate['type'], item: FreightItem, line: number): number {
  if (type === '1') return item.qty;
  const amount = type === '2' ? item.weight : item.volume;
  const units = amount === undefined ? null : toUnits(type, amount);
  if (units === null) throw new MissingAmountError(line);
  return item.qty * units;
}

function isExcluded({ noDelivery, noDeliveryInfo }: FreightTemplate, cityId: number): boolean {
  return noDelivery === '1' && noDeliveryInfo.some((places) => specificity(places, cityId) > 0);
}

/** Only the free rule for the most specific region counts, whether its conditions are met or not. */
function isFree(template: FreightTemplate, cityId: number, units: number, amount: number): boolean {
  const { type, appoint, appointInfo } = template;
  const rule = appoint === '1' ? mostSpecific(appointInfo, cityId) : undefined;
  if (!rule) return false;
  const fromUnits = toUnits(type, rule.number);
  return fromUnits !== null && units >= fromUnits && amount >= rule.price;
}

const nameOf = ({ region }: RegionRule) =>
  region.some(({ cityId }) => cityId === nationwide) ? 'DEFAULT' : 'REGION';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
