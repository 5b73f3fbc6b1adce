'use client';
/** Keys that the mounted parts of a page have registered. */
import { type RefObject, useEffect, useRef } from 'react';

/** True if the target uses key presses itself: text inputs, selects and lists. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="textbox"], [role="listbox"]') !== null
  );
}

/** False within a hidden tab, whose display the descendants do not have. */
const isShown = (element: Element | null): boolean =>
  !element || (getComputedStyle(element).display !== 'none' && isShown(element.parentElement));

/** True if a dialog or menu covers the page, or what the keys are of. A closed one may be kept in the document. */
const isCovered = (within: Element | null) =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].some(
    (layer) => !(within && layer.contains(within)) && isShown(layer),
  );

/**
 * Inactive while a dialog covers the page, and single keys while the user is typing. `Ctrl s` is the key with Ctrl or
 * Cmd. `within`: what the keys are of, which may be a part of a dialog.
 */
export function useKeyboardShortcuts(
  isActive: boolean,
  keys: Readonly<Record<string, () => void>>,
  within?: RefObject<Element | null>,
): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented) return;
      const isWithCtrl = event.ctrlKey || event.metaKey;
      const key = isWithCtrl ? `Ctrl ${event.key.toLowerCase()}` : event.key;
      const act = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined;
      if (!act || (!isWithCtrl && isTyping(event.target)) || isCovered(within?.current ?? null)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isActive, within]);
}
