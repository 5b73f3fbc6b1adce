'use client';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { fetchOnFirstInteraction } from '../first-interaction.ts';
import { loadConfirmDialog } from './confirm-action.ts';
import { openQuestion } from './open-question.ts';

const ConfirmDialog = lazy(loadConfirmDialog);

/** Renders the questions of `confirmAction`. The console has one instance. */
export function ConfirmHost() {
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.get, () => null);
  useEffect(() => fetchOnFirstInteraction(loadConfirmDialog), []);
  // Unmounting answers an open question with no.
  useEffect(() => () => openQuestion.get()?.answer(false), []);
  return (
    question && (
      <Suspense>
        <ConfirmDialog question={question} />
      </Suspense>
    )
  );
}
