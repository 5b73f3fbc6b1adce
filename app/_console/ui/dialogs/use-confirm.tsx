'use client';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { fetchOnFirstInteraction } from '../first-interaction.ts';

const loadDialog = () => import('./confirm-dialog.tsx');
const ConfirmDialog = lazy(loadDialog);

export interface Question {
  readonly title: string;
  readonly message: string;
  /** What it is about, one line each. */
  readonly names?: readonly string[];
  /** Must be typed before going on: for what cannot be undone. */
  readonly typed?: string;
}

export interface Asked extends Question {
  answer(isYes: boolean): void;
}

/** `ask` resolves when the question has been answered; `dialog` is to be rendered. */
export function useConfirm(): { ask(question: Question): Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => fetchOnFirstInteraction(loadDialog), []);
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        setAsked({
          ...question,
          answer: (isYes) => {
            setAsked(null);
            resolve(isYes);
          },
        });
      }),
    [],
  );
  return {
    ask,
    dialog: asked && (
      <Suspense>
        <ConfirmDialog asked={asked} />
      </Suspense>
    ),
  };
}
