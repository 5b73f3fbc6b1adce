import { z } from 'zod';
import { defineCall } from './call.ts';
import { accessToken, channelNo, deviceSerial } from './fields.ts';

const form = z.object({
  accessToken,
  deviceSerial,
  channelNo,
  /** 0 slow, 1 normal, 2 fast. */
  speed: z.enum(['0', '1', '2']).default('1').transform(Number),
  /**
   * Distinguishes viewers that share a token; the player generates it. Without it, viewers are distinguished by IP
   * address.
   */
  viewer: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
});

/** 0 up, 1 down, 2 left, 3 right. */
const direction = z
  .enum(['0', '1', '2', '3'])
  .transform((digit) => (['up', 'down', 'left', 'right'] as const)[Number(digit)]!);

const ptzPolicy = { caller: 'token', camera: 'channel', capability: 'ptz' } as const;
const refusals = ['10001', '10002', '10031', '20002', '20032'] as const;

/**
 * Moves a camera for a second; repeat it to continue. 60002 up, 60003 down, 60004 left, 60005 right: limit reached.
 * 3860009: PTZ is in use by another viewer.
 */
export const ptzStart = defineCall({
  path: '/api/lapp/device/ptz/start',
  policy: ptzPolicy,
  form: form.extend({ direction }),
  data: z.void(),
  errors: [...refusals, '10029', '20007', '60000', '60002', '60003', '60004', '60005', '60006', '3860009'],
});

/**
 * Ends the caller's own motion. Succeeds without effect if the camera is not moving, or was started by another viewer.
 */
export const ptzStop = defineCall({
  path: '/api/lapp/device/ptz/stop',
  policy: ptzPolicy,
  form: form.extend({ direction: direction.optional() }),
  data: z.void(),
  errors: [...refusals, '20007', '60006'],
});
