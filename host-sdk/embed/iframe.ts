import type { PlayerOptions } from '../types.ts';

/** Adds the player's frame to the container. Its address says nothing but whose player it is. */
export const addFrame = (container: Element, origin: string, options: PlayerOptions): HTMLIFrameElement =>
  container.appendChild(
    Object.assign(document.createElement('iframe'), {
      src: `${origin}/player/${options.template ?? 'simple'}/${options.app}`,
      allow: `autoplay;fullscreen;picture-in-picture;cross-origin-isolated${options.microphone ? ';microphone' : ''}`,
      style: 'border:0',
      referrerPolicy: 'origin',
      title: options.title ?? 'Camera',
      width: options.width ?? 600,
      height: options.height ?? 400,
    }),
  );
