/** The shape of a shipping template's rules. `freight-rules.ts` checks their values. */
import { z } from 'zod';
import { maxFreightRules } from './freight-rules.ts';

const id = z.number().int().min(0).max(999_999);
/** Names are those of the server; names in a body are ignored. */
const area = z.object({ cityId: id }).transform(({ cityId }) => ({ cityId }));
const region = z
  .object({ cityId: id, children: z.array(area).max(100).default([]) })
  .transform(({ cityId, children }) => ({ cityId, children }));
const places = { region: z.array(region).max(40) };
const amount = z.number().min(0).max(1_000_000);
const price = z.number();

export const freightShapes = {
  regionInfo: z
    .array(
      z.object({
        ...places,
        first: amount,
        firstPrice: price,
        continue: amount,
        continuePrice: price,
      }),
    )
    .min(1)
    .max(maxFreightRules),
  appointInfo: z.array(z.object({ ...places, number: amount, price })).max(maxFreightRules),
  noDeliveryInfo: z.array(z.object(places)).max(maxFreightRules),
} as const;

/** One line of goods: pieces, and the amounts and the price of one. */
export const freightItem = z.object({
  qty: z.number().int().min(1).max(9_999),
  /** kg; required for templates by weight. */
  weight: z.number().min(0.001).max(9_999.999).optional(),
  /** m³; required for templates by volume. */
  volume: z.number().min(0.000001).max(999.999999).optional(),
  /** fen. */
  price: z.number().int().min(0).max(99_999_999),
});
export const freightItems = z.array(freightItem).min(1).max(200);
