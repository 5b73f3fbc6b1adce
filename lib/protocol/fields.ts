import * as z from 'zod/mini';
import { limits } from './limits.ts';

// Only what the guard generator understands may be used in a message: see `describe-shape.ts`.

export const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));
export const name = text(limits.nameLength);
export const sentence = text(limits.messageLength);
export const address = text(limits.addressLength);
export const token = text(limits.tokenLength);
/** 0 … 2^53 - 1: a count, an id, a duration or an instant, both in ms. */
export const integer = z.int().check(z.nonnegative());
export const list = <Item extends z.ZodMiniType>(item: Item, maxItems: number) =>
  z.array(item).check(z.maxLength(maxItems));

/**
 * A word from a list that may grow. Receivers take any name, so that a host page keeps working with a player
 * that has learnt a new one.
 */
export const openWord = <Known extends string>() => name as z.ZodMiniType<Known | (string & {}), string>;

/** A theme record as JSON text: bounded by its length, and free of everything that JSON cannot say. */
export const themeText = text(limits.themeLength);
/** What is drawn or written in the frame and handed to the host: a picture, a film. */
export const binary = z.instanceof(Blob);
