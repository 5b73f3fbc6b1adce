import { type EzopenAddress, parseEzopen } from '../../ezopen/address.ts';
import { lappError } from '../errors/lapp-errors.ts';

export type CameraAddress = EzopenAddress;

/** Reads a camera address. Throws 10001 that names what is wrong with it and repeats no part of it. */
export function readCameraAddress(text: string): CameraAddress {
  const parsed = parseEzopen(text);
  if (!parsed.ok) throw lappError('10001', { field: parsed.error });
  return parsed.value;
}
