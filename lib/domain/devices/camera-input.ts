import { z } from 'zod';
import { deviceSerial, displayName } from '../../contracts/lapp/fields.ts';
import type { Result } from '../../kernel/result.ts';
import type { StreamProfile } from '../../media/ports.ts';
import { inputIssue } from '../errors/operator-errors.ts';

/** A camera URL with its credentials taken out of it. */
export interface CameraEndpoint {
  readonly url: string;
  /** Empty: none. */
  readonly username: string;
  readonly password: string;
  /** `rtsp://host:port`, fit for lists and logs. */
  readonly label: string;
}

/**
 * Scheme, form and address policy of camera URLs, owned by the media plane and passed in. The failure's
 * message repeats no part of the URL: it may hold a password.
 */
export type CameraUrlCheck = (
  text: string,
) => Result<CameraEndpoint, { readonly code: string; readonly message: string }>;

const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('rtsp'),
    url: z.string().min(1).max(2048),
    /** Win over those in the URL. */
    username: z.string().max(256).optional(),
    password: z.string().max(256).optional(),
  }),
  z.strictObject({ kind: z.literal('demo'), scene: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
]);
export type SourceInput = z.output<typeof source>;

/** Of a source that may be there: without `url` its address stays. */
export type SourceChange =
  | Extract<SourceInput, { kind: 'demo' }>
  | (Omit<Extract<SourceInput, { kind: 'rtsp' }>, 'url'> & { readonly url?: string | undefined });

/** Of one channel: where one of its pictures comes from. */
export interface SourceSlot {
  readonly serial: string;
  readonly channelNo: number;
  readonly profile: StreamProfile;
}

const login = z.strictObject({ username: z.string().max(256), password: z.string().max(256) });

/** As in a device address: no white space, no separators. */
const validCode = z.string().regex(/^[^\s/?#\p{C}]{1,64}$/u);

export const newCamera = z
  .strictObject({
    /** Absent: a fresh one is made. */
    serial: deviceSerial.optional(),
    channelNo: z.number().int().min(1).max(256).default(1),
    name: displayName,
    /** The verification code. With `isEncrypted`, viewers must give it. */
    validCode: validCode.optional(),
    isEncrypted: z.boolean().default(false),
    main: source,
    sub: source.optional(),
    /** Where the camera is told to turn; absent: nowhere. Without login, that of the full picture. */
    onvif: z.strictObject({ url: z.string().min(1).max(2048), login: login.optional() }).optional(),
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
   * Address of the full picture. The stored login stays, unless the address or `login` brings another; to
   * another host it does not go along.
   */
  mainUrl: z.string().min(1).max(2048).optional(),
  /** Address of the small picture; null takes it away. A first one gets the login of the full picture. */
  subUrl: z.string().min(1).max(2048).nullable().optional(),
  /** For all addresses of the channel. Empty texts: none any more. */
  login: login.optional(),
  /**
   * Where the camera is told to turn; null: nowhere any more. Without `url` the stored address gets the login,
   * without `login` the address gets the stored one, or that of the full picture.
   */
  onvif: z
    .strictObject({ url: z.string().min(1).max(2048).optional(), login: login.optional() })
    .nullable()
    .optional(),
  /** Of the device, so of all its channels. */
  validCode: validCode.optional(),
  isEncrypted: z.boolean().optional(),
});
export type CameraUpdate = z.output<typeof cameraUpdate>;
