import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameCodeReaderSource } from './frame-number.ts';
import { eventually } from './host-page.ts';
import type { OtherBrowser } from './other-browsers.ts';

/** The player's last state and events in the host page. */
export interface Seen {
  readonly phase: string;
  readonly engine?: string;
  readonly engineReason?: string;
  readonly width?: number;
  readonly height?: number;
  readonly muted: boolean;
  readonly audioBlocked?: boolean;
  readonly code?: string;
  readonly zoom?: number;
  readonly fullScreen?: boolean;
  readonly webFullScreen?: boolean;
}

/** A decoded snapshot. */
export interface SeenFrame {
  readonly type: string;
  readonly width: number;
  readonly height: number;
  /** Number burnt into the demo camera's frames; null if there is none. */
  readonly frame: number | null;
  /** 16 x 9 cells of red, green and blue, starting at the top left. */
  readonly cells: readonly number[];
}

export interface SeenFile {
  readonly durationMs: number;
  readonly hasAudio: boolean;
  readonly codecs: readonly string[];
  /** Duration by ffprobe, ms. */
  readonly probedMs: number;
}

/** One player on the host page in a browser other than Chromium, controlled by the SDK only. */
export class OtherPlayer {
  /** The page has a player of the default size without options. */
  #isPlain = false;

  constructor(
    readonly browser: OtherBrowser,
    private readonly hostOrigin: string,
    private readonly options: Readonly<Record<string, unknown>>,
  ) {}

  /** Loads a new host page with a box of this size. */
  async open(wish: Record<string, unknown> = {}, { width, height } = { width: 800, height: 450 }) {
    const { browser } = this;
    await browser.open(this.hostOrigin);
    await eventually('the host page', () => browser.evaluate<boolean>('window.ready === true'), 30_000);
    await browser.evaluate(`(() => {
      Object.assign(document.getElementById('player').style, { width: '${width}px', height: '${height}px' });
      window.open1(${JSON.stringify({ ...this.options, width: '100%', height: '100%', ...wish })});
    })()`);
  }

  /** In a new page. */
  async play(wish: Record<string, unknown> = {}, size?: { width: number; height: number }): Promise<Seen> {
    this.#isPlain = false;
    await this.open(wish, size);
    const seen = await this.becomes('playing', "state.phase === 'playing'", 40_000);
    this.#isPlain = size === undefined && Object.keys(wish).length === 0;
    return seen;
  }

  /** The player of the test before, if it plays as a new one without options would; otherwise a new one. */
  async playing(): Promise<Seen> {
    const isUnused =
      "state.phase === 'playing' && state.muted && state.zoom == null && !state.ptz && !state.recording && !state.fullScreen && !state.webFullScreen";
    const requested = `window.player?.state && (({ state }) => (${isUnused}) ? state : null)(player)`;
    const seen = this.#isPlain ? await this.browser.evaluate<Seen | null>(requested) : null;
    return seen ?? this.play();
  }

  /** As `open`, for the player that is there. */
  resize(width: number, height: number): Promise<unknown> {
    this.#isPlain = false;
    return this.browser.evaluate(
      `Object.assign(document.getElementById('player').style, { width: '${width}px', height: '${height}px' }), 0`,
    );
  }

  state(): Promise<Seen> {
    return this.browser.evaluate<Seen>('player.state');
  }

  /** Waits until an expression over `state` is true. A timeout error includes the last state. */
  async becomes(what: string, condition: string, withinMs = 20_000): Promise<Seen> {
    const requested = `(() => { const { state } = player; return !!state && (${condition}) ? state : null; })()`;
    try {
      return await eventually(what, () => this.browser.evaluate<Seen | null>(requested), withinMs);
    } catch (error) {
      throw new Error(`${String(error)}: ${JSON.stringify(await this.state())}`);
    }
  }

  /** Waits until an expression in the player's document is true. */
  async shows(what: string, condition: string, withinMs = 20_000): Promise<void> {
    await eventually(what, () => this.browser.evaluateInPlayer<boolean>(`!!(${condition})`), withinMs);
  }

  /** Calls the SDK; returns the result as JSON, or `{ code }` of the rejection. */
  call<Answer = unknown>(call: string): Promise<Answer> {
    return this.browser.evaluate<Answer>(
      `player.${call}.then((value) => value ?? null, ({ code, message }) => ({ code, message }))`,
    );
  }

  /** Starts recording each `drawImage` from a canvas that a worker controls. */
  watchReads(): Promise<void> {
    return this.browser.evaluateInPlayer(`(() => {
      window.readsOfWorkers = [];
      const { drawImage } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.drawImage = function (source, ...rest) {
        try {
          if (source instanceof HTMLCanvasElement) source.getContext('2d');
        } catch {
          readsOfWorkers.push(new Error('read').stack);
        }
        return drawImage.call(this, source, ...rest);
      };
    })()`);
  }

  /** Stacks of those calls. Firefox blocks the whole page while the worker draws, up to 10 s. */
  readsOfWorkers(): Promise<string[]> {
    return this.browser.evaluateInPlayer<string[]>('readsOfWorkers');
  }

  async take(wish: Record<string, unknown> = {}): Promise<SeenFrame> {
    return this.browser.evaluate<SeenFrame>(`(async () => {
      ${frameCodeReaderSource};
      const end = performance.now() + 20_000;
      const capture = () => player.capturePicture(${JSON.stringify(wish)}).catch((error) => {
        // On a busy machine the player may be reconnecting at this moment.
        if (error.code !== 'player.notPlaying' || performance.now() > end) throw error;
        return new Promise((next) => setTimeout(next, 200)).then(capture);
      });
      const { blob, width, height } = await capture();
      const bitmap = await createImageBitmap(blob);
      const draw = (width, height) => {
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width, height });
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(bitmap, 0, 0, width, height);
        return context.getImageData(0, 0, width, height).data;
      };
      const frame = readFrameCode(draw(bitmap.width, bitmap.height), bitmap.width, bitmap.height)?.frame ?? null;
      const cells = [...draw(16, 9)].filter((_, at) => at % 4 !== 3);
      if (bitmap.width !== width || bitmap.height !== height) throw new Error('the image has a different size than reported');
      return { type: blob.type, width, height, frame, cells };
    })()`);
  }

  /** Records for about `forMs` and probes the file with ffprobe. */
  async record(forMs: number): Promise<SeenFile> {
    const begun = await this.call<{ code?: string } | null>('startSave()');
    if (begun?.code) throw new Error(`recording did not start: ${JSON.stringify(begun)}`);
    await new Promise((next) => setTimeout(next, forMs));
    const file = await this.browser.evaluate<{ durationMs: number; hasAudio: boolean; base64: string }>(
      `(async () => {
        const { blob, durationMs, hasAudio } = await player.stopSave();
        const bytes = new Uint8Array(await blob.arrayBuffer());
        let text = '';
        for (let at = 0; at < bytes.length; at += 8192)
          text += String.fromCharCode(...bytes.subarray(at, at + 8192));
        return { durationMs, hasAudio, base64: btoa(text) };
      })()`,
    );
    const { durationMs, hasAudio, base64 } = file;
    return { durationMs, hasAudio, ...(await probe(Buffer.from(base64, 'base64'))) };
  }

  /** Bounding box of an element of the player, in page pixels. */
  async boxOf(selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
    const frame = await this.browser.evaluate<{ x: number; y: number }>(
      "(({ x, y }) => ({ x, y }))(document.querySelector('iframe').getBoundingClientRect())",
    );
    const inside = await this.browser.evaluateInPlayer<{
      x: number;
      y: number;
      width: number;
      height: number;
    }>(
      `(({ x, y, width, height }) => ({ x, y, width, height }))(
        document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
    );
    return { ...inside, x: inside.x + frame.x, y: inside.y + frame.y };
  }

  /** Clicks the centre with the mouse, which browsers accept as a user gesture for audio and full screen. */
  async click(selector: string, heldMs = 0, at: { x: number; y: number } = { x: 0.5, y: 0.5 }) {
    const { x, y, width, height } = await this.boxOf(selector);
    await this.browser.click(Math.round(x + width * at.x), Math.round(y + height * at.y), heldMs);
  }

  /** Saves a screenshot in the folder `ORIEL_SHOTS`, if set. */
  async shoot(name: string): Promise<void> {
    const folder = process.env.ORIEL_SHOTS;
    if (!folder) return;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.png`), await this.browser.screenshot());
  }
}

/** Mean difference of two snapshots, 0 to 255, without the rows of the clock. */
export function differenceOf(one: SeenFrame, other: SeenFrame): number {
  const [from, to] = [2 * 16 * 3, 8 * 16 * 3];
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += Math.abs((one.cells[at] ?? 0) - (other.cells[at] ?? 0));
  return sum / (to - from);
}

async function probe(bytes: Buffer): Promise<{ codecs: string[]; probedMs: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-film-'));
  try {
    const path = join(folder, 'film.mp4');
    await writeFile(path, bytes);
    const args = ['-v', 'error', '-show_entries', 'stream=codec_name:format=duration', '-of', 'json', path];
    const { stdout, stderr } = spawnSync('ffprobe', args, { encoding: 'utf8' });
    if (stderr) throw new Error(`ffprobe: ${stderr}`);
    const { streams, format } = JSON.parse(stdout) as {
      streams: { codec_name: string }[];
      format: { duration: string };
    };
    return {
      codecs: streams.map(({ codec_name }) => codec_name),
      probedMs: Number(format.duration) * 1_000,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
