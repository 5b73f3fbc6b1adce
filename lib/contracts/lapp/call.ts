import type { z } from 'zod';
import type { Capability } from './capabilities.ts';

/**
 * Who may make a call; there is no default, so a call without a policy does not compile.
 * `application`: whoever knows the application's secret, which the call itself checks.
 * `token`: whoever shows an access token that covers the camera the form names and, where one is given,
 * the capability. `camera` tells which fields name it: a serial, a serial and a `channelNo`, or a whole
 * ezopen address.
 */
export type CallPolicy =
  | { readonly caller: 'application' }
  | {
      readonly caller: 'token';
      readonly camera: 'deviceSerial' | 'channel' | 'ezopen';
      readonly capability: Capability | null;
    };

/** One open-platform call: POST, form-encoded. The handler, the frame's client and the tests read it. */
export interface LappCall<
  Form extends z.ZodType,
  Data extends z.ZodType,
  Policy extends CallPolicy = CallPolicy,
> {
  /** Below the origin, for instance `/api/lapp/device/info`. */
  readonly path: `/api/lapp/${string}`;
  readonly policy: Policy;
  readonly form: Form;
  readonly data: Data;
  /** Codes this call answers with beside 200. */
  readonly errors: readonly string[];
}

export function defineCall<Form extends z.ZodType, Data extends z.ZodType, const Policy extends CallPolicy>(
  call: LappCall<Form, Data, Policy>,
): LappCall<Form, Data, Policy> {
  return call;
}
