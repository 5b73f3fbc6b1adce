import { parsePlaylist } from '../../../lib/codec/hls/parse-playlist.ts';
import type { RecordedPart } from '../../../lib/codec/hls/recorded-part.ts';
import { EngineError, type RecordedTarget } from '../engine.ts';
import { badStream, failureOfStatus, networkClosed } from '../failures.ts';

export interface FetchedPlaylist {
  readonly text: string;
  /** At least one. */
  readonly parts: readonly RecordedPart[];
}

/** Rejects with an `EngineError`: the server's code (`playback.none`: nothing is recorded in the range), or transport. */
export async function fetchPlaylist(
  { url, ticket }: RecordedTarget,
  signal: AbortSignal,
): Promise<FetchedPlaylist> {
  const response = await fetchRecorded(url, ticket, signal);
  const text = await response.text().catch(() => {
    throw new EngineError(networkClosed);
  });
  const parsed = parsePlaylist(text);
  if (!parsed.ok) throw new EngineError(badStream(parsed.error));
  return { text, parts: parsed.value };
}

/** A request with the ticket. Rejects with an `EngineError` for every status but 200 and 206. */
export async function fetchRecorded(
  url: string,
  ticket: string,
  signal: AbortSignal,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${ticket}`, ...extraHeaders },
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal,
  }).catch(() => {
    throw new EngineError(networkClosed);
  });
  if (response.ok) return response;
  throw new EngineError(await failureOfResponse(response));
}

/** The server's `{code, msg}` if present. */
async function failureOfResponse(response: Response) {
  const body: unknown = await response.json().catch(() => null);
  return failureOfBody(response.status, body);
}

/** The failure of a refused request by its JSON body. */
export function failureOfBody(status: number, body: unknown) {
  const field = (name: string): string | null => {
    const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : null;
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : null;
  };
  return failureOfStatus(status, field('code'), field('msg'));
}
