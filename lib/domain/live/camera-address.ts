import { type EzopenAddress, parseEzopen } from '../../ezopen/address.ts';
import { lappError } from '../errors/lapp-errors.ts';

export type CameraAddress = EzopenAddress;

/** Parses a camera address. Throws 10001 with the reason; the error repeats no part of the address. */
export function readCameraAddress(text: string): CameraAddress {
  const parsed = parseEzopen(text);
  if (!parsed.ok) throw lappError('10001', { field: parsed.error });
  return parsed.value;
}
