import type { ShownPlayer } from './plain-address-player.ts';

/**
 * Dispatches clicks and movements in the player on the iframe, from where they bubble to the container and its
 * parents, as those on a canvas of EZUIKit do. `isTrusted` is false, and the position is the centre of the player.
 */
export function dispatchPointerEvents(player: ShownPlayer): void {
  const { iframe } = player;
  for (const name of ['click', 'dblclick', 'mousemove'] as const)
    player.on(name, () => iframe.dispatchEvent(new MouseEvent(name, init(iframe))));
  player.on('touchstart', () => {
    // Desktop browsers have no TouchEvent.
    const isTouch = typeof TouchEvent === 'function';
    iframe.dispatchEvent(new (isTouch ? TouchEvent : UIEvent)('touchstart', init(iframe)));
  });
}

function init(iframe: Element): MouseEventInit {
  const { left, top, width, height } = iframe.getBoundingClientRect();
  return {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    clientX: left + width / 2,
    clientY: top + height / 2,
  };
}
