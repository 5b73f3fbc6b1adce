'use client';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

interface Draft {
  /** The camera that it is about. */
  readonly id: string;
  readonly text: string;
}

const NoteDraft = createContext<readonly [Draft | null, (draft: Draft) => void]>([null, () => {}]);

/** Keeps the note that is being written while the page shows another moment of the camera. */
export function NoteDraftProvider({ children }: { readonly children: ReactNode }) {
  const draft = useState<Draft | null>(null);
  const isWritten = Boolean(draft[0]?.text.trim());
  useEffect(() => {
    if (!isWritten) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isWritten]);
  return <NoteDraft value={draft}>{children}</NoteDraft>;
}

export function useNoteDraft(id: string): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useContext(NoteDraft);
  return [draft?.id === id ? draft.text : '', (text) => setDraft({ id, text })];
}
