'use client';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import type { useTexts } from '../../text/use-texts.ts';
import { offerUndo } from '../../ui/toasts/undo.tsx';
import type { useResourcePage } from '../context/resource-page-context.ts';
import { pieceRows } from './batch.ts';
import { type Bulk, isFailed } from './use-bulk.ts';

interface SetSeveral extends Pick<ReturnType<typeof useResourcePage>, 'resource' | 'selection'> {
  readonly bulk: Bulk;
  readonly translate: ReturnType<typeof useTexts>['translate'];
  readonly rows: readonly Row[];
  readonly name: string;
  readonly value: unknown;
  readonly title: string;
  /** Changes a part of the rows. Returns the rejection of each, or null. */
  send(rows: readonly Row[], valueFor: (row: Row) => unknown): Promise<readonly (string | null)[]>;
  doneText(count: number): string;
}

/** Sets a field of several rows, reports rejected rows, which remain selected, and offers to undo. */
export async function setSeveral(given: SetSeveral): Promise<void> {
  const { bulk, resource, selection, translate, rows, name, value, title, send, doneText } = given;
  const setAll = (some: readonly Row[], heading: string, valueFor: (row: Row) => unknown) =>
    bulk.work({
      rows: some,
      size: pieceRows,
      title: heading,
      reportTitle: translate('resource.statusTitle'),
      lead: translate('resource.statusRefused', { count: some.length }),
      act: (piece) => send(piece, valueFor),
    });
  const outcomes = await setAll(rows, title, () => value);
  void resource.refresh();
  const done = outcomes.filter((outcome) => !isFailed(outcome)).map(({ row }) => row);
  const isDone = new Set(done);
  selection.keep(rows.filter((row) => !isDone.has(row)));
  if (done.length === 0) return;
  const undo = async () => {
    await setAll(done, translate('common.undo'), (row) => row[name]);
    await resource.refresh();
  };
  offerUndo(doneText(done.length), translate('common.undo'), undo, { closeLabel: translate('common.close') });
}
