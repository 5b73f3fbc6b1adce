import { z } from 'zod';

/**
 * The response of the open-platform API: HTTP 200 with a code of its own. `code` '200' is success; every other code is
 * an entry of the error catalogue.
 */
export interface LappEnvelope<Data> {
  readonly code: string;
  readonly msg: string;
  readonly data?: Data;
  /** Of lists that are read page by page; `page` counts from 0. */
  readonly page?: { readonly total: number; readonly page: number; readonly size: number } | undefined;
  /** Beside the items of a list. */
  readonly ext?: Readonly<Record<string, unknown>> | undefined;
}

export const lappSuccessCode = '200';
export const lappSuccessMessage = '操作成功!';

export const lappEnvelope = z.object({
  code: z.union([z.string(), z.number()]).transform(String),
  msg: z.string().default(''),
  data: z.unknown().optional(),
});
