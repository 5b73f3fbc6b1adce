import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { Preview } from '../state/recordings.ts';

/** A loaded key frame that is not decoded yet. */
export interface LoadedPreview {
  /** Start of its GOP, which identifies it. */
  readonly start: EpochMs;
  decode(): Promise<ImageBitmap>;
}

export interface PreviewCacheDeps {
  readonly clock: Clock;
  /** Null: there is no picture at this time. Rejects if the request fails. */
  readonly load: (at: EpochMs, signal: AbortSignal) => Promise<LoadedPreview | null>;
  /** After a rejection: how long the server asks to wait before the request is repeated. Null: it is not repeated. */
  readonly waitAfter: (error: unknown) => Ms | null;
  readonly onShow: (preview: Preview | null) => void;
}

/** Pictures of one recording. */
export interface PreviewCache {
  /** Shows the picture of this moment as soon as it is loaded, unless another one is wanted before. Null: none. */
  show(at: EpochMs | null): void;
  /** Cancels what is being loaded, and closes all pictures. */
  close(): void;
}

/** A pointer that moves requests nothing. */
const restMs: Ms = 80;
/** After a failed request, none is sent for this time. */
const quietMs: Ms = 5_000;
/** 60 kB each. */
const maxPictures = 48;

export function createPreviewCache({ clock, load, waitAfter, onShow }: PreviewCacheDeps): PreviewCache {
  /** By start of the GOP, the least recently used one first. */
  const pictures = new Map<EpochMs, Preview>();
  let shown: Preview | null = null;
  let wanted: EpochMs | null = null;
  /** The pointer has rested here, and the request waits for the end of the one before. */
  let due: EpochMs | null = null;
  let cancelRest: Cancel = () => {};
  let running: { readonly at: EpochMs; readonly abort: AbortController } | null = null;
  let quietUntil: Ms = 0;
  /** What is wanted when the time is over is requested. */
  let isRepeated = false;
  let isClosed = false;

  function show(at: EpochMs | null): void {
    if (at === wanted || isClosed) return;
    wanted = at;
    due = null;
    cancelRest();
    const known = at === null ? null : find(at);
    if (at === null || known) {
      running?.abort.abort();
      present(known);
    } else if (at !== running?.at || running.abort.signal.aborted) {
      cancelRest = clock.after(restMs, rest);
    }
  }

  function find(at: EpochMs): Preview | null {
    for (const [start, picture] of pictures) {
      if (at < picture.from || at > picture.to) continue;
      keep(start, picture);
      return picture;
    }
    return null;
  }

  function rest(): void {
    due = wanted;
    if (running) running.abort.abort();
    else void run();
  }

  /** One request at a time. */
  async function run(): Promise<void> {
    while (due !== null && !isClosed) {
      const at = due;
      due = null;
      running = { at, abort: new AbortController() };
      const isQuiet = clock.monotonic() < quietUntil;
      const picture = isQuiet ? null : await request(at, running.abort.signal);
      running = null;
      const leftMs = quietUntil - clock.monotonic();
      if (isRepeated && leftMs > 0 && due === null) cancelRest = clock.after(leftMs, rest);
      if (wanted === at && due === null && !isClosed) present(picture);
    }
  }

  async function request(at: EpochMs, signal: AbortSignal): Promise<Preview | null> {
    try {
      const loaded = await load(at, signal);
      if (!loaded || signal.aborted) return null;
      const known = pictures.get(loaded.start);
      const from = Math.min(known?.from ?? loaded.start, at);
      const to = Math.max(known?.to ?? loaded.start, at);
      const image = known?.image ?? (await loaded.decode());
      const picture = { from, to, image };
      if (isClosed) {
        image.close();
        return null;
      }
      keep(loaded.start, picture);
      return picture;
    } catch (error) {
      if (signal.aborted) return null;
      const waitMs = waitAfter(error);
      isRepeated = waitMs !== null;
      quietUntil = clock.monotonic() + (waitMs ?? quietMs);
      return null;
    }
  }

  function keep(start: EpochMs, picture: Preview): void {
    pictures.delete(start);
    pictures.set(start, picture);
    for (const [oldest, { image }] of pictures) {
      if (pictures.size <= maxPictures) return;
      if (image === shown?.image) continue;
      pictures.delete(oldest);
      image.close();
    }
  }

  function present(picture: Preview | null): void {
    if (picture === shown) return;
    shown = picture;
    onShow(picture);
  }

  return {
    show,
    close() {
      isClosed = true;
      cancelRest();
      running?.abort.abort();
      present(null);
      for (const { image } of pictures.values()) image.close();
      pictures.clear();
    },
  };
}
