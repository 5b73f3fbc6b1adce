/** Opens an RTSP connection for a stored camera, for streams and connection checks. */
import type { Clock } from '../../../kernel/clock.ts';
import { err, ok, type Result } from '../../../kernel/result.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { AddressPolicy } from '../../net/address-policy.ts';
import { hasControlCharacter, parseCameraUrl } from '../../net/camera-url.ts';
import { safeConnect, type TlsTrust } from '../../net/safe-connect.ts';
import type { SourceFailure, SourceSpec } from '../../ports.ts';
import { Authenticator } from './authenticator.ts';
import { RtspConnection } from './rtsp-connection.ts';
import { connectFailure, sourceFailure } from './source-failure.ts';

export interface OpenRtspOptions {
  readonly clock: Clock;
  readonly addressPolicy: AddressPolicy;
  readonly tls?: TlsTrust | undefined;
  readonly connectMs: Ms;
  readonly requestMs: Ms;
  readonly signal: AbortSignal;
  onPacket(channel: number, payload: Uint8Array): void;
  /** The connection was closed or failed. */
  onEnd(failure: SourceFailure): void;
}

const userAgent = 'Oriel';

/**
 * `url`: for use in requests. If the signal aborts, a connection may still be returned; the caller closes it.
 */
export async function openRtsp(
  spec: Extract<SourceSpec, { kind: 'rtsp' }>,
  options: OpenRtspOptions,
): Promise<Result<{ readonly connection: RtspConnection; readonly url: string }, SourceFailure>> {
  const parsed = parseCameraUrl(spec.url);
  if (!parsed.ok || hasControlCharacter(spec.username)) {
    const reason = parsed.ok ? 'the user name has control characters' : parsed.error.message;
    return err(sourceFailure('source.refused', reason));
  }
  const camera = parsed.value;
  const { clock, addressPolicy, tls, signal } = options;
  const socket = await safeConnect(
    { host: camera.host, port: camera.port, useTls: camera.scheme === 'rtsps' },
    {
      policy: addressPolicy,
      clock,
      timeoutMs: options.connectMs,
      signal,
      ...(tls === undefined ? {} : { tls }),
    },
  );
  if (!socket.ok) return err(connectFailure(socket.error));
  const who = spec.username === '' && spec.password === '' ? camera : spec;
  const connection = new RtspConnection({
    socket: socket.value,
    clock,
    authenticator: new Authenticator({ username: who.username, password: who.password }),
    userAgent,
    requestTimeoutMs: options.requestMs,
    onPacket: options.onPacket,
    onEnd: options.onEnd,
  });
  return ok({ connection, url: camera.url });
}
