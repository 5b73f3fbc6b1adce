import type { ErrorData, ErrorTypes } from 'hls.js';
import type { EngineFailure } from '../engine.ts';
import { decodeFailed, failureOfStatus, networkClosed, unsupported } from '../failures.ts';

/** The failure behind a fatal error of hls.js. */
export function failureOfHls(data: ErrorData, types: typeof ErrorTypes): EngineFailure {
  if (data.type === types.NETWORK_ERROR) {
    const status = data.response?.code ?? 0;
    if (status < 400) return networkClosed;
    const { code, msg } = refusalIn(data.networkDetails);
    return failureOfStatus(status, code, msg);
  }
  const isUnsupported =
    data.details === 'manifestIncompatibleCodecsError' ||
    data.details === 'bufferIncompatibleCodecsError' ||
    data.details === 'bufferAddCodecError';
  return isUnsupported ? unsupported(data.mimeType ?? 'this recording') : decodeFailed(data.details);
}

/** The server's `{code, msg}` in the body of a refused request, whose type is that of the expected answer. */
function refusalIn(request: unknown): { code: string | null; msg: string | null } {
  try {
    const body = (request as XMLHttpRequest).response as ArrayBuffer | string;
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const { code, msg } = JSON.parse(text) as Record<string, unknown>;
    return {
      code: typeof code === 'string' ? code.slice(0, 200) : null,
      msg: typeof msg === 'string' ? msg.slice(0, 200) : null,
    };
  } catch {
    return { code: null, msg: null };
  }
}
