import { z } from 'zod';
import { defineCall } from './call.ts';
import { capabilities } from './capabilities.ts';
import { accessToken, epochMs } from './fields.ts';

export { type Capability, capabilities } from './capabilities.ts';

/** Seven days: the longest validity of an access token (specification, section 6). */
export const maxTokenSeconds = 7 * 24 * 60 * 60;

const list = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .max(4096)
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item).min(1).max(256));

/**
 * Called by an integrator's backend, which alone knows the secret. Without the optional fields the token allows
 * everything that the application may do, for seven days; integrators should restrict both.
 */
export const tokenGet = defineCall({
  path: '/api/lapp/token/get',
  policy: { caller: 'application' },
  form: z.object({
    appKey: z.string().min(1).max(128),
    appSecret: z.string().min(1).max(256),
    /** `SERIAL` or `SERIAL:CHANNEL`, comma separated. */
    cameras: list(z.string().regex(/^[A-Za-z0-9_-]{1,64}(:[1-9][0-9]{0,2})?$/)).optional(),
    capabilities: list(z.enum(capabilities)).optional(),
    expireSeconds: z.coerce.number().int().min(60).max(maxTokenSeconds).optional(),
  }),
  data: z.object({ accessToken, expireTime: epochMs }),
  errors: ['10001', '10005', '10013', '10017', '10029', '10030'],
});
