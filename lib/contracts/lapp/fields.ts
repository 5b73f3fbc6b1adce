import { z } from 'zod';

/** Names a device in addresses, paths and forms. Never used to build a file path. */
export const deviceSerial = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
export const channelNo = z.coerce.number().int().min(1).max(256);
export const accessToken = z.string().min(1).max(512);
/** Epoch ms. */
export const epochMs = z.number().int().nonnegative();
