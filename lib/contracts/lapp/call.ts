import type { z } from 'zod';
import type { Capability } from './capabilities.ts';

/**
 * Who may make a call; there is no default, so a call without a policy does not compile. `application`: a caller with
 * the application's secret, and `alarmToken`: one with a token for reporting alarms, which the calls themselves check. `token`: a caller with an access token that covers the camera
 * in the form and, if given, the capability. `camera` gives the fields that identify it: a serial, a serial and a
 * `channelNo`, or an ezopen address; `none`: the call is about no camera. Capability `byStore`: by the mode of the address, or by the field `recType`.
 */
export type CallPolicy =
  | { readonly caller: 'application' }
  | { readonly caller: 'alarmToken' }
  | {
      readonly caller: 'token';
      readonly camera: 'deviceSerial' | 'channel' | 'ezopen' | 'none';
      readonly capability: Capability | null | 'byStore';
    };

/** One open-platform call: POST, form-encoded. Used by the handler, the player frame's client and the tests. */
export interface LappCall<
  Form extends z.ZodType,
  Data extends z.ZodType,
  Policy extends CallPolicy = CallPolicy,
> {
  /** Relative to the origin, for instance `/api/lapp/device/info`. */
  readonly path: `/api/lapp/${string}`;
  readonly policy: Policy;
  readonly form: Form;
  readonly data: Data;
  /** The body may be multipart, with one file of this name beside the fields. */
  readonly file?: string;
  /** The body may be a JSON object of texts and numbers, too. */
  readonly acceptsJson?: true;
  /** `data` is `{data, page}`, with `ext` if there is any: all are fields of the envelope. */
  readonly isPaged?: true;
  /** Error codes that this call returns. */
  readonly errors: readonly string[];
}

export function defineCall<Form extends z.ZodType, Data extends z.ZodType, const Policy extends CallPolicy>(
  call: LappCall<Form, Data, Policy>,
): LappCall<Form, Data, Policy> {
  return call;
}
