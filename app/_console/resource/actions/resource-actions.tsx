'use client';
/** Actions of a page, with their confirmations and result dialogs. */
import { notifications } from '@mantine/notifications';
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { usePage } from '../../shell/page/page-context.ts';
import { recordLink } from '../../shell/page/record-link.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import { type DoneAction, useActions } from './use-actions.ts';
import { type Bulk, useBulk } from './use-bulk.ts';
import { useRemoval } from './use-removal.ts';

const OneTimeSecrets = lazy(() => import('../../ui/dialogs/one-time-secrets.tsx'));
const BulkReport = lazy(() => import('./bulk-report.tsx'));

export interface ResourceActions extends ReturnType<typeof useActions> {
  remove(rows: readonly Row[]): void;
  /** The selected rows. Null: reading failed or was cancelled. */
  chosen(): Promise<readonly Row[] | null>;
  notifyDone(done: DoneAction): void;
  readonly bulk: Bulk;
}

const ResourceActionsContext = createContext<ResourceActions | null>(null);

export function useResourceActions(): ResourceActions {
  const actions = useContext(ResourceActionsContext);
  if (!actions) throw new Error('useResourceActions outside a resource page');
  return actions;
}

/** Text values of a response besides the id, such as a secret or one-time password. */
function shownOnce(answer: unknown, idField: string): Readonly<Record<string, string>> | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const texts = Object.entries(answer).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== idField,
  );
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

export function ResourceActionsProvider({ children }: { readonly children: ReactNode }) {
  const { resource, slots } = useResourcePage();
  const page = usePage();
  const bulk = useBulk();
  const [once, setOnce] = useState<{ what: string; texts: Readonly<Record<string, string>> } | null>(null);
  const remove = useRemoval(bulk);

  const notifyDone = ({ title, answer, message, id }: DoneAction) => {
    const texts = slots.onAnswer ? null : shownOnce(answer, resource.definition.id.field);
    if (texts) setOnce({ what: title, texts });
    else {
      const isKnown = (typeof id === 'number' || typeof id === 'string') && resource.can('query');
      notifications.show({ message: isKnown ? recordLink(page, id, message) : message, role: 'status' });
    }
  };
  const actions = useActions({ bulk, remove, notifyDone });
  const value: ResourceActions = {
    ...actions,
    // Failures have been shown.
    remove: (rows) => void remove(rows).catch(() => undefined),
    chosen: bulk.chosen,
    notifyDone,
    bulk,
  };
  return (
    <ResourceActionsContext value={value}>
      {children}
      <Suspense>
        {bulk.run && <BulkReport run={bulk.run} onClose={bulk.close} />}
        {once && <OneTimeSecrets what={once.what} texts={once.texts} onClose={() => setOnce(null)} />}
      </Suspense>
    </ResourceActionsContext>
  );
}
