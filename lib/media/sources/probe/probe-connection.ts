/** Requests a camera's description without playing: the cheapest check of whether it can be played. */
import type { SourceFailure, SourceSpec } from '../../ports.ts';
import { openRtsp } from '../rtsp/open-rtsp.ts';
import { defaultRtspTimings, type RtspAttemptOptions } from '../rtsp/rtsp-attempt.ts';
import { describeCamera } from '../rtsp/rtsp-session.ts';
import { sourceFailure } from '../rtsp/source-failure.ts';

/**
 * One connection, OPTIONS and DESCRIBE. Null: the camera offers playable media. Never rejects; the connection
 * is closed.
 */
export async function probeConnection(
  spec: SourceSpec,
  options: Omit<RtspAttemptOptions, 'logger'> & { readonly signal?: AbortSignal },
): Promise<SourceFailure | null> {
  // Demo cameras need no connection.
  if (spec.kind !== 'rtsp') return null;
  const { clock, addressPolicy, tls, signal } = options;
  const timings = { ...defaultRtspTimings, ...options.timings };
  const late = new AbortController();
  const cancel = clock.after(timings.connectMs + timings.handshakeMs, () => late.abort());
  try {
    const opened = await openRtsp(spec, {
      clock,
      addressPolicy,
      tls,
      connectMs: timings.connectMs,
      requestMs: timings.requestMs,
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      onPacket: () => {},
      // The pending request resolves with the failure.
      onEnd: () => {},
    });
    if (!opened.ok) return opened.error;
    const { connection, url } = opened.value;
    const close = () => connection.close();
    late.signal.addEventListener('abort', close);
    signal?.addEventListener('abort', close);
    if (signal?.aborted) close();
    const described = await describeCamera(connection, url);
    signal?.removeEventListener('abort', close);
    connection.close();
    if (late.signal.aborted) return sourceFailure('source.silent', 'the camera took too long to answer');
    return described.ok ? null : described.error;
  } finally {
    cancel();
  }
}
