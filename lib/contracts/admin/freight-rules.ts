/**
 * What the rules of a shipping template must satisfy besides their shape. Used by the server, which has the last word,
 * and by the form.
 */

import type { LocalText } from '../../i18n/translate.ts';
import {
  type FreeRule,
  type FreightTemplate,
  type FreightType,
  nationwide,
  type Places,
  type RegionRule,
} from '../../kernel/freight/freight-template.ts';
import { decimalsOf, toUnits } from '../../kernel/freight/units.ts';

/** fen. */
export const maxFreightPrice = 99_999_999;
export const maxFreightRules = 100;

/** The largest amount of each type, in pieces, kg or m³. */
export const maxFreightAmount: Readonly<Record<FreightType, number>> = {
  '1': 999_999,
  '2': 9999.999,
  '3': 999.999999,
};

/** Names of areas that may be used, by id. */
export type AreaNames = ReadonlyMap<number, string>;

export interface RuleProblem {
  /** `regionInfo.2.first`, `appointInfo.0.region`, or a list as a whole: `appointInfo`. */
  readonly path: string;
  readonly message: LocalText;
}

type Rules = Pick<
  FreightTemplate,
  'type' | 'regionInfo' | 'appoint' | 'appointInfo' | 'noDelivery' | 'noDeliveryInfo'
>;

const nationwideName: LocalText = { 'zh-CN': '默认全国', 'en-US': 'Nationwide' };
/** As stored. */
export const nationwideRegion = nationwideName['zh-CN'];

/** All problems of a template whose values have the right types. */
export function freightProblems(rules: Rules, names: AreaNames): readonly RuleProblem[] {
  const { type, regionInfo, appoint, appointInfo, noDelivery, noDeliveryInfo } = rules;
  return [
    ...nationwideProblems(regionInfo),
    ...regionInfo.flatMap((rule, at) => chargeProblems(type, rule, at)),
    ...placesProblems('regionInfo', regionInfo, names),
    ...(appoint === '1' ? freeProblems(type, appointInfo, names) : []),
    ...(noDelivery === '1' ? excludedProblems(noDeliveryInfo, names) : []),
  ];
}

function nationwideProblems(rules: readonly RegionRule[]): RuleProblem[] {
  const isNationwide = ({ region }: Places) => region.some(({ cityId }) => cityId === nationwide);
  const [first, ...others] = rules;
  const isRight = first && first.region.length === 1 && isNationwide(first) && !others.some(isNationwide);
  if (isRight) return [];
  return [
    problem(
      'regionInfo',
      '第一条运费必须是默认全国，且只有一条',
      'The first charge must be nationwide, and no other may be',
    ),
  ];
}

function chargeProblems(type: FreightType, rule: RegionRule, at: number): RuleProblem[] {
  const path = (name: string) => `regionInfo.${at}.${name}`;
  const problems = [
    ...amountProblems(type, rule.first, true, path('first'), ['首费数量', 'the first amount'], at),
    ...priceProblems(rule.firstPrice, path('firstPrice'), ['首费', 'the first price'], at),
    ...amountProblems(type, rule.continue, false, path('continue'), ['续费数量', 'the further amount'], at),
    ...priceProblems(rule.continuePrice, path('continuePrice'), ['续费', 'the further price'], at),
  ];
  if (rule.continue === 0 && rule.continuePrice !== 0)
    problems.push(
      of(
        path('continuePrice'),
        at,
        '续费数量为 0 时续费必须为 0',
        'without a further amount, the further price must be 0',
      ),
    );
  return problems;
}

function freeProblems(type: FreightType, rules: readonly FreeRule[], names: AreaNames): RuleProblem[] {
  if (rules.length === 0)
    return [problem('appointInfo', '请指定包邮地区', 'Select the regions with free shipping')];
  return [
    ...rules.flatMap((rule, at) => [
      ...amountProblems(type, rule.number, false, `appointInfo.${at}.number`, ['包邮数量', 'the amount'], at),
      ...priceProblems(rule.price, `appointInfo.${at}.price`, ['包邮金额', 'the amount of the goods'], at),
    ]),
    ...placesProblems('appointInfo', rules, names),
  ];
}

function excludedProblems(rules: readonly Places[], names: AreaNames): RuleProblem[] {
  if (rules.length === 0)
    return [problem('noDeliveryInfo', '请指定不配送地区', 'Select the regions without delivery')];
  return placesProblems('noDeliveryInfo', rules, names);
}

/** Each rule has regions that exist, and each city and each whole province is in one rule of its list at most. */
function placesProblems(list: string, rules: readonly Places[], names: AreaNames): RuleProblem[] {
  const seen = new Set<number>();
  return rules.flatMap(({ region }, at): RuleProblem[] => {
    const path = `${list}.${at}.region`;
    const isFirst = list === 'regionInfo' && at === 0;
    if (isFirst) return [];
    if (region.length === 0) return [of(path, at, '请选择地区', 'select its regions')];
    return region.flatMap(({ cityId, children }) => {
      const ids = children.length > 0 ? children.map((city) => city.cityId) : [cityId];
      const isKnown =
        isProvince(cityId) && names.has(cityId) && ids.every((id) => names.has(id) && belongs(id, cityId));
      if (!isKnown) return [of(path, at, '地区不存在或已隐藏', 'a region does not exist or is hidden')];
      const again = ids.filter((id) => seen.has(id) || !seen.add(id));
      return again.map((id) =>
        problem(path, `${names.get(id)} 重复设置`, `${names.get(id)} is in more than one rule`),
      );
    });
  });
}

const isProvince = (id: number) => id % 10_000 === 0;
const belongs = (id: number, provinceId: number) => id - (id % 10_000) === provinceId;

type Label = readonly [zh: string, en: string];

function amountProblems(
  type: FreightType,
  amount: unknown,
  isPositive: boolean,
  path: string,
  [zh, en]: Label,
  at: number,
): RuleProblem[] {
  if (typeof amount !== 'number') return [of(path, at, `请填写${zh}`, `enter ${en}`)];
  const units = toUnits(type, amount);
  const places = decimalsOf[type];
  if (units === null)
    return places === 0
      ? [of(path, at, `${zh}必须是不小于 0 的整数`, `${en} must be a whole number from 0`)]
      : [
          of(
            path,
            at,
            `${zh}不能小于 0，最多 ${places} 位小数`,
            `${en} must be from 0, with at most ${places} decimals`,
          ),
        ];
  if (isPositive && units === 0) return [of(path, at, `${zh}必须大于 0`, `${en} must be more than 0`)];
  const max = maxFreightAmount[type];
  return amount > max ? [of(path, at, `${zh}不能大于 ${max}`, `${en} must be at most ${max}`)] : [];
}

function priceProblems(price: unknown, path: string, [zh, en]: Label, at: number): RuleProblem[] {
  if (typeof price !== 'number') return [of(path, at, `请填写${zh}`, `enter ${en}`)];
  const isPrice = Number.isInteger(price) && price >= 0 && price <= maxFreightPrice;
  return isPrice
    ? []
    : [of(path, at, `${zh}应在 0 到 999999.99 元之间`, `${en} must be between 0 and 999999.99 yuan`)];
}

/** A problem of one rule; forms show it at its input, and messages name the rule. */
const of = (path: string, at: number, zh: string, en: string): RuleProblem =>
  problem(path, `第 ${at + 1} 条：${zh}`, `Rule ${at + 1}: ${en}`);

const problem = (path: string, zh: string, en: string): RuleProblem => ({
  path,
  message: { 'zh-CN': zh, 'en-US': en },
});
