import * as z from 'zod/mini';
import { limits } from './limits.ts';

// Only what the guard generator understands may be used in a message: see `describe-shape.ts`.

export const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));
export const name = text(limits.nameLength);
export const sentence = text(limits.messageLength);
export const address = text(limits.addressLength);
/** 0 … 1e15: a count, an id, a duration or an instant. */
export const integer = z.int().check(z.minimum(0), z.maximum(limits.integer));
export const list = <Item extends z.ZodMiniType>(item: Item, maxItems: number) =>
  z.array(item).check(z.maxLength(maxItems));
