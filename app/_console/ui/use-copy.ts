'use client';
import { useState } from 'react';

/** How long a button says that it has copied. */
const saidMs = 1_500;

/** Copies texts. Where the browser does not allow it, as in pages over plain HTTP, the shown text is selected. */
export function useCopy() {
  const [isCopied, setCopied] = useState(false);
  return {
    isCopied,
    /** `shown`: the element that shows the text. Resolves with whether it was copied. */
    async copy(text: string, shown: Element | null | undefined): Promise<boolean> {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        if (shown instanceof HTMLInputElement) {
          shown.focus();
          shown.select();
        } else if (shown) getSelection()?.selectAllChildren(shown);
        return false;
      }
      setCopied(true);
      setTimeout(() => setCopied(false), saidMs);
      return true;
    },
  };
}
