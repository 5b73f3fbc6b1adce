import type { PlayerOptions } from '../types.ts';

/** Puts the player's frame into the container. Its address says nothing but whose player it is. */
export function createFrame(container: Element, origin: string, options: PlayerOptions): HTMLIFrameElement {
  const { app, template = 'simple', width = 600, height = 400, title = 'Camera', microphone } = options;
  const iframe = Object.assign(document.createElement('iframe'), {
    src: `${origin}/player/${template}/${app}`,
    allow: `autoplay; fullscreen; picture-in-picture; cross-origin-isolated${microphone ? '; microphone' : ''}`,
    referrerPolicy: 'origin',
    title,
    width,
    height,
    style: 'border:0',
  });
  container.append(iframe);
  return iframe;
}
