import { defaultTalkSettings, maxGain, type TalkSettings } from '../../state/talk-state.ts';

/** In the browser's storage of the player's origin: the devices of the viewer are the same on every page. */
const key = 'oriel.talk';
const maxId = 2_000;

export function readTalkSettings(): TalkSettings | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { isHold, microphoneId, speakerId, gain } = value as Partial<Record<keyof TalkSettings, unknown>>;
    const idOf = (id: unknown) => (typeof id === 'string' && id.length <= maxId ? id : '');
    return {
      isHold: isHold === true,
      microphoneId: idOf(microphoneId),
      speakerId: idOf(speakerId),
      gain: typeof gain === 'number' && gain >= 0 && gain <= maxGain ? gain : defaultTalkSettings.gain,
    };
  } catch {
    // The browser does not give storage to frames of other sites.
    return null;
  }
}

export function writeTalkSettings(settings: TalkSettings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // As above, or the storage is full.
  }
}
