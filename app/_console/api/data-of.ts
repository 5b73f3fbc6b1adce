import type { z } from 'zod';

/** What a call of the contract returns. */
export type DataOf<Call> = Call extends { readonly data?: infer Data }
  ? z.output<Extract<Data, z.ZodType>>
  : never;
