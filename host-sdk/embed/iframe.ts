import type { PlayerOptions } from '../types.ts';

/**
 * Adds the player frame to the container. Its address contains the template and the application key, nothing secret.
 */
export const addFrame = (
  container: Element,
  origin: string,
  { template = 'simple', app, microphone, title = 'Camera', width = 600, height = 400 }: PlayerOptions,
): HTMLIFrameElement =>
  container.appendChild(
    Object.assign(document.createElement('iframe'), {
      src: `${origin}/player/${encodeURIComponent(template)}/${encodeURIComponent(app)}?${self.origin}`,
      allow: `autoplay;fullscreen;picture-in-picture;clipboard-write;cross-origin-isolated${microphone ? ';microphone' : ''}`,
      style: 'border:0;display:block',
      referrerPolicy: 'origin',
      title,
      width,
      height,
    }),
  );
