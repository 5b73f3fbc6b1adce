import type { ByteSource } from './open-stream.ts';
import { faultOfStatus, PlainError, unreachable } from './plain-fault.ts';

/** Rejects with a `PlainError` if there is no answer, or another one than 200. */
export async function readHttp(url: string, signal: AbortSignal): Promise<ByteSource> {
  const response = await fetch(url, { signal, cache: 'no-store' }).catch(() => {
    throw new PlainError(unreachable);
  });
  if (!response.ok || !response.body)
    throw new PlainError(faultOfStatus(response.ok ? 404 : response.status));
  const reader = response.body.getReader();
  return {
    isLive: response.headers.get('content-length') === null,
    read: async () => (await reader.read()).value ?? null,
  };
}
