/** Shipping templates in the console. */
import type { Transaction } from 'kysely';
import { fieldText } from '../../contracts/admin/field-schema.ts';
import { zbShippingTemplates } from '../../contracts/admin/resources/zb-shipping-templates.resource.ts';
import type { RowOf, UpdateOf } from '../../contracts/admin/row-types.ts';
import { contains } from '../../db/contains.ts';
import type { Database } from '../../db/schema.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { type FreightGroup, type OrderQuote, quoteOrder } from '../../kernel/freight/combine.ts';
import type { FreightTemplate, FreightType } from '../../kernel/freight/freight-template.ts';
import {
  type FreightItem,
  type FreightQuote,
  MissingAmountError,
  quote,
} from '../../kernel/freight/quote.ts';
import type { Areas } from '../areas/areas.ts';
import { invalid, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { Change, ServerResource } from '../resource/server-resource.ts';
import { type TableService, tableService } from '../resource/table-service.ts';
import type { Settings } from '../settings/settings.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { areaIdsOf, checkedRules, type SentRules } from './template-rules.ts';

type Definition = typeof zbShippingTemplates;
type Template = RowOf<Definition>;

/** Goods, or whatever else refers to templates. */
export interface FreightUses {
  /** Number of uses by template id; ids without uses may be absent. */
  count(
    transaction: Transaction<Database> | null,
    scope: TenantScope,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, number>>;
}

export interface FreightDeps extends ResourceDeps {
  readonly areas: Areas;
  readonly settings: Pick<Settings, 'get'>;
  readonly uses: readonly FreightUses[];
}

export interface FreightService {
  readonly templates: TableService<Definition>;
  /** A new template with the same rules. */
  copy(call: CallContext, id: number): Promise<{ id: number }>;
  preview(
    call: CallContext,
    wanted: {
      readonly id?: number | undefined;
      readonly template?: SentRules | undefined;
      readonly cityId: number;
      readonly items: readonly FreightItem[];
    },
  ): Promise<FreightQuote>;
  previewOrder(
    call: CallContext,
    wanted: {
      readonly cityId: number;
      readonly groups: readonly { readonly id: number; readonly items: readonly FreightItem[] }[];
    },
  ): Promise<OrderPreview>;
}

interface OrderPreview {
  readonly deliverable: boolean;
  readonly fee: number | null;
  readonly combine: 'sum' | 'maxFirst';
  readonly groups: { readonly id: number; readonly name: string; readonly quote: FreightQuote }[];
}

const texts = {
  inUse: {
    'zh-CN': '运费模板已被商品使用，不能删除',
    'en-US': 'The shipping template is used by goods and cannot be deleted',
  },
  typeInUse: {
    'zh-CN': '运费模板已被商品使用，不能更改计费方式',
    'en-US': 'The shipping template is used by goods, so how it charges cannot be changed',
  },
  enterAgain: {
    'zh-CN': '更改计费方式后须重新填写',
    'en-US': 'Enter this again after changing how the template charges',
  },
  noCity: { 'zh-CN': '城市不存在或已隐藏', 'en-US': 'The city does not exist or is hidden' },
  which: { 'zh-CN': '请选择运费模板', 'en-US': 'Select a shipping template' },
  twice: { 'zh-CN': '运费模板重复', 'en-US': 'The shipping template is given twice' },
  weight: { 'zh-CN': '请填写重量', 'en-US': 'Enter the weight' },
  volume: { 'zh-CN': '请填写体积', 'en-US': 'Enter the volume' },
  tooMuch: { 'zh-CN': '运费超出可计算的范围', 'en-US': 'The fee is too large to be calculated' },
} as const satisfies Record<string, LocalText>;

export function freightService(deps: FreightDeps): FreightService {
  const { areas, settings, uses } = deps;
  const { db, engine } = deps.database;

  async function usesOf(
    transaction: Transaction<Database> | null,
    scope: TenantScope,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    const total = new Map<number, number>();
    for (const each of uses)
      for (const [id, count] of await each.count(transaction, scope, ids))
        total.set(id, (total.get(id) ?? 0) + count);
    return total;
  }

  const treeOf = ({ call, transaction }: Change) => areas.treeIn(transaction, call.actor.scope);

  const binding: ServerResource<Definition> = {
    definition: zbShippingTemplates,
    table: 'freightTemplate',
    dataScope: 'none',
    columns: { usedCount: null, force: null },
    before: {
      async create(change, { force: _force, ...values }) {
        return { ...values, ...checkedRules(rulesOf(values), await treeOf(change), new Set()) };
      },

      async update(change, row, { force, ...values }) {
        if (!changesRules(values)) return values;
        if (values.type !== undefined && values.type !== row.type) {
          const { call, transaction } = change;
          const used = (await usesOf(transaction, call.actor.scope, [row.id])).get(row.id) ?? 0;
          if (used > 0 && force !== true) throw refused(texts.typeInUse);
          requireAgain(values, row);
        }
        const kept = areaIdsOf(rulesOf(row) as FreightTemplate);
        return { ...values, ...checkedRules(rulesOf({ ...row, ...values }), await treeOf(change), kept) };
      },

      async remove({ call, transaction }, rows) {
        const used = await usesOf(
          transaction,
          call.actor.scope,
          rows.map(({ id }) => id),
        );
        if ([...used.values()].some((count) => count > 0)) throw refused(texts.inUse);
      },
    },
    async decorate({ actor }, rows) {
      const used = await usesOf(
        null,
        actor.scope,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({ ...row, usedCount: used.get(row.id) ?? 0 }));
    },
  };
  const templates = tableService(deps, binding);

  /** A copy may have the hidden areas of its original. */
  const copies = tableService(deps, {
    ...binding,
    before: {
      async create(change, values) {
        const rules = rulesOf(values);
        const kept = areaIdsOf(rules as FreightTemplate);
        return { ...values, ...checkedRules(rules, await treeOf(change), kept) };
      },
    },
  });

  async function stored(call: CallContext, id: number): Promise<Template & FreightTemplate> {
    const row = await templates.get(call, id);
    return { ...row, ...(rulesOf(row) as FreightTemplate) };
  }

  async function requireCity({ actor }: CallContext, cityId: number): Promise<void> {
    const { nodes } = await areas.tree(actor.scope);
    const city = nodes.flatMap(({ children }) => children).find(({ id }) => id === cityId);
    if (!city?.isShow) throw invalid([{ path: 'cityId', message: texts.noCity }]);
  }

  return {
    templates,

    async copy(call, id) {
      const row = await templates.get(call, id);
      const { type, regionInfo, appoint = '0', noDelivery = '0', sort, status } = row;
      const { appointInfo = [], noDeliveryInfo = [] } = row;
      const made = await copies.create(call, {
        ...{ type, regionInfo, appoint, appointInfo, noDelivery, noDeliveryInfo, sort, status },
        name: await freeName(call, row.name),
      });
      return { id: made.id as number };
    },

    async preview(call, { id, template, cityId, items }) {
      await requireCity(call, cityId);
      if (template) {
        const tree = await areas.tree(call.actor.scope);
        return explained(
          () => quote(checkedRules(template, tree, new Set()), cityId, items),
          template.type,
          'items',
        );
      }
      if (id === undefined) throw invalid([{ path: 'id', message: texts.which }]);
      const found = await stored(call, id);
      return explained(() => quote(found, cityId, items), found.type, 'items');
    },

    async previewOrder(call, { cityId, groups }) {
      await requireCity(call, cityId);
      if (new Set(groups.map(({ id }) => id)).size < groups.length)
        throw invalid([{ path: 'groups', message: texts.twice }]);
      const found: (FreightGroup & { readonly id: number; readonly name: string })[] = [];
      for (const [at, { id, items }] of groups.entries()) {
        const template = await stored(call, id);
        // Each on its own first: the error of a line names its group.
        explained(() => quote(template, cityId, items), template.type, `groups.${at}.items`);
        found.push({ id, name: template.name, template, items });
      }
      const combine = (await settings.get(call.actor.scope, 'trade.freight.combine')) as 'sum' | 'maxFirst';
      const order: OrderQuote = explained(() => quoteOrder(found, cityId, combine), '1', 'groups');
      return {
        deliverable: order.deliverable,
        fee: order.deliverable ? order.fee : null,
        combine,
        groups: found.map(({ id, name }, at) => ({ id, name, quote: order.groups[at]! })),
      };
    },
  };

  /** `… 副本`, with a number if that exists. */
  async function freeName(call: CallContext, name: string): Promise<string> {
    const copied = await db
      .selectFrom('freightTemplate')
      .select('name')
      .where('tenantId', '=', call.actor.scope.tenantId)
      .where(contains(engine, 'name', ' 副本'))
      .execute();
    const taken = new Set(copied.map((row) => row.name));
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? ' 副本' : ` 副本${number}`;
      const made = `${name.slice(0, 50 - suffix.length)}${suffix}`;
      if (!taken.has(made)) return made;
    }
  }
}

type AnyRules = Partial<Pick<Template, 'type' | 'appoint' | 'noDelivery'>> & {
  readonly regionInfo?: unknown;
  readonly appointInfo?: unknown;
  readonly noDeliveryInfo?: unknown;
};

function rulesOf(values: { readonly [Name in keyof AnyRules]?: unknown }): SentRules {
  const { type, regionInfo, appoint, appointInfo, noDelivery, noDeliveryInfo } = values;
  return {
    type: requireType(type),
    regionInfo,
    appoint: appoint === '1' ? '1' : '0',
    appointInfo,
    noDelivery: noDelivery === '1' ? '1' : '0',
    noDeliveryInfo,
  };
}

/** Entries that people add to the dictionary are no types. */
function requireType(type: unknown): FreightType {
  if (type === '1' || type === '2' || type === '3') return type;
  const { fields } = zbShippingTemplates;
  throw invalid([{ path: 'type', message: fieldText(fields.type, 'option') }]);
}

const ruleFields = ['type', 'regionInfo', 'appoint', 'appointInfo', 'noDelivery', 'noDeliveryInfo'] as const;

/** A change of the status or the order does not check the rules again. */
const changesRules = (values: UpdateOf<Definition>) => ruleFields.some((name) => values[name] !== undefined);

/** Pieces, kg and m³ are different numbers, although the same digits could be valid. */
function requireAgain(values: UpdateOf<Definition>, row: Template): void {
  const appoint = values.appoint ?? row.appoint;
  if (values.regionInfo === undefined) throw invalid([{ path: 'regionInfo', message: texts.enterAgain }]);
  if (appoint === '1' && values.appointInfo === undefined)
    throw invalid([{ path: 'appointInfo', message: texts.enterAgain }]);
}

/** Errors of the calculation as those of the call. */
function explained<T>(calculate: () => T, type: FreightType, path: string): T {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof MissingAmountError) {
      const isWeight = type === '2';
      throw invalid([
        {
          path: `${path}.${error.line}.${isWeight ? 'weight' : 'volume'}`,
          message: isWeight ? texts.weight : texts.volume,
        },
      ]);
    }
    if (error instanceof RangeError) throw refused(texts.tooMuch);
    throw error;
  }
}
