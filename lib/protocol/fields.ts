import * as z from 'zod/mini';
import { limits } from './limits.ts';

// Messages may only use types that the guard generator supports: see `describe-shape.ts`.

export const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));
export const name = text(limits.nameLength);
export const sentence = text(limits.messageLength);
export const address = text(limits.addressLength);
export const token = text(limits.tokenLength);
/** 0 … 2^53 - 1: a count, an id, a duration or an instant, both in ms. */
export const integer = z.int().check(z.nonnegative());
/** Speed of playback; 1 is normal. */
export const playbackRate = z.number().check(z.nonnegative());
export const list = <Item extends z.ZodMiniType>(item: Item, maxItems: number) =>
  z.array(item).check(z.maxLength(maxItems));

/**
 * A name from an extensible list. Receivers accept any name, so that a host page keeps working with a newer
 * player.
 */
export const openWord = <Known extends string>() => name as z.ZodMiniType<Known | (string & {}), string>;

/** A theme record as JSON text: limited in length, and without values that JSON cannot express. */
export const themeText = text(limits.themeLength);
/** A file created in the frame and passed to the host: a snapshot or a recording. */
export const binary = z.instanceof(Blob);
