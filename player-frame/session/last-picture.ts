import { parseEzopen } from '../../lib/ezopen/address.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { PlayerState } from '../state/player-state.ts';

/**
 * The last picture of each camera, small, in the browser's storage for the page's site: shown blurred while the next
 * video loads. Kept by features/keep-picture.ts. Never of encrypted cameras, and shown only after the server has
 * granted the stream to this viewer.
 */
export interface KeptPicture {
  readonly savedAt: EpochMs;
  /** A `data:` URL. */
  readonly image: string;
}

export const picturePrefix = 'oriel.picture/';
export const keptForMs: Ms = 7 * 86_400_000;

/** Null for an invalid address. `isAllowed`: false for an encrypted camera. */
export function pictureSlot(app: string, address: string): { key: string; isAllowed: boolean } | null {
  const parsed = parseEzopen(address);
  if (!parsed.ok) return null;
  const { deviceSerial, channelNo, validCode } = parsed.value;
  return { key: `${picturePrefix}${app}/${deviceSerial}/${channelNo}`, isAllowed: !validCode };
}

export function readPicture(storage: Storage, key: string, now: EpochMs): KeptPicture | null {
  const [savedAt, image] = (storage.getItem(key) ?? '').split(' ');
  const isCurrent = Number(savedAt) > now - keptForMs;
  return isCurrent && image?.startsWith('data:image/jpeg;') ? { savedAt: Number(savedAt), image } : null;
}

export interface LastPicture {
  stateChanged(state: PlayerState): void;
}

export function createLastPicture(app: string, stage: HTMLElement): LastPicture {
  const element = document.createElement('img');
  element.className = 'oriel-last-picture';
  element.alt = '';
  let wasLoading = false;

  function find(address: string): KeptPicture | null {
    const slot = pictureSlot(app, address);
    try {
      return slot?.isAllowed ? readPicture(localStorage, slot.key, Date.now()) : null;
    } catch {
      // The browser does not give storage to frames of other sites.
      return null;
    }
  }

  return {
    stateChanged({ playback, hasFrame, address }) {
      // The server has accepted token and camera when the address is resolved.
      const isLoading = playback.phase === 'loading' && !hasFrame;
      if (isLoading === wasLoading) return;
      wasLoading = isLoading;
      if (!isLoading) return element.remove();
      const picture = find(address);
      if (!picture) return;
      element.src = picture.image;
      stage.prepend(element);
    },
  };
}
