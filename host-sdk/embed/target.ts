import { PlayerError } from '../player-error.ts';
import type { PlayerOptions } from '../types.ts';

/**
 * The element for the player, and the origin of its server. Throws `option.invalid`: without them nothing can be shown.
 * The player itself checks all other options.
 */
export const findTarget = (
  target: Element | string,
  server: string,
  getToken: PlayerOptions['getToken'],
): [container: Element, origin: string] => {
  let invalid = `container ${target}: no element or iframe`;
  try {
    const container = (target as Element).append
      ? (target as Element)
      : document.querySelector(target as string)!;
    // Images and videos have `src`, too; iframes alone have `srcdoc`.
    if ('src' in container) (container as HTMLIFrameElement).srcdoc.at;
    else container.append();
    invalid = `server ${server}: no http URL`;
    const [origin] = /^http.*/.exec(new URL(server).origin)!;
    // Not the value: it may be a token.
    invalid = 'getToken: no function';
    getToken.bind(0);
    return [container, origin];
  } catch {
    throw new PlayerError('option.invalid', invalid);
  }
};
