'use client';
/** What can be done in a room, with the questions and answers that belong to it. */
import { notifications } from '@mantine/notifications';
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import type { Row } from './data/row.ts';
import { useActions } from './data/use-actions.ts';
import { useBulk } from './data/use-bulk.ts';
import { useBulkStatus } from './data/use-bulk-status.ts';
import { useRemoval } from './data/use-removal.ts';
import { type Question, useConfirm } from './parts/use-confirm.tsx';
import { useTexts } from './parts/use-texts.ts';
import { useResourceRoom } from './room-context.ts';

const OnceAnswer = lazy(() => import('./parts/once-answer.tsx'));
const BulkReport = lazy(() => import('./table/bulk-report.tsx'));

export interface RoomActions extends ReturnType<typeof useActions> {
  remove(rows: readonly Row[]): void;
  /** The rows that are chosen. Null: they could not be read, or nobody waited for it. */
  chosen(): Promise<readonly Row[] | null>;
  /** What they can be set to, together. */
  readonly statuses: readonly { readonly value: unknown; readonly word: string }[];
  turnAll(rows: readonly Row[], value: unknown): Promise<void>;
  ask(question: Question): Promise<boolean>;
  /** `name`: what it was done to. */
  tellDone(what: string, answer: unknown, name: string): void;
}

const RoomActionsContext = createContext<RoomActions | null>(null);

export function useRoomActions(): RoomActions {
  const actions = useContext(RoomActionsContext);
  if (!actions) throw new Error('useRoomActions outside a room');
  return actions;
}

/** Texts of an answer beside the id: a secret, a one-time password. */
function shownOnce(answer: unknown, idField: string): Readonly<Record<string, string>> | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const texts = Object.entries(answer).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== idField,
  );
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

export function RoomActionsProvider({ children }: { readonly children: ReactNode }) {
  const { resource, slots } = useResourceRoom();
  const { say } = useTexts();
  const { ask, dialog } = useConfirm();
  const bulk = useBulk();
  const bulkStatus = useBulkStatus(bulk, ask);
  const [once, setOnce] = useState<{ what: string; texts: Readonly<Record<string, string>> } | null>(null);
  const remove = useRemoval(bulk, ask);

  const tellDone = (what: string, answer: unknown, name: string) => {
    const texts = slots.onAnswer ? null : shownOnce(answer, resource.definition.id.field);
    if (texts) setOnce({ what: name ? say('common.pair', { name: what, value: name }) : what, texts });
    else {
      const message = say('common.pair', { name: what, value: say('common.done') });
      notifications.show({ message, role: 'status' });
    }
  };
  const actions = useActions({ ask, bulk, remove, tellDone });
  const value: RoomActions = {
    ...actions,
    // The wrapper has told the user of a failure.
    remove: (rows) => void remove(rows).catch(() => undefined),
    statuses: bulkStatus?.choices ?? [],
    turnAll: async (rows, value) => bulkStatus?.turn(rows, value),
    chosen: bulk.chosen,
    ask,
    tellDone,
  };
  return (
    <RoomActionsContext value={value}>
      {children}
      {dialog}
      <Suspense>
        {bulk.run && <BulkReport run={bulk.run} onClose={bulk.close} />}
        {once && <OnceAnswer what={once.what} texts={once.texts} onClose={() => setOnce(null)} />}
      </Suspense>
    </RoomActionsContext>
  );
}
