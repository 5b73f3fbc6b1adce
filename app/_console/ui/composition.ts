'use client';
/**
 * Keys of an input method. While a text is composed (pinyin, kana), Enter accepts it and Escape discards it. They are
 * no commands of the page.
 */
import { useEffect } from 'react';

interface ComposingKey {
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/** Safari ends the composition before the key that ends it: that key has no `isComposing`, but the code 229. */
export const isOfComposition = ({ isComposing, keyCode }: ComposingKey): boolean =>
  isComposing || keyCode === 229;

/** Keeps these keys from every listener of the page. Editable documents are left out: their editor needs the keys. */
export function useCompositionKeys(): void {
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      if ((event.key === 'Enter' || event.key === 'Escape') && isOfComposition(event)) {
        const { target } = event;
        const isEditor = target instanceof HTMLElement && target.closest('[contenteditable="true"]') !== null;
        if (!isEditor) event.stopImmediatePropagation();
      }
    };
    window.addEventListener('keydown', hold, { capture: true });
    return () => window.removeEventListener('keydown', hold, { capture: true });
  }, []);
}
