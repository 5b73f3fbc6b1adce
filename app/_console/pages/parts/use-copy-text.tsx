'use client';
import { notifications } from '@mantine/notifications';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';

const CopyByHand = lazy(() => import('./copy-by-hand.tsx'));

/** Copies text; where the browser does not allow it, `dialog` shows the text, selected. Render `dialog`. */
export function useCopyText(): {
  readonly copy: (text: string, doneText: string) => Promise<void>;
  readonly dialog: ReactNode;
} {
  const [byHand, setByHand] = useState<string | null>(null);
  const copy = useCallback(async (text: string, doneText: string) => {
    try {
      // Missing in pages without TLS.
      await navigator.clipboard.writeText(text);
      notifications.show({ message: doneText, role: 'status' });
    } catch {
      setByHand(text);
    }
  }, []);
  const dialog = byHand !== null && (
    <Suspense>
      <CopyByHand text={byHand} onClose={() => setByHand(null)} />
    </Suspense>
  );
  return { copy, dialog };
}
