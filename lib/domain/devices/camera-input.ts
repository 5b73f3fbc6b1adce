import { z } from 'zod';
import { deviceSerial, displayName } from '../../contracts/lapp/fields.ts';
import type { TalkSetting } from '../../db/talk-schema.ts';
import type { AppError } from '../../kernel/app-error.ts';
import type { Result } from '../../kernel/result.ts';
import { type StreamProfile, transportChoices } from '../../media/ports.ts';
import { inputIssue, operatorError } from '../errors/operator-errors.ts';

/** A camera URL, with its credentials separated. */
export interface CameraEndpoint {
  readonly url: string;
  /** Empty: none. */
  readonly username: string;
  readonly password: string;
  /** `rtsp://host:port`, fit for lists and logs. */
  readonly label: string;
}

/**
 * Checks scheme and form of a camera URL; provided by the media plane. The failure's message repeats no
 * part of the URL, which may contain a password.
 */
export type CameraUrlCheck = (text: string) => Result<CameraEndpoint, CameraUrlFault>;

export interface CameraUrlFault {
  readonly code: string;
  readonly message: string;
  /** Of `url.login`: the character of the user name or password that must be encoded. */
  readonly character?: string | undefined;
}

/** `camera.badUrl`, with the reason but no part of the address. */
export function badUrl(
  profile: StreamProfile | 'onvif',
  { code: reason, message, character }: CameraUrlFault,
): AppError {
  return operatorError('camera.badUrl', {
    profile,
    reason,
    message,
    ...(character === undefined ? {} : { character }),
  });
}

/**
 * Why the server never connects to this stream or ONVIF address. Null: allowed, invalid, or with a host name, which is
 * checked when it is resolved.
 */
export type ForbiddenAddress = (url: string) => string | null;

/** Throws `camera.badUrl`. */
export function rejectForbidden(isForbidden: ForbiddenAddress, urls: readonly (string | undefined)[]): void {
  for (const url of urls) {
    const message = url === undefined ? null : isForbidden(url);
    if (message !== null) throw operatorError('camera.badUrl', { reason: 'url.address', message });
  }
}

const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('rtsp'),
    url: z.string().min(1).max(2048),
    /** These take precedence over credentials in the URL. */
    username: z.string().max(256).optional(),
    password: z.string().max(256).optional(),
    /** How the camera sends its media. Absent: `auto`; in a change, the stored one. */
    transport: z.enum(transportChoices).optional(),
  }),
  z.strictObject({ kind: z.literal('demo'), scene: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
]);
export type SourceInput = z.output<typeof source>;

/** Change of a source that may exist: without `url` its address stays. */
export type SourceChange =
  | Extract<SourceInput, { kind: 'demo' }>
  | (Omit<Extract<SourceInput, { kind: 'rtsp' }>, 'url'> & { readonly url?: string | undefined });

/** One stream profile of one channel. */
export interface SourceSlot {
  readonly serial: string;
  readonly channelNo: number;
  readonly profile: StreamProfile;
}

/** Whether the channel can be talked to: `full` and `half` although the camera does not say so. */
export const talkSettings = ['auto', 'off', 'full', 'half'] as const satisfies readonly TalkSetting[];

const login = z.strictObject({ username: z.string().max(256), password: z.string().max(256) });

/** As in a device address: no white space, no separators. */
const validCode = z.string().regex(/^[^\s/?#\p{C}]{1,64}$/u);

export const newCamera = z
  .strictObject({
    /** Absent: one is generated. */
    serial: deviceSerial.optional(),
    channelNo: z.number().int().min(1).max(256).default(1),
    name: displayName,
    /** The verification code. With `isEncrypted`, viewers must supply it. */
    validCode: validCode.optional(),
    isEncrypted: z.boolean().default(false),
    main: source,
    sub: source.optional(),
    /** ONVIF address for PTZ; absent: no PTZ. Without `login`, the login of the main stream is used. */
    onvif: z.strictObject({ url: z.string().min(1).max(2048), login: login.optional() }).optional(),
    /** Absent: `auto`. */
    talk: z.enum(talkSettings).optional(),
  })
  .refine((camera) => !camera.isEncrypted || camera.validCode !== undefined, {
    ...inputIssue('camera.needsCode'),
    path: ['validCode'],
  });
export type NewCamera = z.output<typeof newCamera>;

export const cameraUpdate = z.strictObject({
  serial: deviceSerial,
  channelNo: z.number().int().min(1).max(256).default(1),
  name: displayName.optional(),
  /**
   * Address of the main stream. The stored login is kept unless the address or `login` contains another; it is never
   * sent to another host.
   */
  mainUrl: z.string().min(1).max(2048).optional(),
  /** Address of the sub stream; null removes it. A new one gets the login of the main stream. */
  subUrl: z.string().min(1).max(2048).nullable().optional(),
  /** For all addresses of the channel. Empty texts remove the login. */
  login: login.optional(),
  /**
   * ONVIF address for PTZ; null removes it. Without `url` the login is set for the stored address. Without `login` the
   * address keeps the stored login, or gets the one of the main stream.
   */
  onvif: z
    .strictObject({ url: z.string().min(1).max(2048).optional(), login: login.optional() })
    .nullable()
    .optional(),
  talk: z.enum(talkSettings).optional(),
  /** For all RTSP addresses of the channel. */
  transport: z.enum(transportChoices).optional(),
  /** Belongs to the device, so it applies to all its channels. */
  validCode: validCode.optional(),
  isEncrypted: z.boolean().optional(),
});
export type CameraUpdate = z.output<typeof cameraUpdate>;
