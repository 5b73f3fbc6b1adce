import type { Theme } from './theme.ts';

/** The two storage types of playback; a theme that shows one of them must keep one. */
const storageMedia = ['cloudRec', 'rec'];

/** True when the button is the only storage type that the theme shows: it cannot be removed. */
export function isLastStorage({ header, footer }: Theme, iconId: string): boolean {
  const media = [...header.btnList, ...footer.btnList].filter(
    (button) => button.isrender === 1 && storageMedia.includes(button.iconId),
  );
  return media.length === 1 && media[0]?.iconId === iconId;
}
