import { z } from 'zod';

/** Identifies a device in addresses, paths and forms. Never used to build a file path. */
export const deviceSerial = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
/** From a form, as text. */
export const channelNo = z
  .string()
  .regex(/^[1-9][0-9]{0,2}$/)
  .transform(Number)
  .pipe(z.number().max(256));
export const accessToken = z.string().min(1).max(512);
/** A name on one line, without control characters, which lists do not show and some databases reject. */
export const displayName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^\P{Cc}*$/u, 'control characters are not allowed');
/** Epoch ms. */
export const epochMs = z.number().int().nonnegative();
/** From a form, as text. */
export const epochMsText = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,14})$/)
  .transform(Number);
/** 1: our storage. 2: the camera's own. */
export const recType = z.enum(['1', '2']);
