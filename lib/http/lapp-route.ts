/**
 * Binds a call to its implementation and enforces the call's policy in between: the implementation of a device call
 * receives a `DeviceAccess`, which only a token that covers the device can produce. A call whose policy fits no binder
 * does not compile.
 */
import type { z } from 'zod';
import type { LappEnvelope } from '../contracts/envelope.ts';
import type { CallPolicy, LappCall } from '../contracts/lapp/call.ts';
import {
  type Capability,
  capabilityOfMode,
  capabilityOfRecType,
  type RecType,
} from '../contracts/lapp/capabilities.ts';
import type { Viewer } from '../domain/access/token.service.ts';
import type { ChannelAccess, DeviceAccess, Doors } from '../domain/devices/device-access.ts';
import { lappError } from '../domain/errors/lapp-errors.ts';
import { type CameraAddress, readCameraAddress } from '../domain/live/camera-address.ts';
import type { Locale } from '../i18n/translate.ts';

/** Transport data of one request. */
export interface CallContext {
  readonly clientAddress: string;
  /** Scheme, host and port that the caller used. */
  readonly publicOrigin: string;
  /** Token of the `Authorization` header. */
  readonly bearer: string | null;
  readonly locale: Locale;
  /** Of a call that takes one. */
  readonly file: Uint8Array | null;
}

export interface LappRoute {
  readonly path: string;
  readonly policy: CallPolicy;
  /** Parses, checks the policy, runs, and drops everything that the contract does not name from the response. */
  handle(fields: Readonly<Record<string, string>>, context: CallContext): Promise<LappAnswer>;
  readonly acceptsJson: boolean;
  /** Name of the file that the body may contain. Null: none. */
  readonly file: string | null;
}

export interface LappAnswer {
  readonly data: unknown;
  readonly page?: LappEnvelope<unknown>['page'];
  readonly ext?: LappEnvelope<unknown>['ext'];
}

interface TokenForm {
  readonly accessToken: string;
}
interface DeviceForm extends TokenForm {
  readonly deviceSerial: string;
}
interface ChannelForm extends DeviceForm {
  readonly channelNo: number;
}
interface AddressForm {
  readonly accessToken: string;
  readonly ezopen: string;
}
interface RecordingForm extends ChannelForm {
  readonly recType: RecType;
}
type TokenPolicy<Camera, Needs = Capability | null> = CallPolicy & {
  readonly caller: 'token';
  readonly camera: Camera;
  readonly capability: Needs;
};
type ApplicationPolicy = CallPolicy & { readonly caller: 'application' };
type AlarmTokenPolicy = CallPolicy & { readonly caller: 'alarmToken' };

/** The implementation checks the application's secret itself; that is the purpose of the call. */
export function bindApplicationCall<Form extends z.ZodType, Data extends z.ZodType>(
  call: LappCall<Form, Data, ApplicationPolicy>,
  run: (form: z.output<Form>, context: CallContext) => Promise<z.input<Data>>,
): LappRoute {
  return route(call, (form, context) => run(form, context));
}

/** The implementation receives the token, from the header or the field. Throws 10001 without one. */
export function bindAlarmTokenCall<
  Form extends z.ZodType<{ readonly alarmToken?: string | undefined }>,
  Data extends z.ZodType,
>(
  call: LappCall<Form, Data, AlarmTokenPolicy>,
  run: (form: z.output<Form>, token: string, context: CallContext) => Promise<z.input<Data>>,
): LappRoute {
  return route(call, (form, context) => {
    const token = context.bearer ?? form.alarmToken;
    if (!token) throw lappError('10001', { field: 'alarmToken' });
    return run(form, token, context);
  });
}

/** A call about no camera: the token must only have the capability. Throws 10002, 10031. */
export function bindTokenCall<Form extends z.ZodType<TokenForm>, Data extends z.ZodType>(
  doors: Pick<Doors, 'authenticate'>,
  call: LappCall<Form, Data, TokenPolicy<'none'>>,
  run: (form: z.output<Form>, viewer: Viewer, context: CallContext) => Promise<z.input<Data>>,
): LappRoute {
  return route(call, async (form, context) => {
    const viewer = await doors.authenticate(form.accessToken);
    const { capability } = call.policy;
    if (capability !== null && !viewer.grant.capabilities.includes(capability)) throw lappError('10031');
    return run(form, viewer, context);
  });
}

export function bindDeviceCall<Form extends z.ZodType<DeviceForm>, Data extends z.ZodType>(
  doors: Doors,
  call: LappCall<Form, Data, TokenPolicy<'deviceSerial'>>,
  run: (form: z.output<Form>, access: DeviceAccess, context: CallContext) => Promise<z.input<Data>>,
): LappRoute {
  return route(call, async (form, context) => {
    const viewer = await doors.authenticate(form.accessToken);
    const access = await doors.openDevice(viewer, call.policy.capability, form.deviceSerial);
    return run(form, access, context);
  });
}

export function bindChannelCall<Form extends z.ZodType<ChannelForm>, Data extends z.ZodType>(
  doors: Doors,
  call: LappCall<Form, Data, TokenPolicy<'channel'>>,
  run: (form: z.output<Form>, access: ChannelAccess, context: CallContext) => Promise<z.input<Data>>,
): LappRoute {
  return route(call, async (form, context) => {
    const viewer = await doors.authenticate(form.accessToken);
    const { deviceSerial, channelNo } = form;
    const access = await doors.openChannel(viewer, call.policy.capability, deviceSerial, channelNo);
    return run(form, access, context);
  });
}

/** The capability depends on the store that the form names. */
export function bindRecordingCall<Form extends z.ZodType<RecordingForm>, Data extends z.ZodType>(
  doors: Doors,
  call: LappCall<Form, Data, TokenPolicy<'channel', 'byStore'>>,
  run: (form: z.output<Form>, access: ChannelAccess) => Promise<z.input<Data>>,
): LappRoute {
  return route(call, async (form) => {
    const viewer = await doors.authenticate(form.accessToken);
    const { deviceSerial, channelNo, recType } = form;
    const access = await doors.openChannel(viewer, capabilityOfRecType[recType], deviceSerial, channelNo);
    return run(form, access);
  });
}

/** The capability depends on the mode of the address. */
export function bindAddressCall<Form extends z.ZodType<AddressForm>, Data extends z.ZodType>(
  doors: Doors,
  call: LappCall<Form, Data, TokenPolicy<'ezopen', 'byStore'>>,
  run: (address: CameraAddress, access: ChannelAccess, context: CallContext) => Promise<z.input<Data>>,
): LappRoute {
  return route(call, async (form, context) => {
    const address = readCameraAddress(form.ezopen);
    const viewer = await doors.authenticate(form.accessToken);
    const { deviceSerial, channelNo, mode } = address;
    const access = await doors.openChannel(viewer, capabilityOfMode[mode], deviceSerial, channelNo);
    return run(address, access, context);
  });
}

function route<Form extends z.ZodType, Data extends z.ZodType>(
  call: LappCall<Form, Data>,
  run: (form: z.output<Form>, context: CallContext) => Promise<z.input<Data>>,
): LappRoute {
  return {
    path: call.path,
    policy: call.policy,
    acceptsJson: call.acceptsJson === true,
    file: call.file ?? null,
    async handle(fields, context) {
      const form = call.form.safeParse(fields);
      if (!form.success) throw lappError('10001', { field: String(form.error.issues[0]?.path[0] ?? '') });
      const answer = call.data.parse(await run(form.data, context));
      return call.isPaged ? (answer as LappAnswer) : { data: answer };
    },
  };
}
