'use client';
import { type RefCallback, useEffect } from 'react';
import { useRemoval } from '../../ui/use-removal.ts';
import { usePage } from './page-context.ts';

/**
 * For a part of a page: closing the tab asks while `isUnsaved`, also while the tab is hidden. `onRemoval` ends the work
 * of the part, whose element takes the returned ref.
 */
export function useUnsaved(isUnsaved: boolean, onRemoval?: () => void): RefCallback<Element> {
  const page = usePage();
  useEffect(() => page.setUnsaved(isUnsaved), [page, isUnsaved]);
  return useRemoval(() => {
    page.setUnsaved(false);
    onRemoval?.();
  });
}
