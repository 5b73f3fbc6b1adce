import { parsePlaylist } from '../../lib/codec/hls/parse-playlist.ts';
import type { RecordedPart } from '../../lib/codec/hls/recorded-part.ts';
import { wait } from './steady-viewer.ts';

export interface RecordedViewerOptions {
  /** Origin of the server. */
  readonly origin: () => string;
  readonly accessToken: string;
  readonly serial: string;
  /** Called with the bytes of each part and preview, and the `performance.now()` of its request. */
  readonly onPart: (bytes: Buffer, requestedAt: number) => void;
  /** Pause before it starts again. */
  readonly againAfterMs?: number;
}

const defaultAgainAfterMs = 700;
/** Of the newest parts, which were just recorded. */
const newest = 2;

/**
 * A viewer of today's recordings, without a browser: requests an address and its playlist, reads the newest parts, an
 * older one and a preview, and starts again.
 */
export class RecordedViewer {
  /** Codes of refused addresses, and statuses of refused requests, in order. */
  readonly refusals: string[] = [];
  /** Arrival times of the parts, `performance.now()`. */
  readonly seenAt: number[] = [];
  /** Key frames that were read. */
  previews = 0;
  private isStopped = false;

  constructor(private readonly options: RecordedViewerOptions) {
    void this.run();
  }

  hasSeenSince(at: number): boolean {
    return (this.seenAt.at(-1) ?? Number.NEGATIVE_INFINITY) >= at;
  }

  stop(): void {
    this.isStopped = true;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      await this.readOnce().catch((error: unknown) => this.refusals.push(String(error)));
      await wait(this.options.againAfterMs ?? defaultAgainAfterMs);
    }
  }

  private async readOnce(): Promise<void> {
    const { accessToken, serial, onPart } = this.options;
    const origin = this.options.origin();
    // The organisation's zone is that of Shanghai.
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
    const answer = await fetch(`${origin}/api/lapp/live/url/ezopen`, {
      method: 'POST',
      body: new URLSearchParams({
        ezopen: `ezopen://oriel/${serial}/1.cloud.rec?begin=${day}`,
        accessToken,
      }),
    });
    const { code, data } = (await answer.json()) as { code: string; data: { url: string; token: string } };
    if (String(code) !== '200') {
      this.refusals.push(String(code));
      return;
    }
    const read = (url: string, range: Record<string, string> = {}) =>
      fetch(url, { headers: { authorization: `Bearer ${data.token}`, ...range } });
    const list = await read(data.url);
    const parsed = list.ok ? parsePlaylist(await list.text()) : null;
    if (!parsed?.ok) {
      this.refusals.push(String(list.status));
      return;
    }
    for (const part of chosen(parsed.value)) {
      const range = { range: `bytes=${part.offset}-${part.offset + part.length - 1}` };
      const requestedAt = performance.now();
      const response = await read(new URL(part.uri, data.url).href, range);
      if (this.isStopped) return;
      if (!response.ok) {
        this.refusals.push(String(response.status));
        return;
      }
      onPart(Buffer.from(await response.arrayBuffer()), requestedAt);
      this.seenAt.push(performance.now());
    }
    await this.readPreview(read, data.url, chosen(parsed.value)[0]);
  }

  /** The key frame that a timeline shows while the pointer is over it. */
  private async readPreview(
    read: (url: string) => Promise<Response>,
    playlist: string,
    part: RecordedPart | undefined,
  ): Promise<void> {
    if (!part) return;
    const requestedAt = performance.now();
    const response = await read(new URL(`keyframe?at=${Math.round(part.startMs)}`, playlist).href);
    if (this.isStopped) return;
    if (!response.ok) {
      this.refusals.push(String(response.status));
      return;
    }
    this.previews += 1;
    this.options.onPart(Buffer.from(await response.arrayBuffer()), requestedAt);
  }
}

function chosen(parts: readonly RecordedPart[]): readonly RecordedPart[] {
  const older = parts.slice(0, -newest);
  return [...older.slice(Math.floor(Math.random() * older.length)).slice(0, 1), ...parts.slice(-newest)];
}
