import type { Cancel } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import type { FrameEventData, HostCallData } from '../../../lib/protocol/index.ts';
import { regionOf } from '../../state/zoom-region.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { callError, codeOf, requireAllowed } from './engine-failure.ts';
import { createFileOffers, defaultFileName, proveReadable, safeFileName } from './offer-file.ts';

type CapturedSnapshot = FrameEventData<'capturePicture'>;

/** Duration of the animation in capture.css. */
const flashMs: Ms = 350;

/** Normally milliseconds. Limits the call if a worker or encoder does not respond. */
const capturedWithin: Ms = 5_000;

/** Snapshots at full resolution, for the viewer and the host page. */
export function makeCapture(context: FeatureContext): Feature {
  const { clock, root, host, getState, send } = context;
  const offers = createFileOffers(clock);
  const pending = new Set<() => void>();
  let cancelFlash: Cancel = () => {};

  /** Rejects after the timeout and when the player is destroyed. */
  function inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => reject(new Error('the snapshot timed out'));
      const cancel = clock.after(capturedWithin, giveUp);
      pending.add(giveUp);
      void work.then(resolve, reject).finally(() => {
        cancel();
        pending.delete(giveUp);
      });
    });
  }

  /** Rejects with a `RequestError`. */
  async function take({
    fileName,
    format,
    zoomed,
  }: HostCallData<'capturePicture'>): Promise<CapturedSnapshot> {
    const { playback, address, zoom } = getState();
    requireAllowed(context, 'format', format);
    const engine = context.engine();
    if (playback.phase !== 'playing' || !engine) throw await callError(context, 'player.notPlaying');
    const isPng = format === 'png';
    const extension = isPng ? '.png' : '.jpg';
    const capturedAt = engine.currentTime() ?? clock.now();
    const made = engine
      .snapshot({
        type: isPng ? 'image/png' : 'image/jpeg',
        ...(zoomed && zoom ? { region: regionOf(zoom) } : {}),
      })
      .then(proveReadable)
      .then(async (blob) => ({ blob, ...(await sizeOf(blob)) }));
    const image = await inTime(made).catch(async (error: unknown) => {
      throw await callError(context, codeOf(error, 'media.snapshot'));
    });
    const name = safeFileName(fileName, defaultFileName(address, capturedAt, extension), extension);
    const file = { fileName: name, ...image };
    host.notify('capturePicture', file);
    return file;
  }

  function flash(): void {
    cancelFlash();
    root.dataset.flash = 'on';
    cancelFlash = clock.after(flashMs, () => {
      delete root.dataset.flash;
    });
  }

  async function captureForViewer(): Promise<void> {
    try {
      const { blob, fileName } = await take({});
      flash();
      if (!getState().display.noDownload) offers.offer(blob, fileName);
      send({ type: 'event.captured', isCaptured: true });
    } catch {
      // The viewer can only retry; calls of the page receive the code.
      send({ type: 'event.captured', isCaptured: false });
    }
  }

  return {
    handlers: {
      capturePicture: async (options) => {
        const file = await take(options);
        if (options.download) offers.offer(file.blob, file.fileName);
        return file;
      },
    },
    run(effect) {
      if (effect.do === 'capture') void captureForViewer();
    },
    destroy() {
      cancelFlash();
      for (const giveUp of pending) giveUp();
      offers.destroy();
    },
  };
}

/** Pixel size of the file itself, which may differ from the stream's metadata. */
async function sizeOf(blob: Blob): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}
