/** Checks and completes what a client sends as the rules of a shipping template. */
import type { z } from 'zod';
import { type AreaNames, freightProblems, nationwideRegion } from '../../contracts/admin/freight-rules.ts';
import { freightShapes } from '../../contracts/admin/freight-shape.ts';
import type { LocalText } from '../../i18n/translate.ts';
import {
  type FreightTemplate,
  nationwide,
  type Places,
  type Region,
} from '../../kernel/freight/freight-template.ts';
import type { AreaTree } from '../areas/area-tree.ts';
import { invalid, type LocalFieldError } from '../errors/admin-error.ts';

/** What is not yet known to be the rules of a template. */
export type SentRules = Pick<FreightTemplate, 'type' | 'appoint' | 'noDelivery'> & {
  readonly regionInfo: unknown;
  readonly appointInfo: unknown;
  readonly noDeliveryInfo: unknown;
};

const wrongShape: LocalText = { 'zh-CN': '格式不正确', 'en-US': 'Invalid format' };

/**
 * The rules with the names of their regions. `kept`: ids that may stay although they are hidden. Throws 40000 with the
 * path of each problem.
 */
export function checkedRules(sent: SentRules, areas: AreaTree, kept: ReadonlySet<number>): FreightTemplate {
  const { type, appoint, noDelivery } = sent;
  const rules = {
    ...{ type, appoint, noDelivery },
    regionInfo: shaped('regionInfo', sent.regionInfo),
    // Always replaced as a whole, and emptied with the switch.
    appointInfo: appoint === '1' ? shaped('appointInfo', sent.appointInfo) : [],
    noDeliveryInfo: noDelivery === '1' ? shaped('noDeliveryInfo', sent.noDeliveryInfo) : [],
  };
  const problems = freightProblems(rules, usableNames(areas, kept));
  throwIfAny(problems);
  const names = namesOf(areas);
  const named = <Rule extends Places>(rule: Rule): Rule => ({ ...rule, ...withNames(rule.region, names) });
  return {
    ...rules,
    regionInfo: rules.regionInfo.map(named),
    appointInfo: rules.appointInfo.map(named),
    noDeliveryInfo: rules.noDeliveryInfo.map(named),
  };
}

function shaped<Name extends keyof typeof freightShapes>(
  name: Name,
  sent: unknown,
): z.output<(typeof freightShapes)[Name]> {
  const parsed = freightShapes[name].safeParse(sent ?? []);
  if (!parsed.success)
    throwIfAny(
      parsed.error.issues.map(({ path }) => ({ path: [name, ...path].join('.'), message: wrongShape })),
    );
  return parsed.data as z.output<(typeof freightShapes)[Name]>;
}

function throwIfAny(problems: readonly LocalFieldError[]): void {
  const [first, ...others] = problems;
  if (first) throw invalid([first, ...others]);
}

/** Ids of all regions of a template. */
export function areaIdsOf({ regionInfo, appointInfo, noDeliveryInfo }: FreightTemplate): ReadonlySet<number> {
  const regions = [...regionInfo, ...appointInfo, ...noDeliveryInfo].flatMap(({ region }) => region);
  return new Set(regions.flatMap(({ cityId, children }) => [cityId, ...children.map((city) => city.cityId)]));
}

function namesOf({ nodes }: AreaTree): AreaNames {
  return new Map(nodes.flatMap((node) => [node, ...node.children]).map(({ id, name }) => [id, name]));
}

function usableNames({ nodes }: AreaTree, kept: ReadonlySet<number>): AreaNames {
  const usable = nodes
    .flatMap((node) => [node, ...node.children])
    .filter(({ id, isShow }) => isShow || kept.has(id));
  return new Map(usable.map(({ id, name }) => [id, name]));
}

/** In the order of their ids, so that the same regions are always the same text. */
function withNames(regions: readonly Region[], names: AreaNames): Required<Places> {
  const named = <Each extends { readonly cityId: number }>(each: Each) => ({
    ...each,
    name: each.cityId === nationwide ? nationwideRegion : (names.get(each.cityId) ?? ''),
  });
  const byId = (one: { readonly cityId: number }, other: { readonly cityId: number }) =>
    one.cityId - other.cityId;
  const region = regions
    .map((each) => ({ ...named(each), children: each.children.map(named).toSorted(byId) }))
    .toSorted(byId);
  const regionName = region
    .flatMap(({ name, children }) => (children.length > 0 ? children.map((city) => city.name) : [name]))
    .join('、');
  return { region, regionName };
}
