import type { z } from 'zod';

/** One open-platform call: POST, form-encoded. The handler, the frame's client and the tests read it. */
export interface LappCall<Form extends z.ZodType, Data extends z.ZodType> {
  /** Below the origin, for instance `/api/lapp/device/info`. */
  readonly path: `/api/lapp/${string}`;
  readonly form: Form;
  readonly data: Data;
  /** Codes this call answers with beside 200. */
  readonly errors: readonly string[];
}

export function defineCall<Form extends z.ZodType, Data extends z.ZodType>(
  call: LappCall<Form, Data>,
): LappCall<Form, Data> {
  return call;
}
