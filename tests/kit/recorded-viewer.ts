import { parsePlaylist } from '../../lib/codec/hls/parse-playlist.ts';
import type { RecordedPart } from '../../lib/codec/hls/recorded-part.ts';
import { wait } from './steady-viewer.ts';

export interface RecordedViewerOptions {
  /** Origin of the server. */
  readonly origin: () => string;
  readonly accessToken: string;
  readonly serial: string;
  /** Called with the bytes of each part. */
  readonly onPart: (bytes: Buffer) => void;
}

const againAfterMs = 700;
/** Of the newest parts, which were just recorded. */
const newest = 2;

/**
 * A viewer of today's recordings, without a browser: requests an address and its playlist, reads the newest parts and an
 * older one, and starts again.
 */
export class RecordedViewer {
  /** Codes of refused addresses, and statuses of refused requests, in order. */
  readonly refusals: string[] = [];
  /** Arrival times of the parts, `performance.now()`. */
  readonly seenAt: number[] = [];
  private isStopped = false;

  constructor(private readonly options: RecordedViewerOptions) {
    void this.run();
  }

  firstSince(at: number): number | undefined {
    return this.seenAt.find((seen) => seen >= at);
  }

  stop(): void {
    this.isStopped = true;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      await this.readOnce().catch((error: unknown) => this.refusals.push(String(error)));
      await wait(againAfterMs);
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
      const response = await read(new URL(part.uri, data.url).href, range);
      if (this.isStopped) return;
      if (!response.ok) this.refusals.push(String(response.status));
      else onPart(Buffer.from(await response.arrayBuffer()));
      this.seenAt.push(performance.now());
    }
  }
}

function chosen(parts: readonly RecordedPart[]): readonly RecordedPart[] {
  const older = parts.slice(0, -newest);
  return [...older.slice(Math.floor(Math.random() * older.length)).slice(0, 1), ...parts.slice(-newest)];
}
