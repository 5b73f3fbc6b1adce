import { AppError } from '../../kernel/app-error.ts';
import type { PtzDirection, PtzFailureCode } from '../../media/ports.ts';
import { type LappCode, lappError } from '../errors/lapp-errors.ts';
import { PtzBusy } from './ptz-control.ts';

export const limitCode = { up: '60002', down: '60003', left: '60004', right: '60005' } as const satisfies {
  readonly [Direction in PtzDirection]: LappCode;
};

const codes: Readonly<Record<PtzFailureCode, LappCode>> = {
  'ptz.refused': '20007',
  'ptz.unreachable': '20007',
  'ptz.auth': '60006',
  'ptz.unsupported': '60000',
  'ptz.protocol': '60006',
};

/** Maps PTZ failures to the viewer's error codes; the reason is only logged. Other errors are returned unchanged. */
export function ptzError(
  error: unknown,
  { deviceSerial, channelNo }: { readonly deviceSerial: string; readonly channelNo: number },
): unknown {
  const where = { serial: deviceSerial, channelNo };
  if (error instanceof PtzBusy) return lappError('3860009', where);
  if (!(error instanceof AppError) || !isPtzFailure(error.code)) return error;
  return lappError(codes[error.code], { ...where, reason: error.code, why: error.message });
}

function isPtzFailure(code: string): code is PtzFailureCode {
  return Object.hasOwn(codes, code);
}
