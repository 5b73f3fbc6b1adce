'use client';
import { useEffect, useEffectEvent, useId } from 'react';
import { isOfComposition } from '../composition.ts';

/** The open dialogs: how each closes, by the id of its element. */
const openDialogs = new Map<string, () => void>();

/** What the current key press closes, decided before another listener changes the page. */
let closing: (() => void) | null = null;

/**
 * Escape closes the topmost dialog only. Mantine's dialogs each listen to the window, so that one key press would
 * close all of them.
 *
 * @returns the id for the dialog's element
 */
export function useCloseOnEscape(isOpen: boolean, onClose: () => void): string {
  const id = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    if (openDialogs.size === 0) {
      window.addEventListener('keydown', choose, { capture: true });
      window.addEventListener('keydown', closeChosen);
    }
    openDialogs.set(id, () => close());
    return () => {
      openDialogs.delete(id);
      if (openDialogs.size > 0) return;
      window.removeEventListener('keydown', choose, { capture: true });
      window.removeEventListener('keydown', closeChosen);
    };
  }, [id, isOpen]);
  return id;
}

function choose(event: KeyboardEvent): void {
  // A held key repeats: it must not close one dialog after the other.
  const isEscape = event.key === 'Escape' && !isOfComposition(event) && !event.repeat;
  closing = isEscape ? closerAt(event.target) : null;
}

function closeChosen(event: KeyboardEvent): void {
  const close = closing;
  closing = null;
  // Prevented by what used the key itself, such as an input or a drag.
  if (!event.defaultPrevented) close?.();
}

function closerAt(target: EventTarget | null): (() => void) | null {
  if (target instanceof Element) {
    // An open select, or a menu or popover over the dialog, closes itself.
    if (target.getAttribute('data-mantine-stop-propagation') === 'true') return null;
    const layer = target.closest('[role="dialog"], [role="menu"]');
    if (layer && layer.getAttribute('aria-modal') !== 'true') return null;
    // The focus has not moved from the button into its menu or popover.
    const button = target.closest<HTMLElement>('button[aria-haspopup][aria-expanded="true"]');
    if (button) return () => button.click();
  }
  return topmost();
}

/** The last in the document: dialogs have the same z-index. */
function topmost(): (() => void) | null {
  const elements = [...openDialogs.keys()].flatMap((id) => document.getElementById(id) ?? []);
  const last = elements.reduce<HTMLElement | null>(
    (top, element) =>
      top && top.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? top : element,
    null,
  );
  return (last && openDialogs.get(last.id)) ?? null;
}
