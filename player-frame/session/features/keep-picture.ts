import type { Cancel } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import type { PlayerState } from '../../state/player-state.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { picturePrefix, pictureSlot, readPicture } from '../last-picture.ts';

const firstAfterMs: Ms = 2_000;
const everyMs: Ms = 60_000;
/** It is shown blurred. */
const widthPx = 160;
const maxPictures = 64;

/**
 * Keeps the last picture of the camera for the next start (last-picture.ts). Not for encrypted cameras, nor where the
 * page keeps files from the viewer's disk; deleted when the server refuses the camera to the viewer.
 */
export function makeKeepPicture(context: FeatureContext): Feature {
  const { clock, app, view, getState } = context;
  let cancel: Cancel = () => {};
  let isPlaying = false;

  const mayKeep = ({ playback, hasFrame, isStalled, sourceFailure, display }: PlayerState): boolean =>
    playback.phase === 'playing' && hasFrame && !isStalled && !sourceFailure && !display.noDownload;

  async function keep(): Promise<void> {
    const state = getState();
    const slot = pictureSlot(app, state.address);
    if (!slot || !mayKeep(state) || document.hidden) return;
    if (!slot.isAllowed) return remove(slot.key);
    const image = await smallCopy().catch(() => null);
    if (image === null || getState().address !== state.address) return;
    inStorage((storage) => {
      makeRoom(storage, slot.key, clock.now());
      storage.setItem(slot.key, `${Math.round(clock.now())} ${image}`);
    });
  }

  /** A `data:` URL of the current frame; null without one. */
  async function smallCopy(): Promise<string | null> {
    const copied = await context.engine()?.copyFrame?.();
    const source = copied ?? view.querySelector('video');
    const width = source instanceof HTMLVideoElement ? source.videoWidth : (source?.width ?? 0);
    const height = source instanceof HTMLVideoElement ? source.videoHeight : (source?.height ?? 0);
    const canvas = document.createElement('canvas');
    canvas.width = widthPx;
    canvas.height = Math.round((widthPx * height) / width) || 0;
    if (source && canvas.height > 0) {
      canvas.getContext('2d', { alpha: false })?.drawImage(source, 0, 0, canvas.width, canvas.height);
    }
    copied?.close();
    return canvas.height > 0 ? canvas.toDataURL('image/jpeg', 0.6) : null;
  }

  function keepSoon(afterMs: Ms): void {
    cancel();
    cancel = clock.after(afterMs, () => {
      void keep();
      keepSoon(everyMs);
    });
  }

  return {
    stateChanged(state) {
      const { playback } = state;
      if (playback.phase === 'failed' && playback.playbackFailure.stage === 'address') {
        const slot = pictureSlot(app, playback.address);
        if (slot) remove(slot.key);
      }
      const isNow = playback.phase === 'playing' && state.hasFrame;
      if (isNow === isPlaying) return;
      isPlaying = isNow;
      if (isNow) keepSoon(firstAfterMs);
      else cancel();
    },
    destroy() {
      cancel();
    },
  };
}

function remove(key: string): void {
  inStorage((storage) => storage.removeItem(key));
}

/** Removes expired pictures, and the oldest if there are too many. */
function makeRoom(storage: Storage, key: string, now: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const others = keys.filter((one) => one.startsWith(picturePrefix) && one !== key);
  const ages = others.map((one) => ({ one, savedAt: readPicture(storage, one, now)?.savedAt ?? 0 }));
  ages.sort((left, right) => right.savedAt - left.savedAt);
  for (const [index, { one, savedAt }] of ages.entries()) {
    if (savedAt === 0 || index >= maxPictures - 1) storage.removeItem(one);
  }
}

/** Browsers may refuse storage to frames of other sites, and storage may be full. */
function inStorage(use: (storage: Storage) => void): void {
  try {
    use(localStorage);
  } catch {
    // The next start shows no picture.
  }
}
