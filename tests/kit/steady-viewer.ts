import { firstSpsOf } from '../../lib/codec/avc-config.ts';
import { type FlvClient, openClient, type Refused, type Transport } from './flv-client.ts';
import { type ReadTag, readScript, readVideo } from './flv-reader.ts';

export interface SteadyViewerOptions {
  /** Origin of the server. */
  readonly origin: string;
  readonly accessToken: string;
  readonly serial: string;
  readonly transport: Transport;
  /** As the camera sends it by default. */
  readonly form?: 'h264';
  /** Called with each video tag, headers included, for tests that parse the frames. */
  readonly onVideo?: (tag: ReadTag) => void;
}

export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Polls until the result is neither undefined nor false. Throws an error that names `what`. */
export async function until<T>(
  what: string,
  request: () => T | undefined | false,
  withinMs = 30_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = request();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`timeout after ${withinMs} ms: ${what}`);
    await wait(10);
  }
}

/** All times are `performance.now()` at which the viewer noticed, at most 20 ms after the bytes arrived. */
export interface ReportedStatus {
  readonly state: string;
  readonly code: string | null;
  readonly at: number;
}

export interface SeenHeader {
  readonly codec: string;
  /** Null unless the codec is H.264. */
  readonly size: readonly [width: number, height: number] | null;
  readonly at: number;
}

export interface Ending extends Refused {
  readonly at: number;
}

const checkEveryMs = 20;
const againAfterMs = 300;

/**
 * A viewer of the media path, without a browser: requests a live address, watches, and reconnects when the stream ends.
 */
export class SteadyViewer {
  /** Rejections and stream ends, in order. */
  readonly endings: Ending[] = [];
  readonly statuses: ReportedStatus[] = [];
  readonly headers: SeenHeader[] = [];
  /** FLV timestamps of the frames of the open connection. */
  timestamps: number[] = [];
  /** Arrival times of the frames of all connections. */
  readonly seenAt: number[] = [];
  /** Number of frames whose presentation time differs from their decoding time. */
  reordered = 0;
  connections = 0;
  private client: FlvClient | null = null;
  private endCode = '';
  private isStopped = false;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: SteadyViewerOptions) {
    this.timer = setInterval(() => this.look(), checkEveryMs);
    void this.run();
  }

  get hasAudio(): boolean | null {
    return this.client?.flags?.audio ?? null;
  }

  framesSince(at: number): number {
    let index = this.seenAt.length;
    while (index > 0 && (this.seenAt[index - 1] ?? 0) >= at) index -= 1;
    return this.seenAt.length - index;
  }

  hasSeenSince(at: number): boolean {
    return (this.seenAt.at(-1) ?? Number.NEGATIVE_INFINITY) >= at;
  }

  /** Time of the first frame that arrived at or after `at`. */
  firstSince(at: number): number | undefined {
    return this.seenAt.find((seen) => seen >= at);
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.timer);
    this.client?.destroy();
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const ended = await this.watchOnce();
      if (this.isStopped) return;
      this.endings.push({ ...ended, at: performance.now() });
      await new Promise((again) => setTimeout(again, againAfterMs));
    }
  }

  private async watchOnce(): Promise<Refused> {
    const { origin, accessToken, serial, transport, form } = this.options;
    try {
      const answer = await fetch(`${origin}/api/lapp/live/url/ezopen`, {
        method: 'POST',
        body: new URLSearchParams({ ezopen: `ezopen://oriel/${serial}/1.hd.live`, accessToken }),
      });
      const { code, data } = (await answer.json()) as { code: string; data: { url: string; token: string } };
      if (String(code) !== '200') return { status: answer.status, code: String(code) };
      const { port, pathname } = new URL(data.url);
      const path = form === 'h264' ? pathname.replace(/\.flv$/, '.h264.flv') : pathname;
      const client = await openClient(transport, { port: Number(port), path, ticket: data.token });
      if (this.isStopped) client.destroy();
      this.client = client;
      this.endCode = '';
      this.timestamps = [];
      this.connections += 1;
      const ended = await client.closed;
      this.look();
      return { status: ended.status, code: ended.code || this.endCode };
    } catch (error) {
      const { status = 0, code = String(error) } = error as Partial<Refused>;
      return { status, code };
    }
  }

  private look(): void {
    const { client } = this;
    if (!client) return;
    const at = performance.now();
    const tags = client.tags as ReadTag[];
    // Removed after reading: a long test with many viewers would otherwise keep every frame in memory.
    for (const tag of tags.splice(0)) this.tag(tag, at);
  }

  private tag(tag: ReadTag, at: number): void {
    if (tag.type === 'script') {
      const { name, value } = readScript(tag);
      if (name === 'onOrielEnd') this.endCode = String(value.code);
      if (name !== 'onOrielStatus') return;
      this.statuses.push({ state: String(value.state), code: value.code as string | null, at });
    }
    if (tag.type !== 'video') return;
    this.options.onVideo?.(tag);
    const { codec, isHeader, data } = readVideo(tag);
    if (isHeader) {
      const sps = codec === 'avc1' ? firstSpsOf(data) : null;
      this.headers.push({ codec, size: sps ? [sps.width, sps.height] : null, at });
      return;
    }
    this.seenAt.push(at);
    this.timestamps.push(tag.timestampMs);
    if (codec === 'avc1' && tag.body.readIntBE(2, 3) !== 0) this.reordered += 1;
  }
}
