import type { PlayerFailure, SnapshotFile } from '../types.ts';
import type { CapturedPicture } from './types.ts';

/** Player codes with a numeric code in EZUIKit. */
const legacyCodes: Readonly<Record<string, number>> = {
  'network.closed': 1003,
  'network.stalled': 1003,
  'network.unreachable': 1003,
  // Specification, section 8.
  'rate.max': 1003,
  'rate.min': 1003,
  'voice.notFound': 10_001,
};

/** Numeric codes are kept, a lost connection is 1003, everything else -1. */
export function retcodeOf({ code }: { readonly code: string }): number {
  if (/^-?\d{1,9}$/.test(code)) return Number(code);
  return (Object.hasOwn(legacyCodes, code) && legacyCodes[code]) || -1;
}

/** Payload of `handleError`. `code` is the player's own code, `retcode` the EZUIKit number. */
export function errorPayload(id: string, failure: PlayerFailure) {
  return { retcode: retcodeOf(failure), msg: failure.message, id, type: 'handleError', code: failure.code };
}

/** Payload for a wrong verification code: existing pages check `data.nErrorCode` for 5. */
export function wrongKeyPayload(id: string) {
  return {
    retcode: -1,
    data: {
      nRunTimeModule: 1,
      nStrVersion: '',
      nFrameTimeStamp: 0,
      nFrameNum: 0,
      nErrorCode: 5,
      time: Date.now(),
    },
    id,
    type: 'handleRunTimeInfoError',
  };
}

/** The bytes in both forms, because pages use either. */
export async function capturedPicture({ fileName, blob }: SnapshotFile): Promise<CapturedPicture> {
  const fileUint8Array = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (let at = 0; at < fileUint8Array.length; at += 32_768)
    binary += String.fromCharCode(...fileUint8Array.subarray(at, at + 32_768));
  return { fileName, fileUint8Array, base64: `data:${blob.type};base64,${btoa(binary)}` };
}
