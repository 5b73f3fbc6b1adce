/** Calls of shipping templates besides those of their resource. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { freightItems, freightShapes } from '../freight-shape.ts';

const id = z.number().int().min(1).max(2_147_483_647);
const idText = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);
const cityId = z.number().int().min(1).max(999_999);

/** Amounts in fen, units in pieces, grams or cm³. `split`: the fee of each line. */
const delivered = z.object({
  deliverable: z.literal(true),
  fee: z.number().int(),
  rule: z.enum(['FREE', 'REGION', 'DEFAULT']),
  units: z.number().int(),
  steps: z.number().int(),
  split: z.array(z.number().int()),
});
const undeliverable = z.object({
  deliverable: z.literal(false),
  reason: z.enum(['NO_DELIVERY', 'NO_RULE']),
});
const quote = z.discriminatedUnion('deliverable', [delivered, undeliverable]);

export const freightCopy = defineAdminCall({
  method: 'POST',
  path: '/zb/shipping-templates/copy',
  policy: { anyOf: ['zb:shippingTemplates:copy'] },
  summary: { 'zh-CN': '复制运费模板', 'en-US': 'Copy a shipping template' },
  query: z.object({ id: idText }),
  data: z.object({ id }),
});

/** What goods cost with a stored template, or with one that is being written. */
export const freightPreview = defineAdminCall({
  method: 'POST',
  path: '/zb/shipping-templates/preview',
  policy: { anyOf: ['zb:shippingTemplates:query'] },
  summary: { 'zh-CN': '运费试算', 'en-US': 'Calculate shipping' },
  body: z.object({
    id: id.optional(),
    template: z
      .object({
        type: z.enum(['1', '2', '3']),
        regionInfo: freightShapes.regionInfo,
        appoint: z.enum(['0', '1']).default('0'),
        appointInfo: freightShapes.appointInfo.default([]),
        noDelivery: z.enum(['0', '1']).default('0'),
        noDeliveryInfo: freightShapes.noDeliveryInfo.default([]),
      })
      .optional(),
    cityId,
    items: freightItems,
  }),
  data: quote,
  rejectsDuplicates: false,
});

/** What an order costs whose goods have several templates, by the setting `trade.freight.combine`. */
export const freightPreviewOrder = defineAdminCall({
  method: 'POST',
  path: '/zb/shipping-templates/previewOrder',
  policy: { anyOf: ['zb:shippingTemplates:query'] },
  summary: { 'zh-CN': '订单运费试算', 'en-US': 'Calculate shipping of an order' },
  body: z.object({
    cityId,
    groups: z
      .array(z.object({ id, items: freightItems }))
      .min(1)
      .max(20),
  }),
  data: z.object({
    deliverable: z.boolean(),
    /** fen; null if it cannot be delivered. */
    fee: z.number().int().nullable(),
    combine: z.enum(['sum', 'maxFirst']),
    groups: z.array(z.object({ id, name: z.string(), quote })),
  }),
  rejectsDuplicates: false,
});
