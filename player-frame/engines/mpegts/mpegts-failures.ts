/** Maps errors of mpegts.js 1.8 (`ErrorTypes`, `ErrorDetails`) to our failures. */
import type { EngineFailure } from '../engine.ts';
import { badStream, decodeFailed, networkClosed, unsupported } from '../failures.ts';

/** DOMException code of NotSupportedError. */
const notSupportedCode = 9;

export function failureOfMpegts(type: string, detail: string, info: unknown): EngineFailure {
  const { code, msg } = (info ?? {}) as { code?: unknown; msg?: unknown };
  const text = typeof msg === 'string' ? msg : detail;
  if (type === 'NetworkError') return networkClosed;
  if (detail === 'CodecUnsupported') return unsupported(text);
  if (detail === 'FormatError' || detail === 'FormatUnsupported') return badStream(text);
  // From Media Source.
  return code === notSupportedCode ? unsupported(text) : decodeFailed(text);
}
